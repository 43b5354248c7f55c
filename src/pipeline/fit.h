/* Finds how many functions a picture can have: as many as are legible in the
   space of --fit, and fewer if dot takes too long. */
#pragma once

#include "pipeline/run.h"

/* Replaces the view by the one with the most functions whose picture has
   legible text in the space of the options. At most four layouts are tried, a
   fifth if none of these fits, or five if the user chose the space, so the
   result does not depend on the speed of the machine. If none fits, it is the
   one that is nearest to it. Returns false after a message. */
bool fit_view(struct run *run);

/* Are there enough functions to halve their number? */
bool fit_can_halve(const struct run *run);
/* Halves the number of functions and says so. Returns false after a message. */
bool fit_halve(struct run *run);
