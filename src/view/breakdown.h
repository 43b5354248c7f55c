/*
 * How a drawn function's total comes about: what is spent in itself, in the
 * calls that are drawn, and in the rest. The three sum to its total.
 */
#ifndef VIEW_BREAKDOWN_H
#define VIEW_BREAKDOWN_H

#include "cost/costs.h"
#include "view/view.h"

/* Costs in the profile's unit. */
struct breakdown {
    uint32_t calls;  /* drawn calls of known cost, self-calls included */
    uint32_t back;   /* of these, back calls and self-calls */
    double in_calls; /* in these calls, but for what is self already: a sample
                        counts once, however many of them it holds */
    uint32_t callees; /* other functions that it calls in the rest */
    double rest;      /* total - self - in_calls, at least 0 */
    bool recursive;   /* may be on a stack twice: its calls overlap */
};

/* By function of the profile; all zero for those not in view. */
struct breakdown *breakdown_by_function(struct arena *arena, const struct profile *profile,
                            const struct costs *costs,
                            const struct view *view);

#endif
