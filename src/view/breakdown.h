/*
 * The breakdown of the total of a drawn function into its self cost, the calls
 * that are drawn, and the rest. The three sum to the total. The same total
 * comes from callers by drawn calls, from callers otherwise, and from no
 * caller.
 */
#pragma once

#include "cost/costs.h"
#include "view/view.h"

/* Costs are in the unit of the profile. */
struct breakdown {
    uint32_t n_calls; /* drawn calls of known cost, self-calls included */
    double in_calls;  /* cost of the samples that hold one of these calls and do
                         not end in the function; from calls, total - self -
                         rest */
    uint32_t n_callees; /* other functions whose calls are in the rest */
    double rest;      /* total - self - in_calls, at least 0 */
    double elsewhere; /* what comes from callers, but over no drawn call; 0 if
                         that is not known, as in cycles of calls */
    double uncalled;  /* what comes from no caller; the same */
    uint32_t n_callers; /* functions that call it in `elsewhere`; 0 if that is
                           not known */
    uint32_t caller;    /* the last of them */
    bool recursive;   /* it may be on a stack more than once, so that its calls
                         overlap */
};

/* Returns the breakdowns by function of the profile, in the arena, with NULL for
   functions that are not in the view. */
struct breakdown **breakdown_by_function(struct arena *arena,
                                         const struct profile *profile,
                                         const struct costs *costs,
                                         const struct view *view);
