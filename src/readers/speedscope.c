/*
 * The JSON of speedscope, which py-spy, rbspy, dotnet-trace and others write:
 *
 *     {"$schema": "https://www.speedscope.app/file-format-schema.json",
 *      "shared": {"frames": [{"name": "main", "file": "w.py", "line": 3},
 *                            {"name": "walk"}]},
 *      "profiles": [
 *        {"type": "sampled", "name": "thread 1", "unit": "seconds",
 *         "startValue": 0, "endValue": 3,
 *         "samples": [[0], [0, 1]], "weights": [1, 2]},
 *        {"type": "evented", "name": "thread 2", "unit": "seconds",
 *         "startValue": 0, "endValue": 3,
 *         "events": [{"type": "O", "frame": 0, "at": 0},
 *                    {"type": "C", "frame": 0, "at": 3}]}],
 *      "activeProfileIndex": 0}
 *
 * A sample is a stack of numbers of frames, the outermost first. An event opens
 * or closes a frame; the time between two events belongs to the frames that are
 * open. A frame that is never closed is open until endValue. The frames may
 * stand behind the profiles, and the unit behind the samples. If that is one of
 * times, a sample was taken after the weights of all before it.
 *
 * The profiles of a file are mostly those of its threads, so their names are
 * the names of threads, and they are added up. If they have several units, such
 * as seconds and bytes, the unit is the event: that of the active profile is
 * drawn unless --event names another one. The unit "none" says nothing.
 *
 * Events tell the number of calls. Samples without weights, which a file that
 * is cut off may have, are counted, so their unit is "samples".
 *
 * Source: src/lib/file-format-spec.ts of speedscope, version 0.0.1 and later.
 */

#include "readers/declared.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/limits.h"
#include "readers/frames/thread_stacks.h"
#include "readers/json_members.h"
#include "util/text/unit.h"

/* A frame of the input. Texts are ids of texts of the profile, or NO_ID. */
struct frame {
    uint32_t name, file;
    double line, column; /* from 1; less: not known */
    uint32_t function;   /* 1 + its function, or 0: not known yet */
};

/* One of the profiles. */
struct part {
    uint32_t name, unit; /* texts of the profile */
    double start;        /* UNKNOWN: not given */
    bool is_sampled;     /* it has samples, so calls are not known */
};

struct speedscope {
    struct input *in;
    struct profile *profile;
    const struct reader_options *options;
    struct sink sink;
    double active; /* index of the active profile */

    LIST(struct frame) frames;
    struct thread_stacks stacks; /* the threads are the indices of parts */
    LIST(struct part) parts;

    /* The current part */
    struct part part;
    struct open_frames open;
    struct json_numbers path; /* the frames of a sample */
    LIST(uint32_t) samples;   /* stacks; NO_ID: none, or a bad one */
    LIST(double) weights;     /* those that came before the samples */
    size_t n_weights;
    bool has_weights;
    double at;  /* the sum of the weights of samples so far */
    double end; /* UNKNOWN: not given */

    size_t bad_samples, bad_events, without_weight, negative;
};

/* ---- Frames ---- */

static const struct json_member frame_members[] = {
    { STR("name"), JSON_FIELD(struct frame, name) },
    { STR("file"), JSON_FIELD(struct frame, file) },
    { STR("line"), JSON_FIELD(struct frame, line) },
    { STR("col"), JSON_FIELD(struct frame, column) },
};

/* "frames": [{"name": ..., "file": ..., "line": ...}, ...] */
static void read_frames(struct json_reader *json, void *reader)
{
    struct speedscope *speedscope = reader;
    size_t frames = json_reader_open(json);
    speedscope->frames.n = 0;
    while (json_reader_next(json, frames)) {
        struct frame frame = { .name = NO_ID, .file = NO_ID };
        json_members(json, frame_members, ROWS(frame_members), &frame);
        *PUSH_IN(&speedscope->in->arena, &speedscope->frames) = frame;
    }
}

/* ---- Samples ---- */

/* Adds the next sample. Without a weight it has no time. */
static void add_sample(struct speedscope *speedscope, size_t i, double weight)
{
    uint32_t stack = speedscope->samples.of[i];
    double at = speedscope->has_weights ? speedscope->at : UNKNOWN;
    speedscope->negative += weight < 0;
    if (!(weight > 0))
        return;
    speedscope->at += weight;
    if (stack == NO_ID)
        return;
    speedscope->part.is_sampled = true;
    thread_stacks_add(&speedscope->stacks, stack, weight, 1, at);
}

