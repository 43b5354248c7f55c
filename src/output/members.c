#include "output/members.h"

struct members members_of(struct arena *arena, const struct report *report,
                          uint32_t function)
{
    const struct collapsed *collapsed = report->collapsed;
    struct members members = { 0 };
    if (!collapsed || !collapsed->cycle[function])
        return members;
    const struct cycle *cycle =
        &collapsed->cycles[collapsed->cycle[function] - 1];
    members.n = cycle->n_members;
    members.ranked = NEW_N(arena, struct ranked, members.n);
    for (size_t i = 0; i < members.n; i++) {
        uint32_t f = cycle->members[i];
        members.ranked[i] =
            (struct ranked){ f, collapsed->before->functions[f].self };
    }
    ranked_sort(members.ranked, members.n);
    return members;
}

/* The weight of an entry is a cost in a profile from stacks and where the costs
   of calls are measured. Elsewhere it is a number of executions if the function
   has a count, or else of no known unit. */
static struct member_call entry_of(const struct profile *profile, uint32_t f)
{
    const struct function *function = &profile->functions[f];
    bool is_cost = profile->kind != FROM_CALLS || profile->call_costs;
    bool is_count = !is_cost && known(function->count);
    return (struct member_call){ .caller = NO_ID, .callee = f, .enters = true,
                                 .count = is_count ? function->entry : UNKNOWN,
                                 .cost = is_cost ? function->entry : UNKNOWN };
}

/* Sorts by falling count or cost, calls that enter first. */
static struct member_call *sort_calls(struct arena *arena,
                                      const struct member_call *calls, size_t n)
{
    struct member_call *sorted = NEW_N(arena, struct member_call, n);
    struct ranked *ranked = NEW_N(arena, struct ranked, n);
    size_t n_sorted = 0;
    for (int enters = 1; enters >= 0; enters--) {
        size_t n_ranked = 0;
        for (size_t i = 0; i < n; i++)
            if (calls[i].enters == enters)
                ranked[n_ranked++] = (struct ranked){
                    (uint32_t)i,
                    known_or(calls[i].count, known_or(calls[i].cost, 0))
                };
        ranked_sort(ranked, n_ranked);
        for (size_t i = 0; i < n_ranked; i++)
            sorted[n_sorted++] = calls[ranked[i].id];
    }
    return sorted;
}

struct member_calls member_calls_of(struct arena *arena,
                                    const struct report *report,
                                    uint32_t function)
{
    const struct collapsed *collapsed = report->collapsed;
    struct member_calls calls = { 0 };
    if (!collapsed || !collapsed->cycle[function])
        return calls;
    const struct profile *before = collapsed->before;
    const struct cycle *cycle =
        &collapsed->cycles[collapsed->cycle[function] - 1];
    calls.of = NEW_N(arena, struct member_call,
                     before->n_calls + cycle->n_members);
    for (uint32_t m = 0; m < cycle->n_members; m++)
        if (before->functions[cycle->members[m]].entry > 0)
            calls.of[calls.n++] = entry_of(before, cycle->members[m]);
    for (uint32_t c = 0; c < before->n_calls; c++) {
        const struct call *call = &before->calls[c];
        if (collapsed->function[call->callee] == function)
            calls.of[calls.n++] = (struct member_call){
                .caller = call->caller, .callee = call->callee,
                .enters = collapsed->function[call->caller] != function,
                .count = call->count, .cost = collapsed->call_cost[c],
            };
    }
    calls.of = sort_calls(arena, calls.of, calls.n);
    return calls;
}

/* A caller outside of all cycles has the label of its function. */
static struct str label_of(struct arena *arena, const struct report *report,
                           uint32_t f)
{
    uint32_t function = report->collapsed->function[f];
    return report->collapsed->cycle[function]
               ? report->member_labels[f]
               : report_label(arena, report, function);
}

struct str member_call_text(struct arena *arena, const struct report *report,
                            const struct member_call *call)
{
    struct str callee = label_of(arena, report, call->callee);
    if (call->caller == NO_ID)
        return arena_printf(arena, "enters at %s", callee.s);
    return arena_printf(arena, "%s %s %s",
                        label_of(arena, report, call->caller).s,
                        call->enters ? "enters at" : "calls", callee.s);
}
