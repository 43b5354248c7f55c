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
 * A stack is full if it begins with a root (enum frame_root); unnamed frames
 * further out do not matter. Other stacks may be
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
 * Labels, such as process names in FlameGraph's format, are not frames.
 */
struct stack_quality {
    double samples;    /* the cost of all samples */
    double unresolved; /* of samples in code whose function is unknown */
    double in_kernel, at_run_time, in_files; /* of those in a kernel, in code
                                                that was compiled at run time,
                                                and in programs and libraries */
    uint32_t limit;    /* most frames of a stack; 0: no limit was found */
    const char *cure;  /* how to raise the limit; NULL: unknown */
    bool deeper;       /* some stacks have more frames than the limit */

    /* UNKNOWN if no profiler walked stacks, or if all stacks have one frame,
       because no calls were recorded. `cut` is also known if the profilers of
       the format have a limit of frames */
    double shallow, cut, headless;
    double in_libc; /* of those shallow and headless stacks whose outermost
                       function is in the C library, which has no frame
                       pointers */
    double passing; /* of samples in known functions that have an unresolved
                       caller other than the outermost one */
};

/* Returns how complete the stacks of a profile are. Stores in *false_roots,
   unless it is NULL, which outermost frames are no functions, by context in the
   arena: names such as "[truncated]", and "[unknown]" without a module, which
   perf prints for the address (0 or random) at which a broken chain of frame
   pointers ends. Such frames just inside of these are marked, too. If there are
   none, it stores NULL. */
struct stack_quality stack_quality_of(const struct profile *profile,
                                      struct arena *arena, bool **false_roots);

/* Adds the costs of another profile. Keeps the lower of both limits. */
void stack_quality_add(struct stack_quality *quality,
                       const struct stack_quality *more);

/* Returns the sum of shallow, cut and headless, or UNKNOWN. */
double stack_quality_incomplete(const struct stack_quality *quality);
