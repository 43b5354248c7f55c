/* Which functions tell most in a picture that has no room for all. */
#ifndef VIEW_SCORE_H
#define VIEW_SCORE_H

#include "view/view.h"

/*
 * By function, from the calls between the functions that might be drawn:
 *
 *     score(f) = total(f) * (In(f) + Out(f)) + self(f)
 *
 * In is the entropy, in bits, of the costs of the calls into f, and 1 where
 * there are none; Out that of the costs of the calls of f and of its self
 * cost, and 1 where it calls nothing. So what only passes on what it is given
 * tells next to nothing; where ways part or meet, begin or end, it is much.
 * Calls of no or unknown cost and self-calls do not count. This is how pprof
 * (https://github.com/google/pprof, internal/graph) chooses.
 */
double *score_functions(struct arena *arena, const struct profile *profile,
                       const struct costs *costs, const struct view_call *calls,
                       uint32_t n_calls);

#endif
