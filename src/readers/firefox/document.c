#include "readers/firefox/document.h"

#include <stdlib.h>

#include "util/array.h"

/* A process, or an array of processes, that is being read. */
struct firefox_level {
    size_t opened;    /* of json_reader_open */
    uint32_t process; /* NO_ID: an array */
};

/* ---- Threads ---- */

/* The main thread of every process of Firefox, and of samply's, is called
   GeckoMain; the name of the process says more. */
static void name_thread(struct profile *profile, struct firefox_thread *thread,
                        uint32_t process_name)
{
    struct str name = profile_text(profile, thread->values[THREAD_COMM]);
    if (process_name != NO_ID && str_eq(name, S("GeckoMain")))
        thread->values[THREAD_COMM] = process_name;
}

/* Reads the current member of a thread into the thread and its samples. */
static void read_thread_member(struct profile *profile,
                               struct json_reader *json,
                               struct firefox_thread *thread,
                               struct firefox_samples *samples)
{
    static const struct str ids[N_THREAD_KEYS] = { [THREAD_COMM] = STR("name"),
                                                   [THREAD_PID] = STR("pid"),
                                                   [THREAD_TID] = STR("tid") };
    for (int key = 0; key < N_THREAD_KEYS; key++)
        if (json_reader_is(json, ids[key]) && json->text.len)
            thread->values[key] = profile_text_id(profile, json->text);
    if (json_reader_is(json, S("libs")))
        firefox_libs_read(&thread->libs, json, profile);
    else if (json_reader_is(json, S("samples")))
        firefox_table_read(&samples->samples, json);
    else if (json_reader_is(json, S("jsAllocations")))
        firefox_table_read(&samples->js_allocations, json);
    else if (json_reader_is(json, S("nativeAllocations")))
        firefox_table_read(&samples->native_allocations, json);
    else
        firefox_tables_read(&thread->tables, json, profile);
}

static void read_thread(struct firefox_document *document,
                        struct json_reader *json, uint32_t process)
{
    struct profile *profile = document->profile;
    struct firefox_table empty = { .has_times = document->has_times };
    struct firefox_samples samples = { empty, empty, empty };
    uint32_t process_name = NO_ID, n = document->n_threads++;
    size_t members = json_reader_open(json);
    document->threads = array_grow(document->threads, n,
                                   &document->threads_room,
                                   sizeof *document->threads);
    struct firefox_thread *thread = &document->threads[n];
    *thread = (struct firefox_thread){ .process = process };
    for (int key = 0; key < N_THREAD_KEYS; key++)
        thread->values[key] = profile_text_id(profile, S(""));
    while (json_reader_next(json, members))
        if (json_reader_is(json, S("processName")) && json->text.len)
            process_name = profile_text_id(profile, json->text);
        else
            read_thread_member(profile, json, thread, &samples);
    name_thread(profile, thread, process_name);
    firefox_costs_add(&document->costs, &samples, thread->n_samples);
    thread->end = document->costs.n;
    firefox_table_free(&samples.samples);
    firefox_table_free(&samples.js_allocations);
    firefox_table_free(&samples.native_allocations);
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
        if (json->type != JSON_STRING)
            continue;
        document->texts = array_grow(document->texts, document->n_texts,
                                     &document->texts_room,
                                     sizeof *document->texts);
        document->texts[document->n_texts++] =
            arena_copy(&document->arena, json->text);
    }
}

/* ---- Processes ---- */

/* "meta": {"sampleUnits": {"threadCPUDelta": "ns"}} */
static void read_meta(struct firefox_document *document,
                      struct json_reader *json)
{
    size_t meta = json_reader_open(json);
    while (json_reader_next(json, meta)) {
        size_t units = json_reader_is(json, S("sampleUnits"))
                           ? json_reader_open(json)
                           : 0;
        while (json_reader_next(json, units))
            if (json_reader_is(json, S("threadCPUDelta")) && json->text.len)
                document->cpu_unit = arena_copy(&document->arena, json->text);
    }
}

/* Enters the current value, a process or an array of them. */
static void push_level(struct firefox_document *document,
                       struct json_reader *json)
{
    size_t opened = json_reader_open(json);
    uint32_t process = NO_ID;
    if (!opened)
        return;
    if (json->type == JSON_OBJECT) {
        process = document->n_processes++;
        document->processes = array_grow(document->processes, process,
                                         &document->processes_room,
                                         sizeof *document->processes);
        document->processes[process] =
            (struct firefox_process){ .libs = { 0 } };
    }
    document->levels = array_grow(document->levels, document->n_levels,
                                  &document->levels_room,
                                  sizeof *document->levels);
    document->levels[document->n_levels++] =
        (struct firefox_level){ opened, process };
}

static void read_process_member(struct firefox_document *document,
                                struct json_reader *json, uint32_t i)
{
    struct firefox_process *process = &document->processes[i];
    size_t shared = 0;
    if (json_reader_is(json, S("threads")))
        read_threads(document, json, i);
    else if (json_reader_is(json, S("libs")))
        firefox_libs_read(&process->libs, json, document->profile);
    else if (json_reader_is(json, S("meta")))
        read_meta(document, json);
    else if (json_reader_is(json, S("processes")) ||
             json_reader_is(json, S("profile")))
        push_level(document, json);
    else if (json_reader_is(json, S("shared")))
        shared = json_reader_open(json);
    while (json_reader_next(json, shared))
        firefox_tables_read(&process->shared, json, document->profile);
}

static void read_processes(struct firefox_document *document,
                           struct json_reader *json)
{
    push_level(document, json);
    while (document->n_levels) {
        struct firefox_level *level =
            &document->levels[document->n_levels - 1];
        if (!json_reader_next(json, level->opened))
            document->n_levels--;
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
    for (size_t i = 0; i < document->n_texts; i++) {
        struct json_reader inner = json_reader_of_text(document->texts[i]);
        read_processes(document, &inner);
    }
}

struct str firefox_document_value(const struct firefox_document *document,
                                  const struct firefox_thread *thread,
                                  enum thread_key key)
{
    return profile_text(document->profile, thread->values[key]);
}

void firefox_document_free(struct firefox_document *document)
{
    for (uint32_t i = 0; i < document->n_threads; i++) {
        firefox_tables_free(&document->threads[i].tables);
        firefox_libs_free(&document->threads[i].libs);
    }
    for (uint32_t i = 0; i < document->n_processes; i++) {
        firefox_tables_free(&document->processes[i].shared);
        firefox_libs_free(&document->processes[i].libs);
    }
    free(document->threads);
    free(document->processes);
    free(document->levels);
    free(document->texts);
    firefox_costs_free(&document->costs);
    arena_free(&document->arena);
}
