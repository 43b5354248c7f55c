/*
 * A bound of the longest chain of executions of statements that depend on each
 * other by flow dependences. Reductions, anti and output dependences are left
 * out, because programs can be changed so that they vanish.
 *
 * The input has dependences of statements, not of each execution, so this takes
 * the worst case: all executions of statements that depend on each other in a
 * cycle are in one chain; of other statements the costliest execution is, or
 * every k-th one if they depend on those k before them.
 */
#ifndef DEPS_OUTPUTS_CHAIN_H
#define DEPS_OUTPUTS_CHAIN_H

#include "deps/outputs/verdicts.h"

/* Returns a cost that no chain exceeds; UNKNOWN if there is no statement. The
   members `text` need not be set. */
double chain_most(const struct verdicts *verdicts,
                  const struct dependences *all);

#endif
