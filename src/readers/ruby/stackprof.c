/*
 * Profiles of Ruby's stackprof, as stackprof --json prints them:
 *
 *     {"version": 1.2, "mode": "cpu", "interval": 1000, "samples": 3,
 *      "gc_samples": 0, "missed_samples": 0, "metadata": {},
 *      "frames": {
 *         "700": {"name": "Object#walk", "file": "/app/w.rb", "line": 3,
 *             "total_samples": 3, "samples": 1, "edges": {"701": 2},
 *             "lines": {"4": [3, 1]}},
 *         "701": {"name": "Array#sort", "file": "<cfunc>", "line": null,
 *             "total_samples": 2, "samples": 2}},
 *      "raw": [1, 700, 1, 2, 700, 701, 2],
 *      "raw_timestamp_deltas": [1010, 998, 1001]}
 *
 * "raw" has the stacks: their length, their frames, the outermost first, and
 * how often this stack came in a row. The interval is in microseconds, and a
 * sample stands for one; in the modes "object" and "custom" it is a number of
 * events. A delta is the time since the sample before, or since the start.
 * "line" says where a function begins. Ruby before version 3 leaves out
 * functions written in C, such as Array#each, so that a method stands twice in
 * a row, for itself and for its block; these become one frame.
 *
 * Without "raw", which depends on an option, the profile is one of calls: an
 * edge says in how many samples the frame called another one.
 *
 * Source: lib/stackprof/report.rb in the repository tmm1/stackprof.
 */

#include "readers/declared.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/thread_stacks.h"
#include "readers/head.h"
#include "readers/json_members.h"
#include "util/array.h"

/* A frame of the input. Texts are texts of the profile. */
struct frame {
    bool exists, has_function;
    uint32_t number, name, file;
    uint32_t function; /* once it was found */
    uint64_t line; /* 0: not given */
    double self, total;
};

struct edge {
    uint32_t caller, callee; /* frames */
    double samples;
};

/* A stack of "raw", and how often it came. */
struct run {
    uint32_t stack;
    uint64_t n;
};

struct stackprof {
    struct input *in;
    struct sink sink;
    struct profile *profile;
    struct pairs ids; /* the high and the low half of each frame's id */
    LIST(struct frame) frames; /* by number of the id */
    LIST(struct edge) edges;
    struct thread_stacks stacks; /* of one thread, 0 */
    LIST(struct run) runs;       /* if somebody asks for times */
    LIST(double) times;          /* of the samples of all runs: microseconds */
    double samples, interval;
    double missed;   /* samples; some of them may be among `samples` */
    uint32_t root;   /* the empty stack */
    uint32_t mode;   /* a text of the profile */
    uint32_t c_file; /* the text "<cfunc>" */
    bool has_raw, has_c;
    double found; /* samples of "raw", or without it those of the frames */
};

/* ---- The file ---- */

static uint32_t number_of(struct stackprof *sp, uint64_t id)
{
    uint32_t n = sp->ids.n;
    uint32_t number = pairs_add_in(&sp->ids, &sp->in->arena,
                                   (uint32_t)(id >> 32), (uint32_t)id);
    if (number == n)
        *PUSH_IN(&sp->in->arena, &sp->frames) =
            (struct frame){ .exists = false };
    return number;
}

/* Stores the number of the frame whose id is the name of the current value. */
static bool take_name(struct stackprof *sp, const struct json_reader *json,
                      uint32_t *number)
{
    struct str name = json->name;
    uint64_t id;
    if (!str_take_digits(&name, &id) || name.len)
        return false;
    *number = number_of(sp, id);
    return true;
}

/* "701": 2 */
static void read_edge(struct json_reader *json, void *caller)
{
    struct stackprof *sp = json->reader;
    struct edge edge = { .caller = *(uint32_t *)caller };
    if (take_name(sp, json, &edge.callee) &&
        json_reader_number(json, &edge.samples))
        *PUSH_IN(&sp->in->arena, &sp->edges) = edge;
}

static const struct json_member frame_members[] = {
    { STR("name"), JSON_FIELD(struct frame, name) },
    { STR("file"), JSON_FIELD(struct frame, file) },
    { STR("line"), JSON_FIELD(struct frame, line) },
    { STR("total_samples"), JSON_FIELD(struct frame, total) },
    { STR("samples"), JSON_FIELD(struct frame, self) },
    { STR("edges"), .each = read_edge, .at = offsetof(struct frame, number) },
};

/* "700": {"name": "Object#walk", ...} */
static void read_frame(struct json_reader *json, void *reader)
{
    struct stackprof *sp = reader;
    struct frame frame = { .exists = true };
    if (!take_name(sp, json, &frame.number))
        return;
    json_members(json, frame_members, ROWS(frame_members), &frame);
    sp->has_c |= frame.file == sp->c_file;
    sp->frames.of[frame.number] = frame;
}