/* Reads the frames of a sample. Returns its stack, or NO_ID if it has no frames
   or bad ones. */
static uint32_t read_stack(struct speedscope *speedscope,
                           struct json_reader *json)
{
    bool good = json_numbers_read(json, &speedscope->in->arena,
                                  &speedscope->path);
    speedscope->bad_samples += !good;
    return !good || speedscope->path.n == 0
               ? NO_ID
               : thread_stacks_whole(&speedscope->stacks,
                                     (uint32_t)speedscope->parts.n,
                                     speedscope->path.of,
                                     (uint32_t)speedscope->path.n);
}

/* "samples": [[0, 1], [0]] */
static void read_samples(struct json_reader *json, void *reader)
{
    struct speedscope *speedscope = reader;
    size_t samples = json_reader_open(json);
    speedscope->samples.n = 0;
    while (json_reader_next(json, samples)) {
        uint32_t stack = read_stack(speedscope, json);
        *PUSH_IN(&speedscope->in->arena, &speedscope->samples) = stack;
    }
}

/* "weights": [1, 2]. They are kept only if the samples have not come yet. */
static void read_weights(struct json_reader *json, void *reader)
{
    struct speedscope *speedscope = reader;
    size_t weights = json_reader_open(json);
    speedscope->has_weights = weights > 0;
    speedscope->n_weights = speedscope->weights.n = 0;
    while (json_reader_next(json, weights)) {
        size_t i = speedscope->n_weights++;
        double weight = 0;
        json_reader_number(json, &weight);
        if (i < speedscope->samples.n)
            add_sample(speedscope, i, weight);
        else if (!speedscope->samples.n)
            *PUSH_IN(&speedscope->in->arena, &speedscope->weights) = weight;
    }
}

/* Weighs the samples whose weights came first. Without any weights, samples are
   counted, and then the unit says nothing about them. */
static void finish_samples(struct speedscope *speedscope)
{
    struct part *part = &speedscope->part;
    size_t n = speedscope->samples.n;
    for (size_t i = 0; i < n; i++)
        if (!speedscope->has_weights)
            add_sample(speedscope, i, 1);
        else if (i < speedscope->weights.n)
            add_sample(speedscope, i, speedscope->weights.of[i]);
    if (speedscope->has_weights)
        declared_check(speedscope->in,
                       (struct declared){ .where = "\"weights\"",
                                          .unit = S("samples"),
                                          .says = (double)speedscope->n_weights,
                                          .found = (double)n });
    else
        speedscope->without_weight += n;
    if (n && !speedscope->has_weights &&
        part->unit != profile_text_id(speedscope->profile, S("none")))
        part->unit = profile_text_id(speedscope->profile, S("samples"));
}

/* ---- Events ---- */

struct frame_event {
    uint64_t frame;
    double at;
    char type;
};

static const struct json_member event_members[] = {
    { STR("type"), JSON_FIELD(struct frame_event, type) },
    { STR("frame"), JSON_FIELD(struct frame_event, frame) },
    { STR("at"), JSON_FIELD(struct frame_event, at) },
};

/* Adds an event. Returns whether it fits those before it. */
static bool add_event(struct speedscope *speedscope,
                      const struct frame_event *event)
{
    struct open_frames *open = &speedscope->open;
    uint32_t frame = (uint32_t)event->frame;
    if (!known(event->at) || event->frame >= NO_ID ||
        (event->type != 'O' && event->type != 'C'))
        return false;
    bool good = open_frames_move(open, &speedscope->stacks, event->at);
    if (event->type == 'C')
        return open_frames_close(open, frame) && good;
    open_frames_push(open, &speedscope->stacks, frame, INFINITY);
    return good;
}

/* "events": [{"type": "O", "frame": 0, "at": 0}, ...] */
static void read_events(struct json_reader *json, void *reader)
{
    struct speedscope *speedscope = reader;
    size_t events = json_reader_open(json);
    while (json_reader_next(json, events)) {
        struct frame_event event = { .frame = NO_ID, .at = UNKNOWN };
        json_members(json, event_members, ROWS(event_members), &event);
        if (!json->failed)
            speedscope->bad_events += !add_event(speedscope, &event);
    }
}

/* ---- Profiles ---- */

