/*
 * Profiles of Firefox, in JSON, which samply and other programs write as well.
 * Firefox itself writes raw profiles:
 *
 *     {"meta": {"version": 27, "interval": 1, ...},
 *      "libs": [{"name": "libc.so", "path": "/lib/libc.so", "start": 4096,
 *                "end": 8192}],
 *      "threads": [{"name": "GeckoMain", "tid": 7, "pid": 7,
 *          "stringTable": ["(root)", "0x1f84", "walk (app.js:3:14)"],
 *          "frameTable": {"schema": {"location": 0, "line": 4},
 *                         "data": [[0], [1], [2]]},
 *          "stackTable": {"schema": {"prefix": 0, "frame": 1},
 *                         "data": [[null, 0], [0, 1]]},
 *          "samples": {"schema": {"stack": 0, "time": 1},
 *                      "data": [[1, 0.5], [1, 1.5]]}}],
 *      "processes": [...more of the same...]}
 *
 * The add-on of old wraps that as {"profile": {...}}. What samply and the page
 * profiler.firefox.com save is a processed profile. Tables are columns there,
 * and frames refer to functions:
 *
 *     {"meta": {"preprocessedProfileVersion": 41, ...},
 *      "libs": [{"name": "ls", "path": "/usr/bin/ls"}],
 *      "threads": [{"name": "ls", "tid": 7, "pid": 7, "processName": "ls",
 *          "stringArray": ["main", "ls"],
 *          "resourceTable": {"lib": [0], "name": [1]},
 *          "funcTable": {"name": [0], "resource": [0]},
 *          "frameTable": {"func": [0], "line": [null]},
 *          "stackTable": {"frame": [0], "prefix": [null]},
 *          "samples": {"stack": [0, 0], "weight": [1, 3],
 *                      "weightType": "samples",
 *                      "threadCPUDelta": [1020, 12]}}]}
 *
 * Later versions move things: libs out of the threads (version 41), times to
 * timeDeltas (50), strings (56), sources (58) and then all tables but the
 * samples (60) to "shared", prefix to prefixOffset (66), which is the distance
 * to the stack below or 0, and lib from the resource to the frame (70). So
 * every table is taken from the thread or else from what is shared, wherever it
 * stands in the file; only samples are added up before all is read.
 *
 * A sample weighs 1 or its weight, in samples, in milliseconds (tracing-ms) or
 * in bytes. The time that the thread ran before the sample, and the sizes of
 * allocations, are further events: cpu, js-allocations, native-allocations.
 *
 * Source: docs-developer/{gecko-profile-format,processed-profile-format,
 * CHANGELOG-formats}.md in the repository firefox-devtools/profiler.
 */
#include <stdlib.h>

#include "readers/firefox/frames.h"
#include "readers/select/event_choice.h"
#include "util/array.h"
#include "util/diag.h"

/* The events of an input, in the order in which they are preferred. */
enum event {
    SAMPLES,
    TRACING,
    BYTES,
    CPU,
    JS_ALLOCATIONS,
    NATIVE_ALLOCATIONS,
    N_EVENTS
};

static const struct {
    struct str name, unit;
} events[N_EVENTS] = {
    [SAMPLES] = { STR("samples"), STR("samples") },
    [TRACING] = { STR("tracing-ms"), STR("ms") },
    [BYTES] = { STR("bytes"), STR("bytes") },
    [CPU] = { STR("cpu"), STR("us") },
    [JS_ALLOCATIONS] = { STR("js-allocations"), STR("bytes") },
    [NATIVE_ALLOCATIONS] = { STR("native-allocations"), STR("bytes") },
};

/* The cost that samples of a stack have of an event. */
struct row {
    uint32_t stack, event;
    double time; /* in seconds; UNKNOWN: not wanted or not known */
    double cost;
};

struct thread {
    struct firefox_tables tables;
    struct firefox_libs libs; /* empty: those of the process */
    uint32_t values[N_THREAD_KEYS]; /* texts of the profile */
    uint32_t process;
    uint32_t end;             /* 1 + its last row */
    size_t samples[N_EVENTS]; /* those with a cost */
};

