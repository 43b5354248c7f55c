#include "filter/stacks.h"

#include "model/stack_tree.h"

/* Says how each stack is changed. Arrays are by context of the profile unless
   they say otherwise. */
struct stack_plan {
    struct arena scratch; /* what the plan needs; carry_out frees it */
    const struct profile *profile;
    uint32_t *end; /* the new end of the stack that ends at this context: the
                      context itself or one further out; NO_ID drops the
                      stack */
    uint32_t *outer; /* the new parent, or a context further out; NO_ID: stacks
                        through the context begin with it */
    bool *hidden;    /* its frame is removed */
};

/* Returns a plan that leaves all stacks as they are. */
static struct stack_plan new_plan(const struct profile *profile)
{
    struct stack_plan plan = { .profile = profile };
    plan.end = NEW_N(&plan.scratch, uint32_t, profile->n_contexts);
    plan.outer = NEW_N(&plan.scratch, uint32_t, profile->n_contexts);
    plan.hidden = NEW_N(&plan.scratch, bool, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        plan.end[c] = c;
        plan.outer[c] = profile->contexts[c].parent;
    }
    return plan;
}

/* Returns, by context, whether a remaining stack goes through it. */
static bool *find_needed(struct stack_plan *plan)
{
    uint32_t n = plan->profile->n_contexts;
    bool *needed = NEW_N(&plan->scratch, bool, n);
    for (uint32_t c = 0; c < n; c++)
        if (plan->end[c] != NO_ID)
            needed[plan->end[c]] = true;
    for (uint32_t c = n; c-- > 0;) {
        if (needed[c] && plan->outer[c] != NO_ID)
            needed[plan->outer[c]] = true;
    }
    return needed;
}

/* Adds the remaining contexts to result. Returns, by old context, the new one
   or that of the nearest remaining context further out; NO_ID if there is
   none. */
static uint32_t *copy_contexts(struct profile *result, struct stack_plan *plan)
{
    const struct profile *from = plan->profile;
    uint32_t *ids = index_no_ids(&plan->scratch, from->n_functions);
    uint32_t *to = NEW_N(&plan->scratch, uint32_t, from->n_contexts);
    bool *needed = find_needed(plan);
    for (uint32_t c = 0; c < from->n_contexts; c++) {
        uint32_t f = from->contexts[c].function;
        to[c] = plan->outer[c] == NO_ID ? NO_ID : to[plan->outer[c]];
        if (!needed[c] || plan->hidden[c])
            continue;
        if (ids[f] == NO_ID) {
            ids[f] = profile_copy_function(result, &from->functions[f]);
            /* Nobody knows how many of its executions had these stacks. */
            result->functions[ids[f]].count = UNKNOWN;
        }
        to[c] = profile_context(result, to[c], ids[f]);
    }
    return to;
}

/* Makes the new profile and frees the plan. Stacks without any frame left are
   dropped. */
static struct profile *carry_out(struct arena *arena, struct stack_plan *plan)
{
    struct profile *result = profile_like(arena, plan->profile);
    const uint32_t *to = copy_contexts(result, plan);
    uint32_t *ends = NEW_N(&plan->scratch, uint32_t, plan->profile->n_contexts);
    for (uint32_t c = 0; c < plan->profile->n_contexts; c++) {
        uint32_t end = plan->end[c] == NO_ID ? NO_ID : to[plan->end[c]];
        double cost = plan->profile->contexts[c].self;
        ends[c] = end;
        if (end == NO_ID)
            continue;
        result->contexts[end].self += cost;
        result->functions[result->contexts[end].function].self += cost;
    }
    samples_merge(&result->samples, &plan->profile->samples, ends);
    const double *through = stack_tree_costs(&plan->scratch, result);
    for (uint32_t c = 0; c < result->n_contexts; c++)
        if (result->contexts[c].parent == NO_ID)
            result->functions[result->contexts[c].function].entry += through[c];
    arena_free(&plan->scratch);
    return result;
}

/* Returns, by context, the innermost context of a marked function on its stack,
   which may be the context itself, or NO_ID. */
static uint32_t *nearest_match(struct stack_plan *plan, const bool *marked)
{
    const struct profile *profile = plan->profile;
    uint32_t *nearest = NEW_N(&plan->scratch, uint32_t, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        nearest[c] = marked[context->function]  ? c
                     : context->parent != NO_ID ? nearest[context->parent]
                                                : NO_ID;
    }
    return nearest;
}

/* Keeps the stacks with a match, or those without one. Returns the result of
   nearest_match. */
static uint32_t *keep_by_match(struct stack_plan *plan, const bool *marked,
                               bool with_match)
{
    uint32_t *nearest = nearest_match(plan, marked);
    const bool *ends = profile_stack_ends(&plan->scratch, plan->profile);
    for (uint32_t c = 0; c < plan->profile->n_contexts; c++)
        if (!ends[c] || (nearest[c] != NO_ID) != with_match)
            plan->end[c] = NO_ID;
    return nearest;
}

