/* Makes a profile of what was counted in a program. */
#ifndef READERS_GMON_PROFILE_H
#define READERS_GMON_PROFILE_H

#include "model/profile.h"
#include "readers/gmon/places.h"

/*
 * Adds the functions of the program that have ticks or calls, and the calls
 * between them, to an empty profile. `rate` is how many ticks make a unit of
 * the profile. `ticks` is by symbol. If the places tell lines or addresses
 * apart, `part_ticks` is by part, and each line or address of a function is a
 * function that the function itself calls. Returns the ticks of the routines
 * that count or sample: they are left out, since they do nothing for the
 * program.
 */
double gmon_profile(struct profile *profile, const struct gmon_program *program,
                    const struct gmon_arcs *arcs, const double *ticks,
                    struct gmon_places *places, const double *part_ticks,
                    double rate);

#endif