/* A profile, or one of "processes". */
struct process {
    struct firefox_tables shared;
    struct firefox_libs libs;
};

/* A process, or an array of processes, that is being read. */
struct level {
    size_t opened;
    uint32_t process; /* NO_ID: an array */
};

struct firefox {
    struct input *in;
    struct profile *profile;
    const struct reader_options *options;
    struct thread *threads;
    struct process *processes;
    struct row *rows;
    size_t threads_room, processes_room, rows_room;
    uint32_t n_threads, n_processes, n_rows;
    uint32_t *row_of; /* by stack: 1 + its last row of the current event */
    size_t row_of_room;
    struct level *levels;
    size_t levels_room, n_levels;
    struct arena arena;
    struct str *texts; /* processes that are texts, not read yet */
    size_t texts_room, n_texts;
    uint32_t cpu_unit; /* a text of the profile, or NO_ID */
    size_t n_negative, empty;
};

/* ---- Parts of the file ---- */

static uint32_t text_id(struct firefox *firefox, const struct json_reader *json)
{
    return profile_text_id(firefox->profile, json->text);
}

/* "libs": [{"name": "libc.so", "start": 4096, "end": 8192}] */
static void read_libs(struct firefox *firefox, struct json_reader *json,
                      struct firefox_libs *libs)
{
    size_t items = json_reader_open(json);
    libs->n = 0;
    while (json_reader_next(json, items)) {
        struct firefox_lib lib = { NO_ID, NO_ID, UNKNOWN, UNKNOWN };
        size_t members = json_reader_open(json);
        while (json_reader_next(json, members))
            if (json_reader_is(json, S("name")) && json->text.len)
                lib.name = text_id(firefox, json);
            else if (json_reader_is(json, S("path")) && json->text.len)
                lib.path = text_id(firefox, json);
            else if (json_reader_is(json, S("start")))
                json_reader_number(json, &lib.start);
            else if (json_reader_is(json, S("end")))
                json_reader_number(json, &lib.end);
        libs->libs = array_grow(libs->libs, libs->n, &libs->room, sizeof lib);
        libs->libs[libs->n++] = lib;
    }
}

/* Version 3 has them as a text that is JSON in itself. */
static void read_any_libs(struct firefox *firefox, struct json_reader *json,
                          struct firefox_libs *libs)
{
    if (json->type != JSON_STRING) {
        read_libs(firefox, json, libs);
        return;
    }
    struct arena scratch = { 0 };
    struct json_reader inner =
        json_reader_of_text(arena_copy(&scratch, json->text));
    read_libs(firefox, &inner, libs);
    json_reader_end(&inner);
    arena_free(&scratch);
}

static void read_strings(struct firefox *firefox, struct json_reader *json,
                         struct firefox_tables *tables)
{
    size_t strings = json_reader_open(json);
    tables->n_strings = 0;
    while (json_reader_next(json, strings)) {
        tables->strings = array_grow(tables->strings, tables->n_strings,
                                     &tables->strings_room,
                                     sizeof *tables->strings);
        tables->strings[tables->n_strings++] = profile_text_id(
            firefox->profile, json_reader_text(json));
    }
}

/* Reads the current member of a thread or of "shared" if it is one of the
   tables that both can have. */
static void read_tables_member(struct firefox *firefox,
                               struct json_reader *json,
                               struct firefox_tables *tables)
{
    if (json_reader_is(json, S("stackTable")))
        firefox_table_read(&tables->stacks, json);
    else if (json_reader_is(json, S("frameTable")))
        firefox_table_read(&tables->frames, json);
    else if (json_reader_is(json, S("funcTable")))
        firefox_table_read(&tables->funcs, json);
    else if (json_reader_is(json, S("resourceTable")))
        firefox_table_read(&tables->resources, json);
    else if (json_reader_is(json, S("sources")))
        firefox_table_read(&tables->sources, json);
    else if (json_reader_is(json, S("stringArray")) ||
             json_reader_is(json, S("stringTable")))
        read_strings(firefox, json, tables);
}

/* ---- Samples ---- */