struct profile *filter_stacks_focus(struct arena *arena,
                                    const struct profile *profile,
                                    const bool *marked)
{
    struct stack_plan plan = new_plan(profile);
    keep_by_match(&plan, marked, true);
    return carry_out(arena, &plan);
}

struct profile *filter_stacks_ignore(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *marked)
{
    struct stack_plan plan = new_plan(profile);
    keep_by_match(&plan, marked, false);
    return carry_out(arena, &plan);
}

struct profile *filter_stacks_show_from(struct arena *arena,
                                        const struct profile *profile,
                                        const bool *marked)
{
    struct stack_plan plan = new_plan(profile);
    const uint32_t *nearest = keep_by_match(&plan, marked, true);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        uint32_t parent = profile->contexts[c].parent;
        if (nearest[c] == c && (parent == NO_ID || nearest[parent] == NO_ID))
            plan.outer[c] = NO_ID;
    }
    return carry_out(arena, &plan);
}

struct profile *filter_stacks_prune_from(struct arena *arena,
                                         const struct profile *profile,
                                         const bool *marked)
{
    struct stack_plan plan = new_plan(profile);
    const uint32_t *nearest = nearest_match(&plan, marked);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (nearest[c] != NO_ID)
            plan.end[c] = nearest[c];
    return carry_out(arena, &plan);
}

struct profile *filter_stacks_hide(struct arena *arena,
                                   const struct profile *profile,
                                   const bool *marked)
{
    struct stack_plan plan = new_plan(profile);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        plan.hidden[c] = marked[profile->contexts[c].function];
    return carry_out(arena, &plan);
}

struct profile *filter_stacks_collapse(struct arena *arena,
                                       const struct profile *profile,
                                       const bool *marked)
{
    struct stack_plan plan = new_plan(profile);
    struct stack_tree_walk walk =
        stack_tree_start(stack_tree_of(&plan.scratch, profile));
    const bool *ends = profile_stack_ends(&plan.scratch, profile);
    /* By function: 1 + its outermost context on the stack, or 0. */
    uint32_t *outermost = NEW_N(&plan.scratch, uint32_t, profile->n_functions);
    while (stack_tree_next(&walk)) {
        uint32_t c = walk.at, f = profile->contexts[c].function;
        if (!ends[c])
            plan.end[c] = NO_ID;
        if (!marked[f])
            continue;
        if (!walk.entered) {
            outermost[f] = outermost[f] == c + 1 ? 0 : outermost[f];
        } else if (!outermost[f]) {
            outermost[f] = c + 1;
        } else {
            plan.hidden[c] = true;
            plan.outer[c] = outermost[f] - 1;
        }
    }
    return carry_out(arena, &plan);
}

/* Clears the functions of contexts that move or go, and returns the functions
   that they all had. No context is found by its function and its caller then
   that does not stay. */
static uint32_t *clear_moving(struct arena *arena, struct profile *profile,
                              const bool *marked, const bool *ends)
{
    uint32_t n = profile->n_contexts;
    uint32_t *function = NEW_N(arena, uint32_t, n);
    for (uint32_t c = 0; c < n; c++) {
        struct context *context = &profile->contexts[c];
        uint32_t parent = context->parent;
        function[c] = context->function;
        if ((marked[c] && !ends[c]) ||
            (parent != NO_ID && (marked[parent] ||
                                 profile->contexts[parent].function == NO_ID)))
            context->function = NO_ID;
    }
    return function;
}

void filter_stacks_trim(struct profile *profile, const bool *marked)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_contexts;
    const bool *ends = profile_stack_ends(&scratch, profile);
    const uint32_t *function = clear_moving(&scratch, profile, marked, ends);
    uint32_t *outer = NEW_N(&scratch, uint32_t, n); /* the new parent */
    uint32_t *to = NEW_N(&scratch, uint32_t, n);
    for (uint32_t c = 0; c < n; c++) {
        struct context context = profile->contexts[c];
        uint32_t parent = context.parent;
        outer[c] = parent == NO_ID  ? NO_ID
                   : marked[parent] ? outer[parent]
                                    : to[parent];
        to[c] = context.function != NO_ID ? c
                : marked[c] && !ends[c]
                    ? NO_ID
                    : profile_context(profile, outer[c], function[c]);
        if (to[c] != c && to[c] != NO_ID)
            profile->contexts[to[c]].self += context.self;
    }
    samples_move(&profile->samples, to);
    /* Nobody knows how many executions had the stacks that are left. */
    for (uint32_t f = 0; f < profile->n_functions; f++)
        profile->functions[f].count = UNKNOWN;
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].count = UNKNOWN;
}

struct profile *filter_stacks_cut(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *marked)
{
    struct stack_plan plan = new_plan(profile);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        uint32_t call = profile->contexts[c].call;
        if (call != NO_ID && marked[call])
            plan.outer[c] = NO_ID;
    }
    return carry_out(arena, &plan);
}
