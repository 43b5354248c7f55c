/* A profile from a profile: each cycle becomes one function, as gprof has it.
   What calls its members calls it; what they call, it calls. */
#ifndef COST_CYCLE_COLLAPSE_H
#define COST_CYCLE_COLLAPSE_H

#include "cost/costs.h"

/* What became of the functions. */
struct collapsed {
    const struct profile *before; /* has the members; not owned */
    uint32_t *function;    /* by function of before: that of the new profile */
    uint32_t *cycle;       /* by function of the new profile: 0, or the number
                              of the cycle that it is */
    struct cycle *cycles;  /* of before, as in struct costs */
    uint32_t n_cycles;
};

/*
 * The new profile has all functions in order of first sight, a cycle where its
 * first member was. Its name is "<cycle 1>", with the number of struct costs;
 * module and file are those that all members have in common.
 *
 * From stacks, neighbouring frames of one cycle become one frame: exact. (No
 * stack comes back into a cycle it has left: what it comes from would be a
 * member.)
 * From calls, self costs, entries and counts are summed, and so are calls; the
 * calls between members become a self-call, so that the count of the function
 * is that of its executions as for other recursive ones. (gprof's "2+139" is
 * 141 with a self-call of 139, and more if members call themselves, which gprof
 * leaves out there.) Totals of all other functions stay what they are with
 * CYCLES_SPLIT.
 *
 * End with profile_free; *collapsed is filled and lives in the arena, its
 * before must live as long.
 */
struct profile *collapse_cycles(struct arena *arena,
                                 const struct profile *profile,
                                 struct collapsed *collapsed);

#endif