/* "raw": [1, 700, 1, 2, 700, 701, 2] */
static void read_raw(struct json_reader *json, void *reader)
{
    struct stackprof *sp = reader;
    size_t raw = json_reader_open(json);
    uint64_t left = 0; /* frames of the current stack that are to come */
    uint32_t stack = NO_ID, before = NO_ID;
    bool in_stack = false;
    sp->has_raw = raw > 0;
    while (json_reader_next(json, raw)) {
        uint64_t number = 0;
        if (!json_reader_id(json, &number)) {
            input_warn(sp->in, "expected a whole number in \"raw\"");
            return;
        }
        if (!in_stack) {
            in_stack = true;
            left = number;
            stack = sp->root;
            before = NO_ID;
        } else if (left) {
            uint32_t frame = number_of(sp, number);
            if (sp->has_c || frame != before)
                stack = thread_stacks_push(&sp->stacks, stack, frame);
            before = frame;
            left--;
        } else {
            sp->found += (double)number;
            if (sp->stacks.keeps_times)
                *PUSH_IN(&sp->in->arena, &sp->runs) =
                    (struct run){ stack, number };
            else if (stack != sp->root)
                thread_stacks_add(&sp->stacks, stack, (double)number, number,
                                  UNKNOWN);
            in_stack = false;
        }
    }
    if (in_stack && !json->failed)
        input_cut(sp->in, "the last stack of \"raw\" is not complete");
}

/* "raw_timestamp_deltas": [1010, 998, 1001] */
static void read_delta(struct json_reader *json, void *reader)
{
    struct stackprof *sp = reader;
    double time = sp->times.n ? *LAST(&sp->times) : 0, delta = 0;
    if (sp->stacks.keeps_times && json_reader_number(json, &delta))
        *PUSH_IN(&sp->in->arena, &sp->times) = time + delta;
}

static const struct json_member all_members[] = {
    { STR("mode"), JSON_FIELD(struct stackprof, mode) },
    { STR("interval"), JSON_FIELD(struct stackprof, interval) },
    { STR("samples"), JSON_FIELD(struct stackprof, samples) },
    { STR("missed_samples"), JSON_FIELD(struct stackprof, missed) },
    { STR("frames"), .each = read_frame },
    { STR("raw"), .read = read_raw },
    { STR("raw_timestamp_deltas"), .each = read_delta },
};

/* ---- The profile ---- */

static uint32_t add_function(struct profile *profile,
                             const struct profile *texts,
                             const struct frame *from, bool has_file)
{
    struct frame_text frame = { .name = profile_text(texts, from->name),
                                .line = from->line };
    LOCAL_BUF(begin);
    if (!frame.name.len)
        frame.name = S("(anonymous)");
    if (has_file)
        frame.file = profile_text(texts, from->file);
    if (from->line) {
        buf_printf(&begin, "%llu", (unsigned long long)from->line);
        frame.begin = buf_text(&begin);
    }
    return frame_text_add(profile, &frame, S(""));
}

static uint32_t find_function(void *reader, uint32_t i)
{
    struct stackprof *sp = reader;
    struct frame *frame = &sp->frames.of[i];
    if (!frame->exists)
        return NO_ID;
    if (!frame->has_function)
        frame->function = add_function(sp->sink.profile, sp->profile, frame,
                                       frame->file != sp->c_file);
    frame->has_function = true;
    return frame->function;
}

/* Finds the event, with the cost of a sample in its unit. */
static struct sample find_sample(struct stackprof *sp)
{
    struct str mode = profile_text(sp->profile, sp->mode), unit = S("samples");
    bool is_time = str_eq(mode, S("cpu")) || str_eq(mode, S("wall"));
    bool has_interval = sp->interval > 0 && sp->interval < 1e15;
    double cost = 1;
    if (is_time && has_interval)
        unit = S("microseconds");
    else if (str_eq(mode, S("object")))
        unit = S("allocations");
    if (has_interval && !str_eq(unit, S("samples")))
        cost = sp->interval;
    return (struct sample){
        .event = sink_event(&sp->sink, mode.len ? mode : S("samples"), unit),
        .time = UNKNOWN,
        .cost = cost,
        .n = 1,
    };
}

/* Gives the samples of runs their times. Stacks without a frame have some,
   too. */
static void time_runs(struct stackprof *sp)
{
    size_t at = 0;
    for (size_t i = 0; i < sp->runs.n; i++) {
        struct run run = sp->runs.of[i];
        for (; run.n && at < sp->times.n; run.n--, at++)
            if (run.stack != sp->root)
                thread_stacks_add(&sp->stacks, run.stack, 1, 1,
                                  sp->times.of[at]);
        if (run.n && run.stack != sp->root)
            thread_stacks_add(&sp->stacks, run.stack, (double)run.n, run.n,
                              UNKNOWN);
    }
}

