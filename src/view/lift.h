/* Arrows from higher up: a box that is called from many places has many calls
   that are too small to draw. */
#pragma once

#include "view/recount.h"
#include "view/view.h"

/*
 * Adds indirect calls to the view, whose calls are those of a picture of stacks
 * by now. If these do not show where much of the total of a hot function comes
 * from, or if no call leads to a function, it gets one more: from the innermost
 * drawn function with half of what is missing. It needs the least cost of
 * calls, in the unit of the profile, or a fifth of the total of a hot function.
 * A call that the view has becomes larger instead.
 */
void lift_calls(struct arena *arena, const struct kept_stacks *stacks,
                const struct costs *costs, const bool *kept, double least,
                struct view *view);
