/*
 * The quality of the stacks and names of a profile, as it was read and before
 * any filter.
 */
#pragma once

#include "model/profile.h"

/*
 * All numbers are costs in the unit of the profile. A sample counts in at most
 * one of shallow, cut and headless, and in at most one of unresolved and
 * passing.
 *
 * A stack is full if it begins where programs and threads begin; frames without
 * a name further out do not matter. The other stacks may be
 *
 * - cut, if the input says so by an outermost frame such as "[truncated]", or
 *   if they have as many frames as the profiler keeps at most, and begin in a
 *   function with which no shorter stack begins. That limit is the one that the
 *   input states; or one of the row of its reader; or, if options of the
 *   profiler change it, the number of frames of the deepest stacks, if several
 *   have so many and begin in functions that others call. Inlined functions
 *   can add frames: then deeper stacks are cut, too, if their outermost
 *   function has a caller on another stack;
 * - shallow, if they have a single frame that is no root (enum frame_root);
 * - headless, if the outermost frame is of an unknown module, or of a shared
 *   library, in which no program begins.
 *
 * Labels, such as the names of processes in FlameGraph's format, are no frames.
 */
struct stack_quality {
    double samples;    /* the cost of all samples */
    double unresolved; /* of samples in code whose function is unknown */
    uint32_t limit;    /* of frames; 0: none was found */
    const char *cure;  /* of that limit; NULL: none */
    bool deeper;       /* some stacks have more frames than the limit */

    /* UNKNOWN if the profile has no stacks that a profiler walked, or only
       stacks of one frame: then it recorded no calls. `cut` is also known if
       the profilers of the format have a limit of frames */
    double shallow, cut, headless;
    double in_libc; /* of shallow and headless stacks whose outermost function
                       is in the C library, which has no frame pointers */
    double passing; /* of samples in known functions with an unresolved function
                       among their callers, other than the outermost one */
};

struct stack_quality stack_quality_of(const struct profile *profile);

/* Adds the costs of another profile. The limit is the least one at which stacks
   of either were cut. */
void stack_quality_add(struct stack_quality *quality,
                       const struct stack_quality *more);

/* Returns the cost of the samples whose stacks are cut off in one of the three
   ways; UNKNOWN if that is not known. */
double stack_quality_incomplete(const struct stack_quality *quality);

/* Marks (by context) the outermost frames that are no functions: perf ends a
   chain of frame pointers that leads nowhere with the address 0, or with a
   number that happened to stand there, and prints "[unknown]" without a module
   for it. Frames inside such ones are marked if they are such ones, too.
   Returns NULL if there are none. */
bool *stack_quality_false_roots(struct arena *arena,
                                const struct profile *profile);
