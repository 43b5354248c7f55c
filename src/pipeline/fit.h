/* Pictures that fit: as many functions as are legible in the space of --fit,
   and fewer functions if dot takes too long. */
#pragma once

#include "pipeline/run.h"

/* Replaces the view by the one with the most functions whose picture has
   legible text in the space of the options; tries at most three layouts, or
   five if none of these is legible or the user chose the space, so that the
   result does not depend on the machine's speed. Returns false after a
   message. */
bool fit_view(struct run *run);

/* Are there enough functions to draw half of them if dot takes too long? */
bool fit_can_halve(const struct run *run);
/* Halves the number of functions and says so. Returns false after a message. */
bool fit_halve(struct run *run);
