/*
 * Profilers keep a limited number of frames of a stack: the innermost ones.
 * The row of a reader (readers/reader.h) has the limits of its profilers, and
 * quality/stack_quality.h finds the stacks that were cut there.
 */
#ifndef MODEL_FRAME_LIMIT_H
#define MODEL_FRAME_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/text/str.h"

/* Readers give this name to an outermost function if the input says that frames
   are missing there. */
#define FRAMES_TRUNCATED S("[truncated]")

/* The limit is some number, which an option of the profiler sets. */
enum { ANY_FRAMES = 0 };

/* The last row of a list has no cure. */
struct frame_limit {
    uint32_t frames;     /* at most, or ANY_FRAMES */
    uint32_t unnamed;    /* how many frames less than that a cut stack may have,
                            because the profiler leaves out those that it
                            cannot name */
    bool grows;          /* cut stacks can have more frames: inlined functions,
                            or those of the kernel, do not count */
    bool breaks;         /* the profiler fails to find the callers of some
                            functions, so that stacks begin in those, too */
    const char *events;  /* those that have this limit, separated by blanks;
                            NULL: all */
    const char *cure;    /* what users can do, in words of the profiler */
};

#endif
