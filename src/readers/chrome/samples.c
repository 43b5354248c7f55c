#include "readers/chrome/samples.h"

#include "readers/json_members.h"

/* ---- Threads ---- */

uint32_t trace_threads_id(struct trace_threads *threads, uint32_t pid,
                          uint32_t tid)
{
    uint32_t n = threads->ids.n;
    uint32_t id = pairs_add_in(&threads->ids, threads->arena, pid, tid);
    if (id == n)
        *PUSH_IN(threads->arena, threads) = (struct trace_thread){ pid, tid, 0 };
    return id;
}

/* ---- Samples ---- */

/* A sample. Texts are texts of the profile, and 0 is none. */
struct stack_sample {
    uint32_t pid, tid, frame;
    double weight;
    double at; /* microseconds, UNKNOWN if not given */
};

/* The samples of a row. */
struct row_sums {
    double weight;
    size_t n;
};

struct timed_sample {
    uint32_t row;
    double at, weight;
};

static const struct json_member sample_members[] = {
    { STR("pid"), JSON_FIELD(struct stack_sample, pid) },
    { STR("tid"), JSON_FIELD(struct stack_sample, tid) },
    { STR("ts"), JSON_FIELD(struct stack_sample, at) },
    { STR("weight"), JSON_FIELD(struct stack_sample, weight) },
    { STR("sf"), JSON_FIELD(struct stack_sample, frame) },
};

/* {"pid": 7, "tid": 9, "ts": 20, "sf": 2, "weight": 1} */
void trace_samples_read(struct json_reader *json, void *samples)
{
    struct trace_samples *s = samples;
    struct stack_sample sample = { .weight = 1, .at = UNKNOWN };
    json_members(json, sample_members, ROWS(sample_members), &sample);
    if (!sample.frame || !(sample.weight > 0) || json->failed)
        return;
    uint32_t thread = trace_threads_id(s->threads, sample.pid, sample.tid);
    struct arena *arena = s->threads->arena;
    uint32_t row = pairs_add_in(&s->rows, arena, thread, sample.frame);
    struct row_sums *sums = REACH_IN(arena, &s->sums, row);
    if (s->keeps_times) {
        *PUSH_IN(arena, &s->timed) =
            (struct timed_sample){ row, sample.at, sample.weight };
        return;
    }
    sums->weight += sample.weight;
    sums->n++;
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
    *REACH_IN(s->threads->arena, &s->frames, id) = frame;
}

static bool has_frame(const struct trace_samples *s, uint32_t frame)
{
    return frame < s->frames.n && s->frames.of[frame].is_given;
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
         i = s->frames.of[i].parent) {
        met[i] = row + 1;
        path[n++] = s->frames.of[i].name;
    }
    while (n > 0)
        stack = thread_stacks_push(stacks, stack, path[--n]);
    return stack;
}

size_t trace_samples_add(const struct trace_samples *s,
                         struct thread_stacks *stacks)
{
    LOCAL_ARENA(scratch);
    uint32_t *path = NEW_N(&scratch, uint32_t, s->frames.n);
    uint32_t *met = NEW_N(&scratch, uint32_t, s->frames.n);
    uint32_t *stack = NEW_N(&scratch, uint32_t, s->rows.n);
    size_t without_frame = 0;
    for (uint32_t row = 0; row < s->rows.n; row++) {
        struct pair key = s->rows.keys[row];
        bool exists = has_frame(s, key.b);
        without_frame += !exists;
        stack[row] = exists ? stack_of(s, stacks, key.a, key.b, path, met, row)
                            : NO_ID;
        if (exists)
            thread_stacks_add(stacks, stack[row], s->sums.of[row].weight,
                              s->sums.of[row].n, UNKNOWN);
    }
    for (size_t i = 0; i < s->timed.n; i++) {
        const struct timed_sample *sample = &s->timed.of[i];
        if (stack[sample->row] != NO_ID)
            thread_stacks_add(stacks, stack[sample->row], sample->weight, 1,
                              sample->at);
    }
    return without_frame;
}