static void add_row(struct firefox *firefox, uint32_t first, uint32_t stack,
                    enum event event, double time, double cost)
{
    firefox->row_of = array_reach(firefox->row_of, stack,
                                  &firefox->row_of_room,
                                  sizeof *firefox->row_of);
    uint32_t row = firefox->row_of[stack];
    bool is_new = row <= first || known(time) ||
                  firefox->rows[row - 1].event != event;
    if (is_new) {
        row = ++firefox->n_rows;
        firefox->rows = array_grow(firefox->rows, row - 1, &firefox->rows_room,
                                   sizeof *firefox->rows);
        firefox->rows[row - 1] = (struct row){ stack, event, time, 0 };
        firefox->row_of[stack] = row;
    }
    firefox->rows[row - 1].cost += cost;
}

/* Adds one column of a table of samples as the costs of an event. */
static void add_column(struct firefox *firefox, struct thread *thread,
                       const struct firefox_table *samples,
                       enum firefox_column column, enum event event)
{
    const struct firefox_cells *weights = &samples->columns[column];
    uint32_t first = firefox->n_rows;
    double time = 0;
    for (size_t i = 0; i < samples->columns[FIREFOX_STACK].n; i++) {
        uint32_t stack;
        double cost = weights->n ? firefox_table_cell(samples, column, i) : 1;
        time += known_or(firefox_table_cell(samples, FIREFOX_TIME_DELTAS, i),
                         0);
        bool has_deltas = samples->columns[FIREFOX_TIME_DELTAS].n > 0;
        double at = has_deltas ? time
                               : firefox_table_cell(samples, FIREFOX_TIME, i);
        if (!firefox_table_place(samples, FIREFOX_STACK, i, &stack)) {
            firefox->empty += event <= BYTES;
            continue;
        }
        firefox->n_negative += cost < 0 && event <= CPU;
        if (!(cost > 0))
            continue;
        thread->samples[event]++;
        add_row(firefox, first, stack, event, at / 1e3, cost);
    }
}

static enum event event_of(const struct firefox_table *samples)
{
    struct str weights = str_of(samples->weights);
    return str_eq(weights, S("bytes"))        ? BYTES
           : str_eq(weights, S("tracing-ms")) ? TRACING
                                              : SAMPLES;
}

/* Adds up the samples of a thread, so that their tables need not be kept. */
static void add_samples(struct firefox *firefox, struct thread *thread,
                        const struct firefox_table *samples,
                        const struct firefox_table *js,
                        const struct firefox_table *native)
{
    add_column(firefox, thread, samples, FIREFOX_WEIGHT, event_of(samples));
    if (samples->columns[FIREFOX_CPU_DELTA].n)
        add_column(firefox, thread, samples, FIREFOX_CPU_DELTA, CPU);
    if (js->columns[FIREFOX_WEIGHT].n)
        add_column(firefox, thread, js, FIREFOX_WEIGHT, JS_ALLOCATIONS);
    if (native->columns[FIREFOX_WEIGHT].n)
        add_column(firefox, thread, native, FIREFOX_WEIGHT,
                   NATIVE_ALLOCATIONS);
}

/* ---- Threads ---- */

/* The main thread of every process of Firefox, and of samply's, is called
   GeckoMain; the name of the process says more. */
static void name_thread(struct firefox *firefox, struct thread *thread,
                        uint32_t process_name)
{
    struct str name =
        profile_text(firefox->profile, thread->values[THREAD_COMM]);
    if (process_name != NO_ID && str_eq(name, S("GeckoMain")))
        thread->values[THREAD_COMM] = process_name;
}

