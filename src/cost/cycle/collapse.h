/* Collapsed cycles: each cycle of a profile becomes one function, as in gprof.
   The callers of its members call this function, and it calls their callees. */
#pragma once

#include "cost/costs.h"

/* Maps the profile before to the new one. */
struct collapsed {
    const struct profile *before; /* the profile before, with the members; not
                                     owned */
    uint32_t *function;   /* by function of before: the function of the new
                             profile */
    uint32_t *cycle;      /* by function of the new profile: the number of the
                             cycle that it stands for, or 0 */
    double *call_cost;    /* by call of `before`: from stacks its exact cost;
                             from calls its measured one, or UNKNOWN */
    struct cycle *cycles; /* of `before`, as in struct costs */
    uint32_t n_cycles;
};

/*
 * Returns the new profile, whose functions keep their order; a cycle has the
 * place of its first member. The name of a cycle is "<cycle 1>", with its
 * number in struct costs. Its module and file are those that all members have
 * in common, or "".
 *
 * From stacks, neighbouring frames of one cycle become one frame, which is
 * exact: no stack comes back into a cycle that it has left, because the
 * functions between would be members.
 *
 * From calls, self costs, entries and counts are summed, and so are the calls.
 * The calls between members become a self-call, so that the count of the
 * function is the number of its executions as for other recursive functions.
 * (What gprof prints as "2+139" has the count 141 and a self-call of 139, or
 * more if members call themselves, which gprof leaves out there.) The totals of
 * all other functions are those of CYCLES_SPLIT.
 *
 * End with profile_free. *collapsed is filled; its arrays live in the arena,
 * and the profile must live as long as they do.
 */
struct profile *collapse_cycles(struct arena *arena,
                                const struct profile *profile,
                                struct collapsed *collapsed);
