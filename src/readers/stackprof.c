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
 * events. "line" says where a function begins. Ruby before version 3 leaves out
 * functions written in C, such as Array#each, so that a method stands twice in
 * a row, for itself and for its block; these become one frame.
 *
 * Without "raw", which depends on an option, the profile is one of calls: an
 * edge says in how many samples the frame called another one.
 *
 * Source: lib/stackprof/report.rb in the repository tmm1/stackprof.
 */
#include <stdlib.h>

#include "readers/frames/frame_stacks.h"
#include "readers/frames/frame_text.h"
#include "readers/head.h"
#include "readers/json_members.h"
#include "readers/select/event_choice.h"
#include "readers/stated.h"
#include "util/array.h"

/* A frame of the input. Texts are texts of the profile. */
struct frame {
    bool exists;
    uint32_t number, name, file;
    uint64_t line; /* 0: not given */
    double self, total;
};

struct edge {
    uint32_t caller, callee; /* frames */
    double samples;
};

struct stackprof {
    struct input *in;
    struct profile *profile;
    struct pairs ids;     /* the high and the low half of each frame's id */
    struct frame *frames; /* by number of the id */
    size_t frames_room;
    struct edge *edges;
    size_t edges_room, n_edges;
    struct frame_stacks stacks;
    double samples, interval;
    double missed;   /* samples; some of them may be among `samples` */
    uint32_t mode;   /* a text of the profile */
    uint32_t c_file; /* the text "<cfunc>" */
    bool has_raw, has_c;
    double found; /* samples of "raw", or without it those of the frames */
};

/* ---- The file ---- */

static uint32_t number_of(struct stackprof *sp, uint64_t id)
{
    uint32_t number =
        pairs_add(&sp->ids, (uint32_t)(id >> 32), (uint32_t)id);
    sp->frames = array_reach(sp->frames, number, &sp->frames_room,
                             sizeof *sp->frames);
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
    if (!take_name(sp, json, &edge.callee) ||
        !json_reader_number(json, &edge.samples))
        return;
    sp->edges =
        array_grow(sp->edges, sp->n_edges, &sp->edges_room, sizeof edge);
    sp->edges[sp->n_edges++] = edge;
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
    sp->frames[frame.number] = frame;
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
            stack = before = NO_ID;
        } else if (left) {
            uint32_t frame = number_of(sp, number);
            if (sp->has_c || frame != before)
                stack = frame_stacks_push(&sp->stacks, stack, frame);
            before = frame;
            left--;
        } else {
            frame_stacks_add(&sp->stacks, stack, 0, (double)number);
            sp->found += (double)number;
            in_stack = false;
        }
    }
    if (in_stack && !json->failed)
        input_cut(sp->in, "the last stack of \"raw\" is not complete");
}

static const struct json_member all_members[] = {
    { STR("mode"), JSON_FIELD(struct stackprof, mode) },
    { STR("interval"), JSON_FIELD(struct stackprof, interval) },
    { STR("samples"), JSON_FIELD(struct stackprof, samples) },
    { STR("missed_samples"), JSON_FIELD(struct stackprof, missed) },
    { STR("frames"), .each = read_frame },
    { STR("raw"), .read = read_raw },
};

/* ---- The profile ---- */

static uint32_t function_of(struct stackprof *sp, const struct frame *from)
{
    struct frame_text frame = { .name = profile_text(sp->profile, from->name),
                                .line = from->line };
    struct buf begin = { 0 };
    if (!frame.name.len)
        frame.name = S("(anonymous)");
    if (from->file != sp->c_file)
        frame.file = profile_text(sp->profile, from->file);
    if (from->line) {
        buf_printf(&begin, "%llu", (unsigned long long)from->line);
        frame.begin = buf_text(&begin);
    }
    uint32_t function = frame_text_add(sp->profile, &frame, S(""));
    buf_free(&begin);
    return function;
}

/* Sets the unit, and returns the cost of a sample. */
static double weigh(struct stackprof *sp)
{
    struct str mode = profile_text(sp->profile, sp->mode);
    bool is_time = str_eq(mode, S("cpu")) || str_eq(mode, S("wall"));
    bool has_interval = sp->interval > 0 && sp->interval < 1e15;
    if (is_time && has_interval)
        profile_unit(sp->profile, S("microseconds"));
    else if (str_eq(mode, S("object")))
        profile_unit(sp->profile, S("allocations"));
    else
        return 1;
    return has_interval ? sp->interval : 1;
}