static bool add_stacks(struct stackprof *sp, const struct sample *sample)
{
    struct stack_owner owner = { .sample = *sample, .second = 1e6 };
    time_runs(sp);
    thread_stacks_count(&sp->stacks, &sp->sink, &owner);
    sink_decide(&sp->sink);
    size_t left_out = thread_stacks_fill(
        &sp->stacks, &sp->sink, &owner,
        (struct frame_functions){ find_function, sp, sp->ids.n });
    input_count(sp->in, "stacks of frames that do not exist, left out",
                left_out);
    if (!sink_end(&sp->sink))
        return false;
    sp->profile->stats.walked = true;
    profile_count_samples(sp->profile, sample->cost);
    return true;
}

/* The samples have no stacks, so the sink only chooses their event. */
static bool add_calls(struct stackprof *sp, struct sample *sample)
{
    struct profile *profile = sp->profile;
    double cost = sample->cost;
    size_t left_out = 0;
    if (sp->samples >= 1 && sp->samples < 1e15)
        sample->n = (size_t)sp->samples;
    sink_count(&sp->sink, sample);
    sink_decide(&sp->sink);
    if (!sink_end(&sp->sink))
        return false;
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED;
    for (uint32_t i = 0; i < sp->ids.n; i++) {
        const struct frame *frame = &sp->frames.of[i];
        if (!frame->exists)
            continue;
        uint32_t id = find_function(sp, i);
        struct function *function = &profile->functions[id];
        function->self += frame->self > 0 ? frame->self * cost : 0;
        sp->found += frame->self > 0 ? frame->self : 0;
        if (frame->total >= 0)
            function->total = add_known(function->total, frame->total * cost);
    }
    for (size_t i = 0; i < sp->edges.n; i++) {
        const struct edge *edge = &sp->edges.of[i];
        if (!sp->frames.of[edge->caller].exists ||
            !sp->frames.of[edge->callee].exists || !(edge->samples > 0)) {
            left_out++;
            continue;
        }
        uint32_t id = profile_call(profile, find_function(sp, edge->caller),
                                   find_function(sp, edge->callee));
        struct call *call = &profile->calls[id];
        call->cost = add_known(call->cost, edge->samples * cost);
    }
    profile_count_samples(profile, cost);
    profile_convert_unit(profile);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].weight = profile->calls[c].cost;
    profile_entries_by_weight(profile);
    input_count(sp->in, "edges of frames that do not exist, left out",
                left_out);
    return true;
}

static bool make_profile(struct stackprof *sp)
{
    struct sample sample = find_sample(sp);
    if (!(sp->has_raw ? add_stacks(sp, &sample) : add_calls(sp, &sample)))
        return false;
    declared_check(
        sp->in, (struct declared){ .where = "\"samples\"",
                                   .unit = S("samples"),
                                   .says = sp->samples,
                                   .rounding = sp->missed > 0 ? sp->missed : 0,
                                   .found = sp->found });
    return profile_whole(sp->profile) > 0 ||
           input_error(sp->in, "expected samples of stackprof, found none");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct stackprof sp = { .in = in,
                            .profile = profile,
                            .samples = UNKNOWN,
                            .c_file = profile_text_id(profile, S("<cfunc>")) };
    if (!sink_begin(&sp.sink, in, profile, options))
        return false;
    sp.sink.events.are_costs = true;
    thread_stacks_begin(&sp.stacks, &sp.sink);
    sp.root = thread_stacks_root(&sp.stacks, 0);
    json_members_all(in, profile, all_members, ROWS(all_members), &sp);
    return make_profile(&sp);
}

static enum match detect(struct head head)
{
    return match_if(head_has_json(head.text, S("mode")) &&
                    head_has_json(head.text, S("gc_samples")));
}

const struct reader reader_stackprof = {
    .name = "stackprof",
    .description = "JSON of Ruby's stackprof",
    .programs = "stackprof --json",
    .tested = "stackprof 0.2",
    .file = "*.json",
    .recipes =
        "stackprof (Ruby): `StackProf.run(raw: true, out: \"stackprof.dump\") "
        "{ ... }` in Ruby; `stackprof --json stackprof.dump | prof2dot -o "
        "out.svg`",
    /* BUF_SIZE of stackprof.c */
    .limits = LIMITS(
        { .frames = 2048,
          .cure = "no option of stackprof keeps more than 2048 frames" }),
    .supports = ASK_EVENT | ASK_LIST_EVENTS | ASK_TIME,
    .detect = detect,
    .hint.text = "stackprof does not tell it",
    .read = read,
};