static void read_thread(struct firefox *firefox, struct json_reader *json,
                        uint32_t process)
{
    bool has_times = firefox->options->keep & KEEP_TIME;
    struct firefox_table samples = { .has_times = has_times };
    struct firefox_table js = samples, native = samples;
    uint32_t process_name = NO_ID, n = firefox->n_threads++;
    size_t members = json_reader_open(json);
    firefox->threads = array_grow(firefox->threads, n, &firefox->threads_room,
                                  sizeof *firefox->threads);
    struct thread *thread = &firefox->threads[n];
    *thread = (struct thread){ .process = process };
    for (int key = 0; key < N_THREAD_KEYS; key++)
        thread->values[key] = profile_text_id(firefox->profile, S(""));
    while (json_reader_next(json, members)) {
        bool has_text = json->text.len > 0;
        if (json_reader_is(json, S("name")) && has_text)
            thread->values[THREAD_COMM] = text_id(firefox, json);
        else if (json_reader_is(json, S("pid")) && has_text)
            thread->values[THREAD_PID] = text_id(firefox, json);
        else if (json_reader_is(json, S("tid")) && has_text)
            thread->values[THREAD_TID] = text_id(firefox, json);
        else if (json_reader_is(json, S("processName")) && has_text)
            process_name = text_id(firefox, json);
        else if (json_reader_is(json, S("libs")))
            read_any_libs(firefox, json, &thread->libs);
        else if (json_reader_is(json, S("samples")))
            firefox_table_read(&samples, json);
        else if (json_reader_is(json, S("jsAllocations")))
            firefox_table_read(&js, json);
        else if (json_reader_is(json, S("nativeAllocations")))
            firefox_table_read(&native, json);
        else
            read_tables_member(firefox, json, &thread->tables);
    }
    name_thread(firefox, thread, process_name);
    add_samples(firefox, thread, &samples, &js, &native);
    thread->end = firefox->n_rows;
    firefox_table_free(&samples);
    firefox_table_free(&js);
    firefox_table_free(&native);
}

/* Version 3 has the profiles of other processes among the threads, as texts
   that are JSON in themselves. */
static void read_threads(struct firefox *firefox, struct json_reader *json,
                         uint32_t process)
{
    size_t threads = json_reader_open(json);
    while (json_reader_next(json, threads)) {
        if (json->type == JSON_OBJECT)
            read_thread(firefox, json, process);
        if (json->type != JSON_STRING)
            continue;
        firefox->texts = array_grow(firefox->texts, firefox->n_texts,
                                    &firefox->texts_room,
                                    sizeof *firefox->texts);
        firefox->texts[firefox->n_texts++] =
            arena_copy(&firefox->arena, json->text);
    }
}

/* "meta": {"sampleUnits": {"threadCPUDelta": "ns"}} */
static void read_meta(struct firefox *firefox, struct json_reader *json)
{
    size_t meta = json_reader_open(json);
    while (json_reader_next(json, meta)) {
        size_t units = json_reader_is(json, S("sampleUnits"))
                           ? json_reader_open(json)
                           : 0;
        while (json_reader_next(json, units))
            if (json_reader_is(json, S("threadCPUDelta")) && json->text.len)
                firefox->cpu_unit = text_id(firefox, json);
    }
}

/* ---- Processes ---- */

/* Enters the current value, a process or an array of them. */
static void push_level(struct firefox *firefox, struct json_reader *json)
{
    size_t opened = json_reader_open(json);
    uint32_t process = NO_ID;
    if (!opened)
        return;
    if (json->type == JSON_OBJECT) {
        process = firefox->n_processes++;
        firefox->processes = array_grow(firefox->processes, process,
                                        &firefox->processes_room,
                                        sizeof *firefox->processes);
        firefox->processes[process] = (struct process){ .libs = { 0 } };
    }
    firefox->levels = array_grow(firefox->levels, firefox->n_levels,
                                 &firefox->levels_room,
                                 sizeof *firefox->levels);
    firefox->levels[firefox->n_levels++] = (struct level){ opened, process };
}

static void read_process_member(struct firefox *firefox,
                                struct json_reader *json, uint32_t i)
{
    struct process *process = &firefox->processes[i];
    size_t shared = 0;
    if (json_reader_is(json, S("threads")))
        read_threads(firefox, json, i);
    else if (json_reader_is(json, S("libs")))
        read_any_libs(firefox, json, &process->libs);
    else if (json_reader_is(json, S("meta")))
        read_meta(firefox, json);
    else if (json_reader_is(json, S("processes")) ||
             json_reader_is(json, S("profile")))
        push_level(firefox, json);
    else if (json_reader_is(json, S("shared")))
        shared = json_reader_open(json);
    while (json_reader_next(json, shared))
        read_tables_member(firefox, json, &process->shared);
}

