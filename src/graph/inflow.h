/*
 * The inflow of a component of the call graph, in profiles from calls. A
 * component is a cycle or a single function. It is entered by the entries of
 * its members (struct function) and by calls from outside. The inflow decides
 * how the cost of the component is shared among these ways into it. Each has
 * the portion
 *
 *     portion(call) = w(call) / W        portion(entry of f) = entry(f) / W
 *
 * where W is the sum of all these entries and weights. If W is 0, the ways in
 * are taken to be equal: each call from outside counts with the weight 1 or, if
 * there is no such call, each member with an entry of 1. So the portions always
 * sum to 1, and no cost is lost. A call that was counted 0 times is no way in
 * (call_happened of model/profile.h).
 */
#pragma once

#include "model/profile.h"

struct inflow {
    double weight;      /* W as recorded; 0 if only calls of weight 0 enter */
    uint32_t n_calls;   /* calls from outside */
    uint32_t n_members; /* functions of the component */
};

/* Returns the inflow of each component, in the arena. component_of is by
   function and has numbers below n. */
struct inflow *inflow_by_component(struct arena *arena,
                                   const struct profile *profile,
                                   const uint32_t *component_of, uint32_t n);

/* Returns, by function in the arena, the recorded weight that enters the
   function's component at this function. It is 0 if only calls of weight 0 do
   so. */
double *inflow_by_function(struct arena *arena, const struct profile *profile,
                           const uint32_t *component_of);

/* Does anything enter the component, be it only calls of weight 0? */
static inline bool inflow_is_known(const struct inflow *inflow)
{
    return inflow->weight > 0 || inflow->n_calls > 0;
}

/* inflow_call_weight and inflow_entry_weight return the weight that counts for
   a recorded one: of a call from outside, and of the entry of a member.
   inflow_sum returns the sum of all that count, which is never 0. */
static inline double inflow_call_weight(const struct inflow *inflow,
                                        double weight)
{
    return inflow->weight > 0 ? weight : 1;
}

static inline double inflow_entry_weight(const struct inflow *inflow,
                                         double entry)
{
    return inflow->weight > 0 ? entry : inflow->n_calls ? 0 : 1;
}

static inline double inflow_sum(const struct inflow *inflow)
{
    return inflow->weight > 0 ? inflow->weight
           : inflow->n_calls  ? inflow->n_calls
                              : inflow->n_members;
}

/* Writes equal weights into the profile: a call into a component that no weight
   enters gets the weight 1, so that some of these calls can be removed or
   divided without changing the others. Only components that a marked function
   (by function) calls from outside are changed. */
void inflow_make_explicit(struct profile *profile, const bool *marked);
