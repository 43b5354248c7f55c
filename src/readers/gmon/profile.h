/* Makes a profile of what was counted in a program. */
#ifndef READERS_GMON_PROFILE_H
#define READERS_GMON_PROFILE_H

#include "model/profile.h"
#include "readers/gmon/arcs.h"
#include "readers/gmon/program.h"

/* Adds the functions of the program that have ticks or calls, and the calls
   between them, to an empty profile. `ticks` is by symbol; `rate` is how many
   ticks make a unit of the profile. */
void gmon_profile(struct profile *profile, const struct gmon_program *program,
                  const struct gmon_arcs *arcs, const double *ticks,
                  double rate);

/* Is this a routine that counts or samples? Such routines are left out, since
   they do nothing for the program. */
bool gmon_profile_leaves_out(const char *name);

#endif
