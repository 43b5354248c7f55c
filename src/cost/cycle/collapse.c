#include "cost/cycle/collapse.h"

#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "graph/inflow.h"

/* Returns a tag that keeps cycles apart from functions that have the name of a
   cycle. */
static struct str unused_tag(struct arena *arena, const struct profile *profile)
{
    struct str tag = S("");
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct identity *is = &profile->functions[f].is;
        if (str_starts(is->name, S("<cycle ")) && is->tag.len >= tag.len)
            tag = arena_printf(arena, "%s+", is->tag.s);
    }
    return tag;
}

static struct identity identity_of(struct arena *arena,
                                   const struct profile *profile,
                                   const struct cycle *cycle, uint32_t number,
                                   struct str tag)
{
    struct identity is = profile->functions[cycle->members[0]].is;
    is.name = arena_printf(arena, "<cycle %u>", number);
    is.tag = tag;
    for (uint32_t m = 1; m < cycle->n_members; m++) {
        const struct identity *other =
            &profile->functions[cycle->members[m]].is;
        if (!str_eq(is.module, other->module))
            is.module = S("");
        if (!str_eq(is.file, other->file))
            is.file = S("");
    }
    return is;
}

/* Adds the functions and cycles to result. cycle_of has the number of the cycle
   by function of the profile before. */
static void add_functions(struct profile *result, struct collapsed *collapsed,
                          const uint32_t *cycle_of)
{
    LOCAL_ARENA(scratch);
    const struct profile *from = collapsed->before;
    struct identity *cycles =
        NEW_N(&scratch, struct identity, collapsed->n_cycles);
    struct str tag = unused_tag(&scratch, from);
    for (uint32_t k = 0; k < collapsed->n_cycles; k++)
        cycles[k] = identity_of(&scratch, from, &collapsed->cycles[k], k + 1,
                                tag);
    for (uint32_t f = 0; f < from->n_functions; f++) {
        const struct function *function = &from->functions[f];
        uint32_t cycle = cycle_of[f];
        uint32_t id = cycle ? profile_function(result, cycles[cycle - 1])
                            : profile_copy_function(result, function);
        if (!cycle)
            result->functions[id].total = function->total;
        collapsed->function[f] = id;
        collapsed->cycle[id] = cycle;
        if (cycle)
            result->functions[id].count =
                add_known(result->functions[id].count, function->count);
        result->functions[id].is_under_study |= function->is_under_study;
    }
}

/* Adds the calls of a profile with stacks in their order, also those that are
   in no stack: the runs of a comparison have the same calls under the same ids.
 */
static void add_calls(struct profile *result, const struct collapsed *collapsed)
{
    const struct profile *from = collapsed->before;
    for (uint32_t c = 0; c < from->n_calls; c++) {
        uint32_t caller = collapsed->function[from->calls[c].caller];
        uint32_t callee = collapsed->function[from->calls[c].callee];
        if (caller != callee || !collapsed->cycle[caller])
            profile_call(result, caller, callee);
    }
}

static void merge_stacks(struct profile *result,
                         const struct collapsed *collapsed)
{
    LOCAL_ARENA(scratch);
    const struct profile *from = collapsed->before;
    uint32_t *ids = NEW_N(&scratch, uint32_t, from->n_contexts);
    for (uint32_t c = 0; c < from->n_contexts; c++) {
        const struct context *context = &from->contexts[c];
        uint32_t f = collapsed->function[context->function];
        uint32_t parent =
            context->parent == NO_ID ? NO_ID : ids[context->parent];
        bool same = parent != NO_ID && collapsed->cycle[f] &&
                    result->contexts[parent].function == f;
        ids[c] = same ? parent : profile_context(result, parent, f);
        if (context->self > 0)
            profile_sample(result, ids[c], context->self);
    }
    samples_merge(&result->samples, &from->samples, ids);
}

static void sum_functions(struct profile *result,
                          const struct collapsed *collapsed)
{
    for (uint32_t f = 0; f < collapsed->before->n_functions; f++) {
        const struct function *from = &collapsed->before->functions[f];
        struct function *to = &result->functions[collapsed->function[f]];
        to->self += from->self;
        to->entry += from->entry;
    }
}

/* Calls into a component that no weight enters count with the weight 1
   (graph/inflow.h), which is stored here. If two such calls become one, its
   weight is 2. */
static void merge_calls(struct profile *result,
                        const struct collapsed *collapsed)
{
    LOCAL_ARENA(scratch);
    const struct profile *from = collapsed->before;
    const struct inflow *inflows = inflow_by_component(
        &scratch, from, collapsed->function, result->n_functions);
    for (uint32_t c = 0; c < from->n_calls; c++) {
        const struct call *call = &from->calls[c];
        uint32_t caller = collapsed->function[call->caller];
        uint32_t callee = collapsed->function[call->callee];
        uint32_t n_before = result->n_calls;
        uint32_t id = profile_call(result, caller, callee);
        struct call *merged = &result->calls[id];
        call_add_count(merged, call, id == n_before);
        if (caller == callee) {
            merged->weight += call->weight;
        } else {
            if (call_happened(call))
                merged->weight +=
                    inflow_call_weight(&inflows[callee], call->weight);
            merged->cost = add_known(merged->cost, call->cost);
        }
    }
}

static double *recorded_costs(struct arena *arena,
                              const struct profile *profile)
{
    double *cost = NEW_N(arena, double, profile->n_calls);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        cost[c] = profile->calls[c].cost;
    return cost;
}

struct profile *collapse_cycles(struct arena *arena,
                                const struct profile *profile,
                                struct collapsed *collapsed)
{
    struct profile *result = profile_like(arena, profile);
    const struct costs *costs =
        profile->kind == FROM_CALLS
            ? costs_from_calls(arena, profile, CYCLES_COLLAPSE)
            : costs_from_stacks(arena, profile);
    *collapsed = (struct collapsed){
        .before = profile,
        .function = NEW_N(arena, uint32_t, profile->n_functions),
        .cycle = NEW_N(arena, uint32_t, profile->n_functions),
        .call_cost = profile->kind == FROM_CALLS
                         ? recorded_costs(arena, profile)
                         : costs->call_cost,
        .cycles = costs->cycles,
        .n_cycles = costs->n_cycles,
    };
    add_functions(result, collapsed, costs->cycle);
    if (profile->kind == FROM_CALLS) {
        result->call_costs = profile->call_costs;
        sum_functions(result, collapsed);
        merge_calls(result, collapsed);
        dependences_merge(&result->dependences, profile->dependences,
                          collapsed->function);
    } else {
        add_calls(result, collapsed);
        merge_stacks(result, collapsed);
    }
    return result;
}
