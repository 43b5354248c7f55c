#include "readers/chrome/samples.h"

#include <stdlib.h>

#include "util/array.h"

/* A frame of stackFrames. */
struct stack_frame {
    uint32_t name, parent; /* parent: a text, the name of another frame */
    bool is_given;
};

/* "samples": [{"pid": 7, "tid": 9, "sf": 2, "weight": 1}] */
void trace_samples_read(struct trace_samples *s, struct trace_threads *threads,
                        struct json_reader *json)
{
    size_t samples = json_reader_open(json);
    while (json_reader_next(json, samples)) {
        uint32_t pid = NO_ID, tid = NO_ID, frame = NO_ID;
        double weight = 1;
        size_t members = json_reader_open(json);
        while (json_reader_next(json, members)) {
            if (json_reader_is(json, S("pid")))
                pid = trace_threads_take(threads, json);
            else if (json_reader_is(json, S("tid")))
                tid = trace_threads_take(threads, json);
            else if (json_reader_is(json, S("sf")))
                frame = trace_threads_take(threads, json);
            else if (json_reader_is(json, S("weight")))
                json_reader_number(json, &weight);
        }
        if (frame == NO_ID || !(weight > 0) || json->failed)
            continue;
        uint32_t thread = trace_threads_id(
            threads, pid,
            tid == NO_ID ? trace_threads_text(threads, S("")) : tid);
        uint32_t row = pairs_add(&s->rows, thread, frame);
        s->weights = array_reach(s->weights, row, &s->weights_room,
                                 sizeof *s->weights);
        s->weights[row] += weight;
        threads->threads[thread].samples++;
    }
}

/* "stackFrames": {"2": {"name": "f", "parent": 1}} */
void trace_samples_read_frames(struct trace_samples *s,
                               struct trace_threads *threads,
                               struct json_reader *json)
{
    size_t frames = json_reader_open(json);
    while (json_reader_next(json, frames)) {
        uint32_t id = trace_threads_text(threads, json->name);
        struct stack_frame frame = { NO_ID, NO_ID, true };
        size_t members = json_reader_open(json);
        while (json_reader_next(json, members)) {
            if (json_reader_is(json, S("name")))
                frame.name = trace_threads_take(threads, json);
            else if (json_reader_is(json, S("parent")))
                frame.parent = trace_threads_take(threads, json);
        }
        s->frames = array_reach(s->frames, id, &s->frames_room,
                                sizeof *s->frames);
        s->frames[id] = frame;
    }
}

static bool has_frame(const struct trace_samples *s, uint32_t frame)
{
    return frame < s->frames_room && s->frames[frame].is_given;
}

/* Returns the stack of a frame. A frame that is its own ancestor has none above
   the one that is met first. */
static uint32_t stack_of(const struct trace_samples *s,
                         struct thread_stacks *stacks, uint32_t thread,
                         uint32_t frame, uint32_t *path, uint32_t *met,
                         uint32_t row)
{
    uint32_t n = 0, stack = thread_stacks_root(stacks, thread);
    for (uint32_t i = frame; has_frame(s, i) && met[i] != row + 1;
         i = s->frames[i].parent) {
        met[i] = row + 1;
        path[n++] = s->frames[i].name;
    }
    while (n > 0)
        stack = thread_stacks_push(stacks, stack, path[--n]);
    return stack;
}

size_t trace_samples_add(const struct trace_samples *s,
                         struct thread_stacks *stacks, size_t n_texts)
{
    uint32_t *path = array_new(n_texts + 1, sizeof *path);
    uint32_t *met = array_new(n_texts + 1, sizeof *met);
    size_t without_frame = 0;
    for (uint32_t row = 0; row < s->rows.n; row++) {
        struct pair key = s->rows.keys[row];
        if (has_frame(s, key.b))
            thread_stacks_add(
                stacks, stack_of(s, stacks, key.a, key.b, path, met, row),
                s->weights[row], 0);
        else
            without_frame++;
    }
    free(path);
    free(met);
    return without_frame;
}

void trace_samples_free(struct trace_samples *s)
{
    pairs_free(&s->rows);
    free(s->weights);
    free(s->frames);
}
