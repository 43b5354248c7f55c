/*
 * The state of a thread: its clocks, its stack of functions, and its counts. It
 * is made at the first report of a thread. When the thread ends, its counts are
 * added to those of all ended threads, and the next new thread reuses the
 * state.
 */
#pragma once

#include "bop/base/base.h"
#include "bop/base/ids.h"
#include "bop/program/literals.h"
#include "bop/state/calls.h"
#include "bop/state/contexts.h"
#include "bop/state/dependences.h"
#include "bop/state/loops.h"
#include "bop/state/statements.h"

/* Counts of events that the trace does not show in full. */
struct losses {
    uint64_t dropped;     /* dependences beyond BOP_MAXEDGES */
    uint64_t stale;       /* reads of what a former frame wrote there */
    uint64_t assembly;    /* inline assembly that may touch any memory */
    uint64_t irreducible; /* calls of functions with irreducible loops */
    uint64_t crowded;     /* writes that met a full set of readers */
};

struct thread {
    /* Every reference uses these. */
    uint64_t pseudo_time, frozen_time;
    site top;      /* the statement, 0 before the first */
    bool is_under_study; /* as in the innermost frame */
    uintptr_t cfa; /* as in the innermost frame */
    uintptr_t stack, stack_size; /* the lowest address, bytes */
    uintptr_t others_low, others_high; /* where others wrote to the stack */
    uint32_t id;                       /* 1, 2... in order of first report */
    uint32_t nest;                     /* of the loops that run */
    struct dependence_table *dependences;

    uint64_t ticks;   /* advances of the pseudo time by calls */
    uint64_t charged; /* references that functions were charged with */
    struct losses lost;
    uint64_t parent_time, parent_ticks; /* values at a fork, which do not
                                           count */

    struct stack_frame *frames; /* [0] is the root, above all functions */
    size_t depth, frames_room;
    struct id_table call_ids; /* (caller, site, entry) -> calls */
    struct call_edge *calls;
    size_t calls_room;
    struct function_cost *function_costs; /* by function */
    size_t function_costs_room;
    struct id_table context_ids; /* (site, top, nest) -> contexts */
    uint32_t *contexts;          /* their numbers in the process */
    size_t contexts_room;

    struct id_table statement_ids; /* site -> statements */
    struct statement *statements;
    size_t statements_room;
    uint32_t statement; /* index + 1 of the one that is executed, or 0 */
    uint64_t statement_from;    /* references when its execution began */
    uint64_t statement_charged; /* those that it was charged with */
    struct id_table within_ids; /* (writer, reader): contexts of one
                                   execution */
    struct active_loop loops[MAX_LOOPS]; /* running loops, outermost first */
    uint32_t n_loops;
    struct loop_count *loop_counts; /* by nest */
    size_t loop_counts_room;
    struct transition *transitions; /* of sets of readers; NULL until needed */

    site next_call; /* from bop_instm_call, for the next function */
    void *altstack; /* the signal stack if the tracer made it, or NULL */
    struct event_buffer *events; /* NULL unless mode=events */
    struct thread *next;
    bool ended; /* the state is free */

    struct context_slot context_cache[CONTEXT_CACHE];
    struct call_slot call_cache[CALL_CACHE];
    struct statement_slot statement_cache[STATEMENT_CACHE];
    struct literal_slot literal_cache[LITERAL_CACHE];
    struct within_slot within_cache[WITHIN_CACHE];
};

/* The state of the present thread, or NULL if it has none yet. */
extern __thread struct thread *bop_thread_self
    __attribute__((tls_model("initial-exec")));

/* Returns how many references a thread has made: its pseudo time without
   ticks. */
static inline uint64_t bop_thread_references(const struct thread *t)
{
    return t->pseudo_time - t->ticks;
}

/* Works like bop_loops_relation, but leaves the distance out. */
INLINE struct loop_relation bop_loops_carrying(const struct thread *t,
                                               uint64_t time)
{
    struct loop_relation relation = { t->n_loops, false, 0 };
    while (relation.common && time < t->loops[relation.common - 1].began)
        relation.common--;
    relation.is_carried = relation.common < t->n_loops &&
                          time >= t->loops[relation.common].start;
    return relation;
}

void bop_threads_start(void);

/* Returns the state of the present thread, made if necessary, or NULL while
   tracing is off or while the state is being made. */
struct thread *bop_thread(void);
/* Works like bop_thread, but also returns the state in a pause. */
struct thread *bop_thread_always(void);

/* Between these two, the present thread is not traced, as if it had no state,
   because it runs functions of the program for the tracer (state/told.h). */
void bop_thread_hide(void);
void bop_thread_show(void);

/* Returns all states, linked by next, those of ended threads included. */
struct thread *bop_threads(void);
/* Returns the sum of all ended threads, or NULL if none has ended. */
struct thread *bop_threads_ended(void);

/* Marks all other threads as ended and sets all counts to 0, in the child of a
   fork. */
void bop_threads_forked(void);
