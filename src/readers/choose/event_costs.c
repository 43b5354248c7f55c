#include "readers/choose/event_costs.h"

#include "readers/choose/all_events.h"

static void add(struct event_costs *costs, uint32_t context,
                uint32_t event, double cost)
{
    uint32_t n = costs->keys.n;
    uint32_t id = pairs_add_in(&costs->keys, costs->arena, context, event);
    if (id == n)
        *PUSH_IN(costs->arena, &costs->costs) = 0;
    costs->costs.of[id] += cost;
}

void event_costs_prepare(struct event_costs *costs,
                         const struct profile *profile, uint32_t event)
{
    if (!costs->begun) {
        costs->begun = true;
        costs->event = event;
    }
    if (event != costs->event)
        event_costs_split(costs, profile, 0);
}

void event_costs_split(struct event_costs *costs, const struct profile *profile,
                       double least)
{
    if (costs->several)
        return;
    LOCAL_ARENA(scratch);
    bool *ends = profile_stack_ends(&scratch, profile);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (ends[c] && profile->contexts[c].self >= least)
            add(costs, c, costs->event, profile->contexts[c].self);
    costs->several = true;
}

void event_costs_add(struct event_costs *costs, uint32_t context,
                     uint32_t event, double cost)
{
    if (costs->several)
        add(costs, context, event, cost);
}

static void select_samples(const struct event_costs *costs,
                           struct profile *profile,
                           const struct events *events, uint32_t event,
                           uint32_t sample_event)
{
    LOCAL_ARENA(scratch);
    struct profile *selected = profile_like(&scratch, profile);
    struct stack_copy copy = stack_copy_of(&scratch, selected, profile);
    for (uint32_t id = 0; id < costs->keys.n; id++) {
        struct pair key = costs->keys.keys[id];
        if (key.b == NO_EVENT || events_is_drawn(events, key.b, event))
            profile_sample(selected, stack_copy_context(&copy, key.a),
                           costs->costs.of[id]);
    }
    if (profile->samples.kept) {
        samples_select_event(&profile->samples, sample_event);
        samples_merge(&selected->samples, &profile->samples, copy.contexts);
    }
    profile_move(profile, selected);
}

bool event_costs_select(struct event_costs *costs, struct profile *profile,
                        const struct events *events, uint32_t event,
                        uint32_t sample_event)
{
    if (!costs->several && (!costs->begun || costs->event == NO_EVENT ||
                            events_is_drawn(events, costs->event, event)))
        return false;
    select_samples(costs, profile, events, event, sample_event);
    *costs = (struct event_costs){ .arena = costs->arena,
                                   .begun = profile->n_contexts > 0,
                                   .event = event };
    return true;
}