static void read_all(struct firefox *firefox, struct json_reader *json)
{
    push_level(firefox, json);
    while (firefox->n_levels) {
        struct level *level = &firefox->levels[firefox->n_levels - 1];
        if (!json_reader_next(json, level->opened))
            firefox->n_levels--;
        else if (level->process == NO_ID)
            push_level(firefox, json);
        else
            read_process_member(firefox, json, level->process);
    }
    json_reader_end(json);
}

/* ---- The choice of threads and events ---- */

static struct str value_of(const struct firefox *firefox,
                           const struct thread *thread, int key)
{
    return profile_text(firefox->profile, thread->values[key]);
}

/* Marks the threads that --comm, --pid and --tid accept. Returns false after a
   message if there is none. */
static bool choose_threads(const struct firefox *firefox, bool *accepted)
{
    static const char *const hints[N_THREAD_KEYS] = {
        [THREAD_COMM] = "its threads have no names",
        [THREAD_PID] = "its threads have no process ids",
        [THREAD_TID] = "its threads have no ids",
    };
    const struct thread_patterns *patterns =
        firefox->options->thread_patterns;
    struct sample_filter filters[N_THREAD_KEYS];
    bool good = true;
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_init(&filters[key], (enum thread_key)key, &patterns[key]);
    for (uint32_t i = 0; i < firefox->n_threads; i++) {
        const struct thread *thread = &firefox->threads[i];
        size_t samples = 0;
        accepted[i] = true;
        for (int event = 0; event < N_EVENTS; event++)
            samples += thread->samples[event];
        for (int key = 0; key < N_THREAD_KEYS; key++) {
            accepted[i] &= sample_filter_accepts(
                &filters[key], value_of(firefox, thread, key));
            if (samples)
                sample_filter_count(&filters[key]);
        }
    }
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        good = good && sample_filter_report(&filters[key], firefox->in->name,
                                            hints[key]);
        sample_filter_free(&filters[key]);
    }
    struct arena scratch = { 0 };
    profile_selected_threads(firefox->profile,
                             thread_patterns_text(&scratch, patterns));
    arena_free(&scratch);
    return good;
}

/* Returns the event to draw, or N_EVENTS after a message. */
static uint32_t choose_event(struct firefox *firefox, const bool *accepted)
{
    struct tally tally = { 0 };
    size_t all = 0;
    uint32_t event = N_EVENTS, best = SAMPLES;
    for (int i = 0; i < N_EVENTS; i++)
        tally_id(&tally, events[i].name);
    for (uint32_t t = 0; t < firefox->n_threads; t++)
        for (int i = 0; accepted[t] && i < N_EVENTS; i++) {
            tally.samples[i] += firefox->threads[t].samples[i];
            all += firefox->threads[t].samples[i];
        }
    for (uint32_t i = SAMPLES; i <= BYTES; i++)
        if (tally.samples[i] > tally.samples[best])
            best = i;
    if (all == 0)
        input_error(firefox->in, "expected samples of threads, found none");
    else if (firefox->options->keep & KEEP_EVENTS &&
             !(firefox->options->asked & ASK_EVENT) && tally_used(&tally) > 1)
        diag_error("%s: --tags=event: the events of this input are different "
                   "costs of the same samples, which cannot be added up; "
                   "choose one with --event",
                   firefox->in->name);
    else
        event = event_choice(firefox->in->name, firefox->profile, &tally, best,
                             firefox->options);
    tally_free(&tally);
    return event;
}

/* ---- Tags ---- */

struct tags {
    struct arena arena;
    enum thread_key *keys;
    struct sample_tag *tags;
    uint32_t n;
};

