#include "readers/firefox/costs.h"

#include "util/known.h"

const struct firefox_event_names firefox_events[N_FIREFOX_EVENTS] = {
    [FIREFOX_EVENT_SAMPLES] = { STR("samples"), STR("samples") },
    [FIREFOX_EVENT_TRACING] = { STR("tracing-ms"), STR("ms") },
    [FIREFOX_EVENT_BYTES] = { STR("bytes"), STR("bytes") },
    [FIREFOX_EVENT_CPU] = { STR("cpu"), STR("us") },
    [FIREFOX_EVENT_JS] = { STR("js-allocations"), STR("bytes") },
    [FIREFOX_EVENT_NATIVE] = { STR("native-allocations"), STR("bytes") },
};

/* Adds a cost to the last one of the stack, or appends it. The first `first`
   costs belong to other threads and events. The table of stacks may come later,
   so a stack may be any number. */
static void add_cost(struct firefox_costs *costs, uint32_t first,
                     struct firefox_cost cost)
{
    uint32_t id = pairs_add(&costs->stacks, 0, cost.stack);
    uint32_t *last = REACH(&costs->cost_of, id);
    if (*last > first && !known(cost.time)) {
        costs->of[*last - 1].cost += cost.cost;
        costs->of[*last - 1].n++;
        return;
    }
    *PUSH(costs) = cost;
    *last = (uint32_t)costs->n;
}

/* Adds one column of a table of samples as the costs of an event. Without the
   column, each sample costs 1. */
static void add_column(struct firefox_costs *costs,
                       const struct firefox_table *samples,
                       enum firefox_column column, enum firefox_event event,
                       size_t n_samples[N_FIREFOX_EVENTS])
{
    bool has_costs = samples->columns[column].n > 0;
    bool has_deltas = samples->columns[FIREFOX_TIME_DELTAS].n > 0;
    uint32_t first = (uint32_t)costs->n;
    double sum = 0;
    for (size_t i = 0; i < samples->columns[FIREFOX_STACK].n; i++) {
        uint32_t stack;
        double cost = has_costs ? firefox_table_cell(samples, column, i) : 1;
        sum += known_or(firefox_table_cell(samples, FIREFOX_TIME_DELTAS, i), 0);
        double time = has_deltas ? sum
                                 : firefox_table_cell(samples, FIREFOX_TIME, i);
        if (!firefox_table_place(samples, FIREFOX_STACK, i, &stack)) {
            costs->n_empty += event <= FIREFOX_EVENT_BYTES;
            continue;
        }
        costs->n_negative += cost < 0 && event <= FIREFOX_EVENT_CPU;
        costs->n_costless += !known(cost) && event <= FIREFOX_EVENT_BYTES;
        if (!(cost > 0))
            continue;
        n_samples[event]++;
        add_cost(costs, first,
                 (struct firefox_cost){ .stack = stack,
                                        .event = event,
                                        .n = 1,
                                        .time = time / 1e3,
                                        .cost = cost });
    }
}

static enum firefox_event event_of(const struct firefox_table *samples)
{
    struct str weights = str_of(samples->weights);
    return str_eq(weights, S("bytes"))        ? FIREFOX_EVENT_BYTES
           : str_eq(weights, S("tracing-ms")) ? FIREFOX_EVENT_TRACING
                                              : FIREFOX_EVENT_SAMPLES;
}

void firefox_costs_add(struct firefox_costs *costs,
                       const struct firefox_samples *samples,
                       size_t n_samples[N_FIREFOX_EVENTS])
{
    const struct firefox_table *all = &samples->samples;
    const struct firefox_table *js = &samples->js_allocations;
    const struct firefox_table *native = &samples->native_allocations;
    add_column(costs, all, FIREFOX_WEIGHT, event_of(all), n_samples);
    if (all->columns[FIREFOX_CPU_DELTA].n)
        add_column(costs, all, FIREFOX_CPU_DELTA, FIREFOX_EVENT_CPU, n_samples);
    if (js->columns[FIREFOX_WEIGHT].n)
        add_column(costs, js, FIREFOX_WEIGHT, FIREFOX_EVENT_JS, n_samples);
    if (native->columns[FIREFOX_WEIGHT].n)
        add_column(costs, native, FIREFOX_WEIGHT, FIREFOX_EVENT_NATIVE,
                   n_samples);
}

void firefox_costs_free(struct firefox_costs *costs)
{
    LIST_FREE(costs);
    pairs_free(&costs->stacks);
    LIST_FREE(&costs->cost_of);
}
