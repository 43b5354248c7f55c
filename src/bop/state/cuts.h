/*
 * Dependences that do not make an execution wait (span.h). The trace of an
 * earlier run, which BOP_SPAN names, has them in its records i: those of
 * reductions and of loop counters, which no timeline has, and those of at most
 * 8 candidates, each of which one timeline lacks.
 */
#ifndef BOP_CUTS_H
#define BOP_CUTS_H

#include "bop/base/base.h"

/* Reads the records of a trace. Returns false if it cannot be read. */
bool bop_cuts_read(const char *path);

/* Tells whether a trace was read. */
bool bop_cuts_are_known(void);
/* Returns the greatest number of a candidate, or 0. */
uint32_t bop_cuts_candidates(void);
/* Returns which timelines lack the dependence of a read on a write, as bits;
   bit 0 stands for all timelines. */
uint32_t bop_cuts_find(site wrote, site read);
/* Tells whether writes at a site are part of a reduction. */
bool bop_cuts_is_sum(site wrote);
/* Gets pair number i, in the order of records. Returns false if there are
   fewer. */
bool bop_cuts_pair(uint32_t i, site *wrote, site *read, uint32_t *lines);

#endif
