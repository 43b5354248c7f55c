#include "readers/firefox/document.h"

/* A process, or an array of processes, that is being read. */
struct firefox_level {
    size_t opened;    /* of json_reader_open */
    uint32_t process; /* NO_ID: an array */
};

/* ---- Threads ---- */

struct reading {
    struct firefox_thread thread;
    struct firefox_samples samples;
    uint32_t process_name; /* a text of the profile */
};

#define SAMPLES(name) \
    .read = firefox_table_read, .at = offsetof(struct reading, samples.name)
static const struct json_member thread_members[] = {
    { STR("name"), JSON_FIELD(struct reading, thread.values[THREAD_COMM]) },
    { STR("pid"), JSON_FIELD(struct reading, thread.values[THREAD_PID]) },
    { STR("tid"), JSON_FIELD(struct reading, thread.values[THREAD_TID]) },
    { STR("processName"), JSON_FIELD(struct reading, process_name) },
    { STR("libs"), .read = firefox_libs_read,
      .at = offsetof(struct reading, thread.libs) },
    { STR("samples"), SAMPLES(samples) },
    { STR("jsAllocations"), SAMPLES(js_allocations) },
    { STR("nativeAllocations"), SAMPLES(native_allocations) },
};

/* Reads a thread. The main thread of every process of Firefox, and of samply's,
   is called GeckoMain; the name of the process says more. */
static void read_thread(struct firefox_document *document,
                        struct json_reader *json, uint32_t process)
{
    struct firefox_table empty = { .has_times = document->has_times };
    struct reading reading = { .thread.process = process,
                               .samples = { empty, empty, empty } };
    struct firefox_thread *thread = &reading.thread;
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members))
        if (!json_member(json, thread_members, ROWS(thread_members), &reading))
            json_member(json, firefox_tables_members, N_FIREFOX_TABLES,
                        &thread->tables);
    uint32_t *name = &thread->values[THREAD_COMM];
    if (reading.process_name &&
        str_eq(profile_text(document->profile, *name), S("GeckoMain")))
        *name = reading.process_name;
    firefox_costs_add(&document->costs, &reading.samples, thread->n_samples);
    thread->end = (uint32_t)document->costs.n;
    firefox_table_free(&reading.samples.samples);
    firefox_table_free(&reading.samples.js_allocations);
    firefox_table_free(&reading.samples.native_allocations);
    *PUSH_IN(&document->arena, &document->threads) = *thread;
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
            *PUSH_IN(&document->arena, &document->texts) =
                arena_copy(&document->arena, json->text);
    }
}

/* ---- Processes ---- */

static void read_unit(struct json_reader *json, void *row)
{
    struct firefox_document *document = row;
    if (json->text.len)
        document->cpu_unit = arena_copy(&document->arena, json->text);
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
        *PUSH_IN(&document->arena, &document->processes) =
            (struct firefox_process){ .shared.strings.n = 0 };
    }
    *PUSH_IN(&document->arena, &document->levels) =
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

void firefox_document_read(struct firefox_document *document,
                           struct input *in)
{
    struct json_reader json = json_reader_start(in);
    read_processes(document, &json);
    for (size_t i = 0; i < document->texts.n; i++) {
        struct json_reader inner = json_reader_of_text(document->texts.of[i]);
        read_processes(document, &inner);
    }
}

void firefox_document_free(struct firefox_document *document)
{
    for (size_t i = 0; i < document->threads.n; i++) {
        firefox_tables_free(&document->threads.of[i].tables);
        LIST_FREE(&document->threads.of[i].libs);
    }
    for (size_t i = 0; i < document->processes.n; i++) {
        firefox_tables_free(&document->processes.of[i].shared);
        LIST_FREE(&document->processes.of[i].libs);
    }
    firefox_costs_free(&document->costs);
    arena_free(&document->arena);
}
