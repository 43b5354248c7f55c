/*
 * The longest chain of executions of statements that depend on each other by
 * flow dependences. All executions of a statement count as equally costly.
 * Reductions, anti and output dependences are left out, because programs can be
 * changed so that they vanish.
 *
 * Statements that depend on each other in a cycle run one after the other. A
 * single statement whose executions depend on those k before it is a chain of
 * its cost / k; without such a dependence, one of its executions counts.
 */
#ifndef OUTPUT_DEPS_CHAIN_H
#define OUTPUT_DEPS_CHAIN_H

#include "output/deps/verdicts.h"

/* Returns the cost of the longest chain; UNKNOWN if there is no statement. The
   members `text` need not be set. */
double chain_cost(const struct verdicts *verdicts,
                  const struct dependences *all);

#endif
