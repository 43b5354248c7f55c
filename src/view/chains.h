/*
 * Chains: runs of functions that only pass on what they get. A picture draws a
 * chain as one box, which leaves room for functions where something happens.
 */
#pragma once

#include "cost/costs.h"
#include "view/view.h"

/* A chain of at least two functions. */
struct chain {
    const uint32_t *functions; /* the outermost first */
    uint32_t n;
    bool is_indirect; /* functions that the view leaves out are between some */
};

struct chains {
    struct chain *list; /* by rising id of their first function */
    uint32_t n;
    uint32_t n_inner; /* functions in chains, without the first of each */
    uint32_t *of;     /* by function: the index of its chain, or NO_ID */
};

/* Returns the chain of a function, or NULL if it is in none. `chains` may be
   NULL. */
const struct chain *chains_of(const struct chains *chains, uint32_t function);

/* Is a call within a chain? */
bool chains_hold(const struct chains *chains, uint32_t caller, uint32_t callee);

/* Returns the number of boxes of a view without those of tags, which is what
   nodecount limits. */
long chains_count_boxes(const struct view *view);

/*
 * Returns the chains of a view, in the arena. In a chain, every function but
 * the first has one drawn caller and every function but the last one drawn
 * callee, also over functions left out. Self costs, and the differences of
 * totals from those of the caller and of the first function, are at most 5 % of
 * the total, or .5 % of `whole` if that is more, but never more than a quarter
 * of the total. A function stays out of chains if it calls itself or back into
 * its cycle, if it is a tag, is under study, is an end of a dependence, or if
 * its heat (without heat, its priority) is above 0 or options want it alone.
 */
struct chains *chains_find(struct arena *arena, const struct profile *profile,
                           const struct costs *costs, const struct view *view,
                           const struct view_options *options, double whole);

/* Returns a view, in the arena, in which the first function of each chain
   stands for the chain: the calls of its last function are those of the first.
   Calls keep their ids, and calls within chains are left out. */
struct view *chains_fold(struct arena *arena, const struct view *view,
                         const struct chains *chains);
