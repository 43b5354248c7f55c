/*
 * Loops of functions under study. The plugins for compilers put a hook where
 * each natural loop begins an iteration, and one where it is left. A nest is a
 * loop together with the loops that run around it, in any functions; nest 0 is
 * outside all loops. The times at which the running loops and their present
 * iterations began tell which loop carries a dependence on an earlier access.
 */
#pragma once

#include "bop/base/base.h"
#include "bop/state/statements.h"

struct thread;

/* The most nested loops; deeper ones are ignored. */
#define MAX_LOOPS 32

/* Sums over all executions of a loop within the same outer loops. */
struct loop_count {
    uint64_t entries, iterations;
    uint64_t cost;  /* references */
    uint64_t early; /* executions ended by break, return, goto... */
    bool has_early_exit; /* such an end is possible */
    uint64_t outputs, inputs, unknown; /* as in struct statement */
    uint64_t last_began;      /* pseudo time of the last iteration of the latest
                                 execution */
};

struct active_loop {
    site at;
    uint32_t nest;
    uint64_t start, began;        /* pseudo times of the first references of the
                                     execution and of the present iteration */
    uint64_t references;          /* of the thread at the start */
    uint64_t iterations;          /* begun */
    uint64_t times[RECENT]; /* when the recent ones began, a ring */
};

/* The relation of two accesses to the loops that run now. */
struct loop_relation {
    uint32_t common;   /* number of loops, from the outermost, whose present
                          iteration also has the earlier access */
    bool is_carried;   /* the earlier access was in an earlier iteration of the
                          next loop */
    uint32_t distance; /* in iterations of that loop, at most RECENT */
};

/* Begins an iteration of the loop at a site, at nesting level `depth` in the
   present function. */
void bop_loops_iterate(struct thread *t, site at, uint32_t depth,
                       bool has_early_exit);
/* Leaves all loops of the present function but the outermost `depth`. is_done:
   the innermost one began an iteration in which its condition ended it;
   is_early: something other than its condition ended it. */
void bop_loops_leave(struct thread *t, uint32_t depth, bool is_done,
                     bool is_early);
/* Leaves all loops but the outermost n of the thread, because their function
   has been left. */
void bop_loops_drop(struct thread *t, uint32_t n);

/* Returns the relation of the present access to one at `time`. */
struct loop_relation bop_loops_relation(const struct thread *t, uint64_t time);
/* Returns, as bits from the outermost, the loops of a writer's nest beyond the
   common ones whose last iteration came after the write at `time`. */
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