static const struct json_member part_members[] = {
    { STR("name"), JSON_FIELD(struct speedscope, part.name) },
    { STR("unit"), JSON_FIELD(struct speedscope, part.unit) },
    { STR("startValue"), JSON_FIELD(struct speedscope, part.start) },
    { STR("endValue"), JSON_FIELD(struct speedscope, end) },
    { STR("samples"), .read = read_samples },
    { STR("weights"), .read = read_weights },
    { STR("events"), .read = read_events },
};

/* Reads one of the profiles. */
static void read_part(struct json_reader *json, void *reader)
{
    struct speedscope *speedscope = reader;
    struct profile *profile = speedscope->profile;
    open_frames_start(&speedscope->open, &speedscope->stacks,
                      (uint32_t)speedscope->parts.n);
    speedscope->part =
        (struct part){ .name = profile_text_id(profile, S("")),
                       .unit = profile_text_id(profile, S("none")),
                       .start = UNKNOWN };
    speedscope->samples.n = speedscope->weights.n = speedscope->n_weights = 0;
    speedscope->has_weights = false;
    speedscope->at = 0;
    speedscope->end = UNKNOWN;
    json_members(json, part_members, ROWS(part_members), speedscope);
    finish_samples(speedscope);
    if (known(speedscope->end))
        open_frames_move(&speedscope->open, &speedscope->stacks,
                         speedscope->end);
    *PUSH_IN(&speedscope->in->arena, &speedscope->parts) = speedscope->part;
}

static const struct json_member shared_members[] = {
    { STR("frames"), .read = read_frames },
};

static const struct json_member all_members[] = {
    { STR("shared"), JSON_INSIDE(shared_members) },
    { STR("profiles"), .each = read_part },
    { STR("activeProfileIndex"), JSON_FIELD(struct speedscope, active) },
};

/* ---- The profile ---- */

static struct str text_of(const struct speedscope *speedscope, uint32_t id)
{
    return id == NO_ID ? S("") : profile_text(speedscope->profile, id);
}

static uint32_t make_function(struct speedscope *speedscope, uint32_t i)
{
    const struct frame *given = &speedscope->frames.of[i];
    struct profile *profile = speedscope->sink.profile;
    struct frame_text frame = { .name = text_of(speedscope, given->name),
                                .file = text_of(speedscope, given->file) };
    LOCAL_BUF(begin);
    if (!frame.name.len)
        frame.name = S("(anonymous)");
    if (!frame.file.len)
        return frame_text_function(profile, frame.name, S(""));
    str_take(&frame.file, S("file://"));
    if (given->line >= 1 && given->line < 1e15)
        frame.line = (uint64_t)given->line;
    if (frame.line && given->column >= 1 && given->column < 1e15) {
        buf_printf(&begin, "%llu:%.0f", (unsigned long long)frame.line,
                   given->column);
        frame.begin = buf_text(&begin);
    }
    return frame_text_add(profile, &frame, S(""));
}

static uint32_t find_function(void *reader, uint32_t i)
{
    struct speedscope *speedscope = reader;
    if (i >= speedscope->frames.n)
        return NO_ID;
    struct frame *frame = &speedscope->frames.of[i];
    if (!frame->function)
        frame->function = make_function(speedscope, i) + 1;
    return frame->function - 1;
}

static bool differ_in_unit(const struct speedscope *speedscope)
{
    for (size_t i = 1; i < speedscope->parts.n; i++)
        if (speedscope->parts.of[i].unit != speedscope->parts.of[0].unit)
            return true;
    return false;
}

static struct stack_owner owner_of(struct speedscope *speedscope,
                                   const struct part *part)
{
    struct sink *sink = &speedscope->sink;
    struct str unit = text_of(speedscope, part->unit);
    struct str known_unit = !str_eq(unit, S("none")) ? unit
                            : speedscope->options->unit.len
                                ? speedscope->options->unit
                                : S(UNIT_COUNTS);
    struct listed_thread thread = { .comm = text_of(speedscope, part->name) };
    struct unit found;
    bool is_time = unit_find(unit, &found) && str_eq(found.base, S("seconds"));
    struct stack_owner owner = {
        .sample = { .thread = sink_thread(sink, &thread), .cost = 1 },
        .start = part->is_sampled ? known_or(part->start, 0) : 0,
        .second = is_time ? found.per_base : UNKNOWN,
    };
    if (differ_in_unit(speedscope) || speedscope->options->event.len)
        owner.sample.event = sink_event(sink, unit, known_unit);
    sink_set_unit(sink, owner.sample.event, known_unit);
    return owner;
}

