#include "readers/firefox/document.h"

/* ---- Costs ---- */

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
    uint32_t id = pairs_add_in(&costs->stacks, costs->arena, 0, cost.stack);
    uint32_t *last = REACH_IN(costs->arena, &costs->cost_of, id);
    if (*last > first && !known(cost.time)) {
        costs->of[*last - 1].cost += cost.cost;
        costs->of[*last - 1].n++;
        return;
    }
    *PUSH_IN(costs->arena, costs) = cost;
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

/* Appends the costs of a thread, one for each stack and event; if times are
   wanted, one for each sample and event. Adds the number of samples that have a
   cost to n_samples of each event. */
static void add_costs(struct firefox_costs *costs,
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

/* ---- The document ---- */

/* A process, or an array of processes, that is being read. */
struct firefox_level {
    size_t opened;    /* of json_reader_open */
    uint32_t process; /* NO_ID: an array */
};

/* ---- Threads ---- */

struct reading {
    struct firefox_thread thread;
    uint32_t process_name; /* a text of the profile */
};

/* The tables of samples, which are not needed once they are added up. */
#define SAMPLES(name) \
    .read = firefox_table_read, .at = offsetof(struct firefox_samples, name)
static const struct json_member sample_members[] = {
    { STR("samples"), SAMPLES(samples) },
    { STR("jsAllocations"), SAMPLES(js_allocations) },
    { STR("nativeAllocations"), SAMPLES(native_allocations) },
};

static const struct json_member thread_members[] = {
    { STR("name"), JSON_FIELD(struct reading, thread.values[THREAD_COMM]) },
    { STR("pid"), JSON_FIELD(struct reading, thread.values[THREAD_PID]) },
    { STR("tid"), JSON_FIELD(struct reading, thread.values[THREAD_TID]) },
    { STR("processName"), JSON_FIELD(struct reading, process_name) },
    { STR("libs"), .read = firefox_libs_read,
      .at = offsetof(struct reading, thread.libs) },
};

/* Reads a thread. The main thread of every process of Firefox, and of samply's,
   is called GeckoMain; the name of the process says more. */
static void read_thread(struct firefox_document *document,
                        struct json_reader *json, uint32_t process)
{
    LOCAL_ARENA(scratch);
    struct firefox_table empty = { .has_times = document->has_times };
    struct firefox_samples samples = { empty, empty, empty };
    struct reading reading = { .thread.process = process };
    struct firefox_thread *thread = &reading.thread;
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        /* cppcheck-suppress autoVariables; it is set back below */
        json->reader = &scratch;
        if (json_member(json, sample_members, ROWS(sample_members), &samples))
            continue;
        json->reader = document->arena;
        if (!json_member(json, thread_members, ROWS(thread_members), &reading))
            json_member(json, firefox_tables_members, N_FIREFOX_TABLES,
                        &thread->tables);
    }
    json->reader = document->arena;
    uint32_t *name = &thread->values[THREAD_COMM];
    if (reading.process_name &&
        str_eq(profile_text(document->profile, *name), S("GeckoMain")))
        *name = reading.process_name;
    add_costs(&document->costs, &samples, thread->n_samples);
    thread->end = (uint32_t)document->costs.n;
    *PUSH_IN(document->arena, &document->threads) = *thread;
}

/* Version 3 has the profiles of other processes among the threads, as texts
   that are JSON in themselves. */
static void read_threads(struct firefox_document *document,
                         struct json_reader *json, uint32_t process)
{
    size_t threads = json_reader_open(json);
    while (json_reader_next(json, threads)) {
        if (json->type == JSON_OBJECT)
            read_thread(document, json, process);
        else if (json->type == JSON_STRING)
            *PUSH_IN(document->arena, &document->texts) =
                arena_copy(document->arena, json->text);
    }
}

/* ---- Processes ---- */

static void read_unit(struct json_reader *json, void *row)
{
    struct firefox_document *document = row;
    if (json->text.len)
        document->cpu_unit = arena_copy(document->arena, json->text);
}

static const struct json_member unit_members[] = {
    { STR("threadCPUDelta"), .read = read_unit },
};

static const struct json_member meta_members[] = {
    { STR("sampleUnits"), JSON_INSIDE(unit_members) },
};

/* Enters the current value, a process or an array of them. */
static void push_level(struct firefox_document *document,
                       struct json_reader *json)
{
    size_t opened = json_reader_open(json);
    uint32_t process = NO_ID;
    if (!opened)
        return;
    if (json->type == JSON_OBJECT) {
        process = (uint32_t)document->processes.n;
        *PUSH_IN(document->arena, &document->processes) =
            (struct firefox_process){ .shared.strings.n = 0 };
    }
    *PUSH_IN(document->arena, &document->levels) =
        (struct firefox_level){ opened, process };
}

static void read_process_member(struct firefox_document *document,
                                struct json_reader *json, uint32_t i)
{
    struct firefox_process *process = &document->processes.of[i];
    if (json_reader_is(json, S("threads")))
        read_threads(document, json, i);
    else if (json_reader_is(json, S("libs")))
        firefox_libs_read(json, &process->libs);
    else if (json_reader_is(json, S("meta")))
        json_members(json, meta_members, ROWS(meta_members), document);
    else if (json_reader_is(json, S("processes")) ||
             json_reader_is(json, S("profile")))
        push_level(document, json);
    else if (json_reader_is(json, S("shared")))
        json_members(json, firefox_tables_members, N_FIREFOX_TABLES,
                     &process->shared);
}

static void read_processes(struct firefox_document *document,
                           struct json_reader *json)
{
    json->profile = document->profile;
    json->reader = document->arena;
    push_level(document, json);
    while (document->levels.n) {
        struct firefox_level *level = LAST(&document->levels);
        if (!json_reader_next(json, level->opened))
            document->levels.n--;
        else if (level->process == NO_ID)
            push_level(document, json);
        else
            read_process_member(document, json, level->process);
    }
    json_reader_end(json);
}

void firefox_document_read(struct firefox_document *document, struct input *in)
{
    struct json_reader json = json_reader_start(in);
    read_processes(document, &json);
    for (size_t i = 0; i < document->texts.n; i++) {
        struct json_reader inner = json_reader_of_text(document->texts.of[i]);
        read_processes(document, &inner);
    }
}