static void add_stacks(struct stackprof *sp, const uint32_t *functions,
                       double cost)
{
    for (uint32_t row = 0; row < sp->stacks.rows.n; row++)
        sp->stacks.costs[row] *= cost;
    size_t left_out = frame_stacks_fill(&sp->stacks, sp->profile, 0, functions,
                                        sp->ids.n);
    sp->profile->stats.walked = true;
    profile_count_samples(sp->profile, cost);
    if (left_out)
        input_remark(sp->in, "stacks of frames that do not exist, left out: "
                             "%zu",
                     left_out);
}

static void add_calls(struct stackprof *sp, const uint32_t *functions,
                      double cost)
{
    struct profile *profile = sp->profile;
    size_t left_out = 0;
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED;
    for (uint32_t i = 0; i < sp->ids.n; i++) {
        const struct frame *frame = &sp->frames[i];
        if (!frame->exists)
            continue;
        struct function *function = &profile->functions[functions[i]];
        function->self += frame->self > 0 ? frame->self * cost : 0;
        sp->found += frame->self > 0 ? frame->self : 0;
        if (frame->total >= 0)
            function->total = add_known(function->total, frame->total * cost);
    }
    for (size_t i = 0; i < sp->n_edges; i++) {
        const struct edge *edge = &sp->edges[i];
        if (!sp->frames[edge->caller].exists ||
            !sp->frames[edge->callee].exists || !(edge->samples > 0)) {
            left_out++;
            continue;
        }
        uint32_t id = profile_call(profile, functions[edge->caller],
                                   functions[edge->callee]);
        struct call *call = &profile->calls[id];
        call->cost = add_known(call->cost, edge->samples * cost);
    }
    profile_count_samples(profile, cost);
    profile_convert_unit(profile);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].weight = profile->calls[c].cost;
    profile_entries_by_weight(profile);
    if (left_out)
        input_remark(sp->in, "edges of frames that do not exist, left out: "
                             "%zu",
                     left_out);
}

static bool make_profile(struct stackprof *sp,
                         const struct reader_options *options)
{
    struct profile *profile = sp->profile;
    struct tally events = { 0 };
    double cost = weigh(sp);
    struct str mode = profile_text(profile, sp->mode);
    uint32_t event = tally_id(&events, mode.len ? mode : S("samples"));
    events.samples[event] = sp->samples >= 1 && sp->samples < 1e15
                                ? (size_t)sp->samples
                                : 1;
    event = event_choice(sp->in->name, profile, &events, event, options);
    tally_free(&events);
    if (event == NO_ID)
        return false;
    bool *used = sp->has_raw ? frame_stacks_used(&sp->stacks, 0, sp->ids.n)
                             : NULL;
    uint32_t *functions = array_new((size_t)sp->ids.n + 1, sizeof *functions);
    for (uint32_t i = 0; i < sp->ids.n; i++) {
        functions[i] = NO_ID;
        if (sp->frames[i].exists && (!used || used[i]))
            functions[i] = function_of(sp, &sp->frames[i]);
    }
    if (sp->has_raw)
        add_stacks(sp, functions, cost);
    else
        add_calls(sp, functions, cost);
    free(used);
    free(functions);
    stated_check(sp->in, (struct stated){ .where = "\"samples\"",
                                          .unit = S("samples"),
                                          .says = sp->samples,
                                          .rounding = sp->missed > 0
                                                          ? sp->missed
                                                          : 0,
                                          .found = sp->found });
    return profile_whole(profile) > 0 ||
           input_error(sp->in, "expected samples of stackprof, found none");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct stackprof sp = { .in = in,
                            .profile = profile,
                            .samples = UNKNOWN,
                            .c_file = profile_text_id(profile, S("<cfunc>")) };
    json_members_all(in, profile, all_members, ROWS(all_members), &sp);
    bool good = make_profile(&sp, options);
    pairs_free(&sp.ids);
    free(sp.frames);
    free(sp.edges);
    frame_stacks_free(&sp.stacks);
    return good;
}

static enum match detect(struct str head, bool complete)
{
    (void)complete;
    return head_has_json(head, S("mode")) &&
                   head_has_json(head, S("gc_samples"))
               ? MATCH_YES
               : MATCH_NO;
}

const struct reader reader_stackprof = {
    .name = "stackprof",
    .description = "JSON of Ruby's stackprof",
    .programs = "stackprof --json",
    .tested = "stackprof 0.2",
    .file = "*.json",
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
