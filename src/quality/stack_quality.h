/*
 * What the samples of a profile are worth, found in the profile as it was
 * read, before any filter.
 */
#ifndef QUALITY_STACK_QUALITY_H
#define QUALITY_STACK_QUALITY_H

#include "model/profile.h"

/*
 * Costs, in the unit of the profile. A sample counts in at most one of
 * shallow, cut and headless, and in at most one of unresolved and passing.
 *
 * A stack is full if it begins where programs and threads begin; frames
 * without a name outside of that say nothing. The other stacks are
 *
 * - cut, where they have as many frames as perf records at most, 127. Inlined
 *   functions add frames and the limit can be raised, so where some stacks are
 *   deeper, all from 127 on are cut that begin in a function with a caller
 *   elsewhere;
 * - shallow, where the one frame is no usual root (start_of says which);
 * - headless, where the outermost frame is of no known module, or of a shared
 *   library, in which no program begins.
 *
 * Labels such as FlameGraph's names of processes are no frames.
 */
struct stack_quality {
    double samples;    /* the whole cost */
    double unresolved; /* in code whose function is not known */
    bool deeper;       /* some stacks have more than 127 frames */

    /* UNKNOWN where the profile has no stacks that a profiler walked, or only
       such of one frame: then nobody recorded calls */
    double shallow, cut, headless;
    double passing; /* in functions that unresolved ones called: those are
                       inside of the stack */
};

struct stack_quality stack_quality_of(const struct profile *profile);

#endif
