#include "readers/chrome/threads.h"

#include <stdlib.h>

#include "util/array.h"

uint32_t trace_threads_text(struct trace_threads *threads, struct str text)
{
    return strings_add(&threads->texts, &threads->arena, text);
}

struct str trace_threads_str(const struct trace_threads *threads, uint32_t text)
{
    return text == NO_ID ? S("") : threads->texts.texts[text];
}

static bool is_text(const struct json_reader *json)
{
    return json->type == JSON_STRING || json->type == JSON_NUMBER;
}

uint32_t trace_threads_take(struct trace_threads *threads,
                            const struct json_reader *json)
{
    return is_text(json) ? trace_threads_text(threads, json->text) : NO_ID;
}

uint32_t trace_threads_take_like(struct trace_threads *threads,
                                 const struct json_reader *json,
                                 uint32_t *last)
{
    if (*last == NO_ID || !is_text(json) ||
        !str_eq(json->text, trace_threads_str(threads, *last)))
        *last = trace_threads_take(threads, json);
    return *last;
}

uint32_t trace_threads_id(struct trace_threads *threads, uint32_t pid,
                          uint32_t tid)
{
    uint32_t n = threads->ids.n;
    uint32_t id = pairs_add(&threads->ids, pid, tid);
    if (id < n)
        return id;
    threads->threads = array_grow(threads->threads, id, &threads->threads_room,
                                  sizeof *threads->threads);
    threads->threads[id] = (struct trace_thread){ pid, tid, NO_ID, 0 };
    return id;
}

void trace_threads_free(struct trace_threads *threads)
{
    arena_free(&threads->arena);
    strings_free(&threads->texts);
    pairs_free(&threads->ids);
    free(threads->threads);
}
