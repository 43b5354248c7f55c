/* Breadth-first search along the calls of a profile. */
#ifndef ANALYSIS_REACH_H
#define ANALYSIS_REACH_H

#include "analysis/graph.h"

/* Marks in reached what is within so many steps of the marked functions, them
   included; depth < 0: any number. down: from callers to callees, else against
   the calls. */
void mark_reached(const struct profile *profile, const struct graph *graph,
                  bool down, const bool *marked, long depth, bool *reached);

#endif
