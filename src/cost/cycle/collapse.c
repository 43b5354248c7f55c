#include "cost/cycle/collapse.h"

/* A tag that no function has that is called like a cycle, so that such a
   function and the cycle are two. */
static struct str free_tag(struct arena *arena, const struct profile *profile)
{
    struct str tag = S("");
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct identity *is = &profile->functions[f].is;
        if (str_starts(is->name, S("<cycle ")) && is->tag.len >= tag.len)
            tag = arena_printf(arena, "%s+", is->tag.s);
    }
    return tag;
}

/* What all members have in common. */
static struct identity common_identity(const struct profile *profile,
                                       const struct cycle *cycle)
{
    struct identity is = profile->functions[cycle->members[0]].is;
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

static struct identity *identities_of(struct arena *scratch,
                                      const struct profile *profile,
                                      const struct collapsed *collapsed)
{
    struct identity *cycles =
        NEW_N(scratch, struct identity, collapsed->n_cycles);
    struct str tag = free_tag(scratch, profile);
    for (uint32_t n = 0; n < collapsed->n_cycles; n++) {
        cycles[n] = common_identity(profile, &collapsed->cycles[n]);
        cycles[n].name = arena_printf(scratch, "<cycle %u>", n + 1);
        cycles[n].tag = tag;
    }
    return cycles;
}

static void add_functions(struct profile *result, struct collapsed *collapsed,
                          const uint32_t *cycle)
{
    struct arena scratch = { 0 };
    const struct profile *from = collapsed->before;
    struct identity *cycles = identities_of(&scratch, from, collapsed);
    for (uint32_t f = 0; f < from->n_functions; f++) {
        const struct function *function = &from->functions[f];
        uint32_t id = cycle[f]
                          ? profile_function(result, cycles[cycle[f] - 1])
                          : profile_copy_function(result, function);
        collapsed->function[f] = id;
        collapsed->cycle[id] = cycle[f];
        if (cycle[f])
            result->functions[id].count =
                add_known(result->functions[id].count, function->count);
        result->functions[id].detail |= function->detail;
    }
    arena_free(&scratch);
}

static void merge_stacks(struct profile *result,
                         const struct collapsed *collapsed)
{
    struct arena scratch = { 0 };
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
    arena_free(&scratch);
}

/* By function of the new profile: what enters it but self-calls. */
static double *find_inflow(struct arena *scratch, const struct profile *result,
                           const struct collapsed *collapsed)
{
    const struct profile *from = collapsed->before;
    double *inflow = NEW_N(scratch, double, result->n_functions);
    for (uint32_t f = 0; f < result->n_functions; f++)
        inflow[f] = result->functions[f].entry;
    for (uint32_t c = 0; c < from->n_calls; c++) {
        uint32_t callee = collapsed->function[from->calls[c].callee];
        if (collapsed->function[from->calls[c].caller] != callee)
            inflow[callee] += from->calls[c].weight;
    }
    return inflow;
}

/* Where no weight comes in, calls share equally: two that become one must not
   share as one. */
static void merge_calls(struct profile *result,
                        const struct collapsed *collapsed)
{
    struct arena scratch = { 0 };
    const struct profile *from = collapsed->before;
    double *inflow = find_inflow(&scratch, result, collapsed);
    for (uint32_t c = 0; c < from->n_calls; c++) {
        const struct call *call = &from->calls[c];
        uint32_t caller = collapsed->function[call->caller];
        uint32_t callee = collapsed->function[call->callee];
        uint32_t id = profile_call(result, caller, callee);
        struct call *merged = &result->calls[id];
        bool is_weightless = caller != callee && inflow[callee] <= 0;
        merged->weight += is_weightless ? 1 : call->weight;
        merged->count = add_known(merged->count, call->count);
        if (caller != callee)
            merged->cost = add_known(merged->cost, call->cost);
    }
    arena_free(&scratch);
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
        .cycles = costs->cycles,
        .n_cycles = costs->n_cycles,
    };
    add_functions(result, collapsed, costs->cycle);
    if (profile->kind == FROM_CALLS) {
        sum_functions(result, collapsed);
        merge_calls(result, collapsed);
        dependences_merge(result, profile, collapsed->function);
    } else {
        merge_stacks(result, collapsed);
    }
    return result;
}
