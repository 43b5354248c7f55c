#include "readers/chrome/samples.h"

#include <stdlib.h>

#include "model/profile.h"
#include "readers/json_members.h"
#include "util/array.h"

/* A sample. Texts are texts of the profile, and 0 is none. */
struct stack_sample {
    uint32_t pid, tid, frame;
    double weight;
};

static const struct json_member sample_members[] = {
    { STR("pid"), JSON_FIELD(struct stack_sample, pid) },
    { STR("tid"), JSON_FIELD(struct stack_sample, tid) },
    { STR("weight"), JSON_FIELD(struct stack_sample, weight) },
    { STR("sf"), JSON_FIELD(struct stack_sample, frame) },
};

/* {"pid": 7, "tid": 9, "sf": 2, "weight": 1} */
void trace_samples_read(struct json_reader *json, void *samples)
{
    struct trace_samples *s = samples;
    struct stack_sample sample = { .weight = 1 };
    json_members(json, sample_members, ROWS(sample_members), &sample);
    if (!sample.frame || !(sample.weight > 0) || json->failed)
        return;
    uint32_t thread = trace_threads_id(s->threads, sample.pid, sample.tid);
    uint32_t row = pairs_add(&s->rows, thread, sample.frame);
    s->weights =
        array_reach(s->weights, row, &s->weights_room, sizeof *s->weights);
    s->weights[row] += sample.weight;
    s->threads->threads[thread].samples++;
}

/* A frame of stackFrames. */
struct stack_frame {
    uint32_t name, parent; /* parent: a text, the name of another frame */
    bool is_given;
};

static const struct json_member frame_members[] = {
    { STR("name"), JSON_FIELD(struct stack_frame, name) },
    { STR("parent"), JSON_FIELD(struct stack_frame, parent) },
};

/* "2": {"name": "f", "parent": 1} */
void trace_samples_read_frame(struct json_reader *json, void *samples)
{
    struct trace_samples *s = samples;
    uint32_t id = profile_text_id(json->profile, json->name);
    struct stack_frame frame = { .is_given = id > 0 };
    json_members(json, frame_members, ROWS(frame_members), &frame);
    s->frames = array_reach(s->frames, id, &s->frames_room, sizeof frame);
    s->frames[id] = frame;
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
                         struct thread_stacks *stacks)
{
    uint32_t *path = array_new(s->frames_room + 1, sizeof *path);
    uint32_t *met = array_new(s->frames_room + 1, sizeof *met);
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