/* Takes the keys of --tags. "event" is no tag, because rows know theirs. */
static bool choose_tags(const struct firefox *firefox, struct tags *tags)
{
    struct str rest = str_of(firefox->options->tags), key;
    if (!(firefox->options->keep & KEEP_TAGS))
        return true;
    tags->keys = NEW_N(&tags->arena, enum thread_key, rest.len + 1);
    tags->tags = NEW_N(&tags->arena, struct sample_tag, rest.len + 1);
    while (rest.len) {
        bool found = false;
        if (!str_cut(rest, S(","), &key, &rest)) {
            key = rest;
            rest = S("");
        }
        for (int i = 0; i < N_THREAD_KEYS; i++)
            if (str_eq(key, str_of(thread_key_names[i]))) {
                tags->keys[tags->n++] = (enum thread_key)i;
                found = true;
            }
        if (!found && !str_eq(key, S("event")))
            return diag_error("%s: --tags: samples of Firefox have no tag "
                              "'%.*s'; they have comm, pid, tid and event",
                              firefox->in->name, (int)key.len, key.s);
    }
    return true;
}

static uint32_t tag_set_of(const struct firefox *firefox, struct tags *tags,
                           const struct thread *thread)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < tags->n; i++) {
        struct str value = value_of(firefox, thread, tags->keys[i]);
        if (value.len)
            tags->tags[n++] = (struct sample_tag){
                str_of(thread_key_names[tags->keys[i]]), value
            };
    }
    return samples_tag_set(&firefox->profile->samples, tags->tags, n);
}

/* ---- The profile ---- */

static void list_thread(const struct firefox *firefox,
                        const struct thread *thread, uint32_t event)
{
    struct listed_thread listed = { value_of(firefox, thread, THREAD_PID),
                                    value_of(firefox, thread, THREAD_TID),
                                    value_of(firefox, thread, THREAD_COMM) };
    if (firefox->options->asked & ASK_LIST_THREADS && thread->samples[event])
        inventory_add_thread(&firefox->profile->inventory, &listed,
                             (double)thread->samples[event]);
}

/* Adds the rows of one event and of the accepted threads. */
static void add_rows(struct firefox *firefox, uint32_t event,
                     const bool *accepted, struct tags *tags)
{
    struct profile *profile = firefox->profile;
    struct firefox_frames frames = { .profile = profile,
                                     .options = firefox->options };
    uint32_t row = 0, sample_event = NO_ID;
    size_t damaged = 0;
    if (profile->samples.kept & KEEP_EVENTS)
        sample_event = samples_event(&profile->samples, events[event].name,
                                     profile->unit);
    for (uint32_t t = 0; t < firefox->n_threads; t++) {
        struct thread *thread = &firefox->threads[t];
        struct process *process = &firefox->processes[thread->process];
        frames.own = &thread->tables;
        frames.shared = &process->shared;
        frames.libs = thread->libs.n ? &thread->libs : &process->libs;
        uint32_t set = accepted[t] ? tag_set_of(firefox, tags, thread) : NO_ID;
        if (accepted[t])
            list_thread(firefox, thread, event);
        for (; row < thread->end; row++) {
            struct row *r = &firefox->rows[row];
            uint32_t context;
            if (!accepted[t] || r->event != event)
                continue;
            if (!firefox_frames_context(&frames, r->stack, &context)) {
                damaged++;
                continue;
            }
            firefox->empty += context == NO_ID;
            if (context == NO_ID)
                continue;
            profile_sample(profile, context, r->cost);
            samples_add(&profile->samples, context, sample_event, set, r->time,
                        r->cost);
        }
    }
    free(frames.path);
    if (damaged)
        input_remark(firefox->in,
                     "stacks whose frames or functions do not exist, left out: "
                     "%zu",
                     damaged);
}

static void set_unit(struct firefox *firefox, uint32_t event)
{
    struct str unit = events[event].unit;
    if (event == CPU && firefox->cpu_unit != NO_ID)
        unit = profile_text(firefox->profile, firefox->cpu_unit);
    if (str_eq(unit, S("variable CPU cycles")))
        unit = S("cycles");
    profile_unit(firefox->profile, unit);
}