/* Finds the threads and, if there are several, the units. That of the active
   profile is drawn unless the user names another one. */
static struct stack_owner *make_owners(struct speedscope *speedscope,
                                       struct str *best)
{
    size_t n = speedscope->parts.n;
    double active = speedscope->active;
    struct stack_owner *owners =
        NEW_N(&speedscope->in->arena, struct stack_owner, n);
    size_t first = active > 0 && active < (double)n ? (size_t)active : 0;
    *best = text_of(speedscope, speedscope->parts.of[first].unit);
    speedscope->sink.events.best = best;
    speedscope->sink.events.n_best = 1;
    owner_of(speedscope, &speedscope->parts.of[first]);
    for (size_t i = 0; i < n; i++)
        owners[i] = owner_of(speedscope, &speedscope->parts.of[i]);
    return owners;
}

/* Were calls and returns recorded in all profiles in the picture, so that they
   tell the numbers of calls? */
static bool has_calls(const struct speedscope *speedscope,
                      const struct stack_owner *owners)
{
    for (size_t i = 0; i < speedscope->parts.n; i++)
        if (speedscope->parts.of[i].is_sampled &&
            sink_draws(&speedscope->sink, &owners[i].sample))
            return false;
    return true;
}

static void warn(const struct speedscope *speedscope)
{
    input_count(speedscope->in, "stacks of frames that do not exist, left out",
                speedscope->bad_samples);
    input_count(speedscope->in, "samples without a weight",
                speedscope->without_weight);
    input_count(speedscope->in, "samples with a weight below 0, left out",
                speedscope->negative);
    input_count(speedscope->in,
                "events that are out of order, or close a frame that is not "
                "the innermost",
                speedscope->bad_events);
}

static bool make_profile(struct speedscope *speedscope)
{
    struct profile *profile = speedscope->profile;
    struct sink *sink = &speedscope->sink;
    struct str best;
    if (speedscope->parts.n == 0)
        return input_error(speedscope->in,
                           "expected profiles of speedscope, found none");
    struct stack_owner *owners = make_owners(speedscope, &best);
    thread_stacks_count(&speedscope->stacks, sink, owners);
    sink_decide(sink);
    speedscope->bad_samples += thread_stacks_fill(
        &speedscope->stacks, sink, owners,
        (struct frame_functions){ .find = find_function,
                                  .reader = speedscope });
    profile->stats.is_whole = has_calls(speedscope, owners);
    profile->stats.walked = !profile->stats.is_whole;
    if (profile->stats.is_whole)
        thread_stacks_add_calls(&speedscope->stacks, sink, owners);
    bool good = sink_end(sink);
    warn(speedscope);
    if (good && profile->n_functions == 0)
        return input_error(speedscope->in, "expected samples, found none");
    return good;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct speedscope speedscope = { .in = in,
                                     .profile = profile,
                                     .options = options };
    if (!sink_begin(&speedscope.sink, in, profile, options))
        return false;
    speedscope.sink.events.are_costs = true;
    thread_stacks_begin(&speedscope.stacks, &speedscope.sink);
    json_members_all(in, profile, all_members, ROWS(all_members), &speedscope);
    return make_profile(&speedscope);
}

/* All but a few writers name the schema; the others have a profile whose type
   no other format has. */
static const struct frame_limit limits[] = {
    { .frames = KERNEL_MAX_FRAMES, .cure = PERF_SCRIPT_CURE },
    { .frames = ANY_FRAMES, .cure = ANY_CURE },
    { .cure = NULL },
};

const struct reader reader_speedscope = {
    .name = "speedscope",
    .description = "speedscope's JSON",
    .programs = "speedscope, py-spy, rbspy, dotnet-trace",
    .file = "*.speedscope.json",
    .recipes =
        "speedscope's JSON: `py-spy record -f speedscope -o out.json -- python "
        "prog.py; prof2dot out.json -o out.svg`",
    .limits = limits,
    .supports = ASK_EVENT | ASK_LIST_EVENTS | ASK_COMM | ASK_TAGS | ASK_TIME |
                ASK_LIST_THREADS | ASK_UNIT,
    .json = "$schema=https://www.speedscope.app "
            "profiles/0/type=sampled "
            "profiles/0/type=evented",
    .hint.text = "its writer did not tell it",
    .read = read,
};
