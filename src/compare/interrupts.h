/*
 * The part of costs that lies in interrupts.
 *
 * While a program runs, its processor serves the timer, and the disks and the
 * network of all programs. Profilers of the whole system count that as cost of
 * the program. On a busy machine it was up to 7 % of one run and 1 % of the
 * next run of the same program.
 */
#pragma once

#include "model/profile.h"

/* By function, in the unit of the profile; NULL if there are none. */
struct interrupts {
    double *self;  /* the self cost in interrupts */
    double *total; /* the part of the total in interrupts, also of callers of
                      interrupted code */
    double whole;
};

/* Returns the costs, with arrays in the arena. There are none if the profile
   has no stacks or no known interrupts of Linux. */
struct interrupts interrupts_find(struct arena *arena,
                                  const struct profile *profile);
