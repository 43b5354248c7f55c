/* The score by which a picture without room for all functions chooses some. */
#ifndef VIEW_SCORE_H
#define VIEW_SCORE_H

#include "cost/costs.h"
#include "view/view_call.h"

/*
 * Returns the score of each function, by function in the arena, computed from
 * the calls between the functions that might be drawn:
 *
 *     score(f) = total(f) * (In(f) + Out(f)) + self(f)
 *
 * In(f) is the entropy, in bits, of the costs of the calls to f, and Out(f)
 * that of the costs of its own calls and of its self cost; without any calls
 * each is 1. A function that only passes on what it gets has a low score, one
 * where ways part, meet, begin or end has a high one. Calls without a known,
 * positive cost do not count, and neither do self-calls. This is how pprof
 * (https://github.com/google/pprof, internal/graph) chooses.
 */
double *score_functions(struct arena *arena, const struct profile *profile,
                        const struct costs *costs,
                        const struct view_call *calls, uint32_t n_calls);

#endif
