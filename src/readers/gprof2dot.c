/*
 * gprof2dot's own JSON, which other programs write for it:
 *
 *     {"version": 0,
 *      "costs": [{"description": "Memory", "unit": "bytes"}],
 *      "functions": [{"name": "main", "module": "prog", "process": "prog"},
 *                    {"name": "read"}],
 *      "events": [{"callchain": [1, 0], "cost": [512]}]}
 *
 * An event is a sample: its stack, the innermost function first, as places in
 * "functions", and a cost for each item of "costs", which are the events of
 * prof2dot. The first is drawn by default. Functions are the same if name,
 * module and process are equal. The members may come in any order.
 *
 * Source: schema.json in the repository jrfonseca/gprof2dot.
 */

#include "readers/choose/event.h"
#include "readers/frames/frame_stacks.h"
#include "readers/json_members.h"
#include "util/array.h"

/* A function of the input. Texts are texts of the profile. */
struct function_texts {
    uint32_t name, module, process;
};

struct gprof2dot {
    struct input *in;
    struct profile *profile;
    LIST(struct function_texts) functions;
    LIST(struct event_column) costs; /* texts of the profile */
    struct frame_stacks stacks; /* their events are places in "cost" */
    LIST(size_t) samples; /* by place in "cost": how many events have such a
                             cost */
    struct json_numbers chain; /* scratch: the stack of an event */
    bool is_bad_chain;
    LIST(double) cost; /* scratch: its costs */
    size_t bad_events, n_negative;
};

/* ---- The file ---- */

/* An item of "costs". Texts are texts of the profile. */
struct cost_texts {
    uint32_t description, unit;
};

static const struct json_member cost_members[] = {
    { STR("description"), JSON_FIELD(struct cost_texts, description) },
    { STR("unit"), JSON_FIELD(struct cost_texts, unit) },
};

static bool has_cost(const struct gprof2dot *g, struct str name)
{
    for (size_t i = 0; i < g->costs.n; i++)
        if (str_eq(g->costs.of[i].event, name))
            return true;
    return false;
}

/* {"description": "Memory", "unit": "bytes"}. The description says what a cost
   counts if there is no unit. */
static void read_cost(struct json_reader *json, void *reader)
{
    struct gprof2dot *g = reader;
    struct cost_texts cost = { 0 };
    LOCAL_BUF(unique);
    json_members(json, cost_members, ROWS(cost_members), &cost);
    struct str name = profile_text(
        g->profile, cost.description ? cost.description : cost.unit);
    if (!name.len || has_cost(g, name)) {
        buf_printf(&unique, "%.*s%scost %zu", (int)name.len, name.s,
                   name.len ? ", " : "", g->costs.n + 1);
        uint32_t id = profile_text_id(g->profile, buf_text(&unique));
        name = profile_text(g->profile, id);
    }
    struct str unit = cost.unit ? profile_text(g->profile, cost.unit) : name;
    *PUSH_IN(&g->in->arena, &g->costs) = (struct event_column){
        .event = name,
        .unit = str_eq(unit, S("Samples")) ? S("samples") : unit,
    };
}

static const struct json_member function_members[] = {
    { STR("name"), JSON_FIELD(struct function_texts, name) },
    { STR("module"), JSON_FIELD(struct function_texts, module) },
    { STR("process"), JSON_FIELD(struct function_texts, process) },
};

/* {"name": "main", "module": "prog", "process": "prog"} */
static void read_function(struct json_reader *json, void *reader)
{
    struct gprof2dot *g = reader;
    struct function_texts function = { 0 };
    json_members(json, function_members, ROWS(function_members), &function);
    *PUSH_IN(&g->in->arena, &g->functions) = function;
}

static void read_chain(struct json_reader *json, void *reader)
{
    struct gprof2dot *g = reader;
    g->is_bad_chain = !json_numbers_read(json, &g->in->arena, &g->chain);
}

static void read_event_cost(struct json_reader *json, void *reader)
{
    struct gprof2dot *g = reader;
    double cost = 0;
    json_reader_number(json, &cost);
    g->n_negative += cost < 0;
    *PUSH_IN(&g->in->arena, &g->cost) = fmax(cost, 0);
}

static const struct json_member event_members[] = {
    { STR("callchain"), .read = read_chain },
    { STR("cost"), .each = read_event_cost },
};

static void read_event(struct json_reader *json, void *reader)
{
    struct gprof2dot *g = reader;
    g->chain.n = g->cost.n = 0;
    g->is_bad_chain = false;
    json_members(json, event_members, ROWS(event_members), g);
    if (g->is_bad_chain || g->chain.n == 0) {
        g->bad_events += !json->failed;
        return;
    }
    uint32_t stack = frame_stacks_push_all(&g->stacks, g->chain.of, g->chain.n);
    for (uint32_t i = 0; i < g->cost.n; i++) {
        if (!(g->cost.of[i] > 0))
            continue;
        ++*REACH_IN(&g->in->arena, &g->samples, i);
        frame_stacks_add(&g->stacks, stack, i, g->cost.of[i]);
    }
}

static const struct json_member all_members[] = {
    { STR("costs"), .each = read_cost },
    { STR("functions"), .each = read_function },
    { STR("events"), .each = read_event },
};

/* ---- The profile ---- */

static uint32_t find_function(void *reader, uint32_t i)
{
    const struct gprof2dot *g = reader;
    struct str name = profile_text(g->profile, g->functions.of[i].name);
    struct identity is = {
        .name = name.len ? name : UNRESOLVED,
        .module = profile_text(g->profile, g->functions.of[i].module),
        .tag = profile_text(g->profile, g->functions.of[i].process),
    };
    return profile_function(g->profile, is);
}

static bool make_profile(struct gprof2dot *g,
                         const struct reader_options *options)
{
    uint32_t event = 0, n = (uint32_t)g->costs.n;
    (void)REACH_IN(&g->in->arena, &g->samples,
                   n); /* there may be costs that no event has */
    struct event_columns events = { .of = g->costs.of,
                                    .n = n,
                                    .samples = g->samples.of };
    if (n)
        event = event_choice(g->in->name, g->profile, &events, options);
    if (event == NO_ID)
        return false;
    size_t left_out = frame_stacks_fill(&g->stacks, g->profile, event,
                                        find_function, g, g->functions.n);
    input_count(g->in, "stacks of functions that do not exist, left out",
                left_out);
    input_count(g->in, "events without a stack, left out", g->bad_events);
    input_count(g->in, "costs below 0, left out", g->n_negative);
    return g->profile->n_contexts ||
           input_error(g->in, "expected events with a callchain and a cost, "
                              "found none");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct gprof2dot g = { .in = in,
                           .profile = profile,
                           .stacks.arena = &in->arena };
    json_members_all(in, profile, all_members, ROWS(all_members), &g);
    return make_profile(&g, options);
}

const struct reader reader_gprof2dot = {
    .name = "gprof2dot",
    .aliases = "json",
    .description = "gprof2dot's own JSON",
    .programs = "scripts for gprof2dot -f json, memtrail",
    .file = "*.json",
    .recipes =
        "gprof2dot's JSON, prof2dot's own: `prof2dot graph.json -o out.svg`",
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .json = "costs/0/description events/0/callchain",
    .read = read,
};
