/* Finds how many functions a picture can have: as many as are legible in the
   space of --fit, and fewer if dot takes too long. */
#pragma once

#include "pipeline/run.h"

/* Replaces the view by the one with the most functions whose picture has
   legible text in the space of the options; The number of layouts that are
   tried is fixed (three, or five if none of these is legible or the user chose
   the space), so the result does not depend on the speed of the machine.
   Returns false after a message. */
bool fit_view(struct run *run);

/* Are there enough functions to halve their number? */
bool fit_can_halve(const struct run *run);
/* Halves the number of functions and says so. Returns false after a message. */
bool fit_halve(struct run *run);
