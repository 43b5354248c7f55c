/*
 * What is left to draw: selected by root, leaf and depth on the graph, then
 * pruned by thresholds and a cap on the number of functions. Costs of
 * functions never change; calls of stacks are counted again between the
 * functions that are kept, so that calls over dropped ones appear.
 */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "cost/costs.h"
#include "filter/patterns.h"

/* Sums that are equal but for the order of their terms differ by less than
   this part of them. */
#define VIEW_NOISE 1e-12

struct view_options {
    struct patterns root, leaf;
    struct aliases aliases; /* which the patterns match as well */
    long depth;        /* -1: no limit */
    double node_thres; /* percent of whole */
    double edge_thres; /* percent of whole */
    long nodecount;    /* at most so many functions; 0: no limit */
};

struct view_call {
    uint32_t caller, callee; /* functions */
    uint32_t call;   /* in the profile, NO_ID if it is only indirect */
    double cost;     /* UNKNOWN as in struct costs */
    double indirect; /* the part of cost in which functions taken out stand
                        between the ends every time */
    double count;    /* or UNKNOWN */
    bool exact, back;
};

struct view {
    uint32_t *functions; /* kept, in order of first sight */
    uint32_t n_functions;
    struct view_call *calls; /* by caller and callee in order of first sight */
    uint32_t n_calls, n_direct; /* direct: in the profile too */
    const struct dependence **dependences; /* both of whose ends are kept */
    uint32_t n_dependences;
    double dropped_cost; /* whole - self of what is kept */
    bool capped;         /* nodecount dropped some */
};

/* Does more than half of the cost go over functions taken out? */
static inline bool view_call_is_indirect(const struct view_call *call)
{
    return call->indirect > call->cost / 2;
}

/* The place of a call in view->calls, or NO_ID. */
uint32_t view_find_call(const struct view *view, uint32_t caller,
                        uint32_t callee);

/* whole: what percentages refer to. NULL after a message: a pattern matches
   nothing. The view may be empty. */
struct view *view_of(struct arena *arena, const struct profile *profile,
                     const struct costs *costs, double whole,
                     const struct view_options *options);

#endif
