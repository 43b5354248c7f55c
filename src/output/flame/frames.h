/* The frames of a flame graph: the tree of stacks as rows of rectangles. */
#ifndef OUTPUT_FLAME_FRAMES_H
#define OUTPUT_FLAME_FRAMES_H

#include "model/profile.h"
#include "util/array.h"

struct flame_frame {
    uint32_t function;
    uint32_t row;       /* 0: on top */
    double start, cost; /* in the unit of the profile: where it begins in its
                           row, and what is spent in it */
};

struct flame_frames {
    LIST(struct flame_frame) list; /* a frame comes after the one above it */
    uint32_t n_rows;
    double left_out; /* cost of frames that are too narrow, of those right
                        below a frame that is not */
};

/*
 * Returns the frames that cost at least `least`, in the arena, of a profile
 * from stacks. A frame is below that of its caller. If `inverted`, stacks are
 * merged from their innermost functions on: the rows on top have where cost is
 * spent, and the callers are below.
 *
 * Frames beside each other come in the order of their functions' ids, so the
 * same stacks make the same picture in any order.
 */
struct flame_frames flame_frames_of(struct arena *arena,
                                    const struct profile *profile, double least,
                                    bool inverted);

#endif