static bool make_profile(struct firefox *firefox)
{
    struct profile *profile = firefox->profile;
    bool *accepted = array_new((size_t)firefox->n_threads + 1,
                               sizeof *accepted);
    struct tags tags = { 0 };
    uint32_t event = N_EVENTS;
    profile->stats.walked = true;
    profile->samples.kept = firefox->options->keep;
    if (choose_tags(firefox, &tags) && choose_threads(firefox, accepted))
        event = choose_event(firefox, accepted);
    if (event < N_EVENTS) {
        set_unit(firefox, event);
        add_rows(firefox, event, accepted, &tags);
    }
    profile->stats.empty_samples = (double)firefox->empty;
    if (firefox->n_negative)
        input_remark(firefox->in, "samples with a cost below 0, left out: %zu",
                     firefox->n_negative);
    free(accepted);
    arena_free(&tags.arena);
    return event < N_EVENTS &&
           (profile->n_contexts ||
            input_error(firefox->in, "expected samples with stacks, found "
                                     "none"));
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct firefox firefox = { .in = in,
                               .profile = profile,
                               .options = options,
                               .cpu_unit = NO_ID };
    struct json_reader json = json_reader_start(in);
    read_all(&firefox, &json);
    for (size_t i = 0; i < firefox.n_texts; i++) {
        struct json_reader inner = json_reader_of_text(firefox.texts[i]);
        read_all(&firefox, &inner);
    }
    bool good = make_profile(&firefox);
    for (uint32_t i = 0; i < firefox.n_threads; i++) {
        firefox_tables_free(&firefox.threads[i].tables);
        free(firefox.threads[i].libs.libs);
    }
    for (uint32_t i = 0; i < firefox.n_processes; i++) {
        firefox_tables_free(&firefox.processes[i].shared);
        free(firefox.processes[i].libs.libs);
    }
    free(firefox.threads);
    free(firefox.processes);
    free(firefox.rows);
    free(firefox.row_of);
    free(firefox.levels);
    free(firefox.texts);
    arena_free(&firefox.arena);
    return good;
}

/* Is this the "meta" of a profile? All versions have an interval, and raw ones
   their version. */
static bool is_meta(struct json_reader *json)
{
    size_t members = json_reader_open(json);
    bool has_interval = false, has_version = false;
    while (json_reader_next(json, members)) {
        has_interval |= json_reader_is(json, S("interval"));
        has_version |= json_reader_is(json, S("version")) ||
                       json_reader_is(json, S("preprocessedProfileVersion"));
    }
    return has_interval && has_version;
}

/* Has the first thread a table, or the first library an id, that only these
   profiles have? */
static bool has_item(struct json_reader *json, const struct str *names,
                     size_t n)
{
    size_t items = json_reader_open(json), members = 0;
    if (json_reader_next(json, items))
        members = json_reader_open(json);
    while (json_reader_next(json, members))
        for (size_t i = 0; i < n; i++)
            if (json_reader_is(json, names[i]))
                return true;
    return false;
}

/* The add-on puts a profile into "profile". */
static enum match detect(struct str head, bool complete)
{
    static const struct str tables[] = { STR("frameTable"), STR("stackTable"),
                                         STR("funcTable") };
    static const struct str ids[] = { STR("breakpadId") };
    struct json_reader json = json_reader_of_text(head);
    size_t all = json.type == JSON_OBJECT ? json_reader_open(&json) : 0;
    size_t wrapped = 0;
    bool found = false;
    (void)complete;
    while (!found && (json_reader_next(&json, wrapped) ||
                      json_reader_next(&json, all))) {
        if (json_reader_is(&json, S("meta")))
            found = is_meta(&json);
        else if (json_reader_is(&json, S("threads")))
            found = has_item(&json, tables, ROWS(tables));
        else if (json_reader_is(&json, S("libs")))
            found = has_item(&json, ids, ROWS(ids));
        else if (json_reader_is(&json, S("profile")))
            wrapped = json_reader_open(&json);
    }
    json_reader_end(&json);
    return found ? MATCH_YES : MATCH_NO;
}

const struct reader reader_firefox = {
    .name = "firefox",
    .aliases = "samply gecko",
    .description = "profiles of Firefox and samply",
    .programs = "samply, profiler.firefox.com, Firefox",
    .file = "profile.json.gz, *.json",
    .supports = ASK_EVENT | ASK_COMM | ASK_PID | ASK_TID | ASK_TAGS |
                ASK_LINES | ASK_LIST_EVENTS | ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
