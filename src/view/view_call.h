/* The calls of a view. */
#pragma once

#include "cost/costs.h"

struct view_call {
    uint32_t caller, callee; /* functions */
    uint32_t id;     /* its index in the calls of its view, which it keeps when
                        chains are folded (view/chains.h) */
    uint32_t call;   /* the call of the profile, or NO_ID if there is none */
    double cost;     /* or UNKNOWN, as in struct costs */
    double indirect; /* the part of cost in which functions that the view leaves
                        out, or that it has no arrow for, stand between the
                        ends every time */
    double lifted;   /* the part of cost in which the picture has a box between
                        the ends (view/lift.h) */
    double again;    /* the part of cost in which the callee is already higher
                        on the stack; 0 from calls */
    double count;    /* executions, or UNKNOWN */
    bool exact;      /* cost is not an estimate */
    bool back;       /* it leads back into its cycle: view/back_edges.h */
};

/* Returns whether all of the cost is lifted. */
static inline bool view_call_is_lifted(const struct view_call *call)
{
    return call->lifted > 0 && call->lifted == call->cost;
}

/* Returns whether more than half of the cost is indirect. */
static inline bool view_call_is_indirect(const struct view_call *call)
{
    return call->indirect > call->cost / 2;
}

/* Returns the range of the cost of a call; calls over functions left out have
   none. */
static inline struct range view_call_range(const struct costs *costs,
                                           const struct view_call *call)
{
    return call->call != NO_ID && !(call->indirect > 0)
               ? costs_call_range(costs, call->call)
               : (struct range){ 0 };
}

/* Compares two struct view_call by caller, then callee. */
static inline int view_call_by_ends(const void *left, const void *right)
{
    const struct view_call *a = left, *b = right;
    int order = COMPARE(a->caller, b->caller);
    return order ? order : COMPARE(a->callee, b->callee);
}
