/*
 * Loops of functions under study. The plugins for compilers put a hook where
 * each natural loop begins an iteration, and one where it is left. A nest is a
 * loop within the loops that run around it, in whatever functions; nest 0 is
 * outside of all loops. The times at which the running loops and their present
 * iterations began tell which loop carries a dependence on an earlier access.
 */
#pragma once

#include "bop/base/base.h"
#include "bop/state/steps.h"

struct thread;

/* Loops that are nested deeper are not known. */
#define MAX_LOOPS 32

/* Sums over all executions of a loop within the same outer loops. */
struct loop_count {
    uint64_t entries, iterations;
    uint64_t cost;  /* references */
    uint64_t early; /* executions that break, return, goto... have ended */
    bool has_early_exit; /* something may do so */
    uint64_t outputs, inputs, unknown; /* as in struct step */
    uint64_t last_began;      /* pseudo time: the last iteration of the latest
                                 execution */
};

struct active_loop {
    site at;
    uint32_t nest;
    uint64_t start, began;        /* pseudo times of the first references of the
                                     execution and of the present iteration */
    uint64_t references;          /* of the thread at the start */
    uint64_t iterations;          /* begun */
    uint64_t times[RECENT_STEPS]; /* when the recent ones began, a ring */
};

/* How two accesses relate to the loops that run now. */
struct loop_relation {
    uint32_t common;   /* loops, from the outermost, in whose present iteration
                          the earlier access was made, too */
    bool is_carried;   /* the next loop has made it in an earlier iteration */
    uint32_t distance; /* in iterations of that loop, at most RECENT_STEPS */
};

/* Begins an iteration of the loop at a site, which is one of `depth` nested
   loops of the present function. */
void bop_loops_iterate(struct thread *t, site at, uint32_t depth,
                       bool has_early_exit);
/* Leaves all loops of the present function but the outermost `depth`. If
   is_done, the innermost one has begun an iteration only to find that it has
   ended; if is_early, something else than its condition has ended it. */
void bop_loops_leave(struct thread *t, uint32_t depth, bool is_done,
                     bool is_early);
/* Leaves all loops but the outermost n of the thread, because their function
   has been left. */
void bop_loops_drop(struct thread *t, uint32_t n);

struct loop_relation bop_loops_relation(const struct thread *t, uint64_t time);
/* Returns the loops that a writer at a time had left before its last iteration
   or was in at an earlier execution: those of its nest beyond the common ones,
   as bits from the outermost, that wrote in an earlier iteration than their
   last. */
uint32_t bop_loops_late(const struct thread *t, uint32_t nest,
                        const struct loop_relation *relation, uint64_t time);

/* A nest of the process. */
struct loop_nest {
    uint32_t parent; /* a nest */
    uint32_t depth;  /* 1: outermost */
    site at;
};
const struct loop_nest *bop_loops_nest(uint32_t nest);
/* Returns how many nests there are, 0 included. */
uint32_t bop_loops_nests(void);

/* Returns the counts of a nest. */
struct loop_count *bop_loops_count(struct thread *t, uint32_t nest);
