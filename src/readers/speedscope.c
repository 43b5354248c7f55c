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
 * stand behind the profiles, and the unit behind the samples.
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
#include <stdlib.h>

#include "readers/frames/frame_text.h"
#include "readers/frames/thread_stacks.h"
#include "readers/head.h"
#include "readers/json_members.h"
#include "readers/reader.h"
#include "readers/select/event_choice.h"
#include "readers/stated.h"
#include "util/array.h"
#include "util/buf.h"
#include "util/unit.h"

/* The options that this reader carries out. */
enum {
    SUPPORTS = ASK_EVENT | ASK_LIST_EVENTS | ASK_COMM | ASK_TAGS |
               ASK_LIST_THREADS | ASK_UNIT
};

/* A frame of the input. Texts are ids of texts of the profile, or NO_ID. */
struct frame {
    uint32_t name, file;
    double line, column; /* from 1; less: not known */
};

/* One of the profiles. */
struct part {
    uint32_t name, unit; /* texts of the profile */
    double samples;      /* samples or events */
    bool has_calls;      /* it has events, so the number of calls is known */
};

struct speedscope {
    struct input *in;
    struct profile *profile;
    const struct reader_options *options;
    double active; /* index of the active profile */

    struct frame *frames;
    size_t frames_room;
    uint32_t n_frames;
    uint32_t *functions; /* by frame: 1 + its function, or 0: not known yet */
    struct thread_stacks stacks; /* the threads are the indices of parts */
    struct part *parts;
    size_t parts_room;
    uint32_t n_parts;

    /* The current part */
    struct part part;
    struct open_frames open;
    struct json_numbers path; /* the frames of a sample */
    uint32_t *samples; /* stacks; NO_ID: none, or a bad one */
    size_t samples_room, n_samples, n_weights;
    double *weights; /* those that came before the samples */
    size_t weights_room, n_early;
    bool has_weights;
    double end; /* UNKNOWN: not given */

    size_t bad_samples, bad_events, without_weight;
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
    speedscope->n_frames = 0;
    while (json_reader_next(json, frames)) {
        struct frame frame = { .name = NO_ID, .file = NO_ID };
        json_members(json, frame_members, ROWS(frame_members), &frame);
        speedscope->frames =
            array_grow(speedscope->frames, speedscope->n_frames,
                       &speedscope->frames_room, sizeof frame);
        speedscope->frames[speedscope->n_frames++] = frame;
    }
}

/* ---- Samples ---- */

static void add_cost(struct speedscope *speedscope, uint32_t stack, double cost)
{
    if (stack == NO_ID || !(cost > 0))
        return;
    thread_stacks_add(&speedscope->stacks, stack, cost, 0);
    speedscope->part.samples++;
}

/* Reads the frames of a sample. Returns its stack, or NO_ID if it has no frames
   or bad ones. */
static uint32_t read_stack(struct speedscope *speedscope,
                           struct json_reader *json)
{
    bool good = json_numbers_read(json, &speedscope->path);
    speedscope->bad_samples += !good;
    return !good || speedscope->path.n == 0
               ? NO_ID
               : thread_stacks_whole(&speedscope->stacks, speedscope->n_parts,
                                     speedscope->path.numbers,
                                     (uint32_t)speedscope->path.n);
}

/* "samples": [[0, 1], [0]] */
static void read_samples(struct json_reader *json, void *reader)
{
    struct speedscope *speedscope = reader;
    size_t samples = json_reader_open(json);
    speedscope->n_samples = 0;
    while (json_reader_next(json, samples)) {
        speedscope->samples =
            array_grow(speedscope->samples, speedscope->n_samples,
                       &speedscope->samples_room, sizeof *speedscope->samples);
        speedscope->samples[speedscope->n_samples++] =
            read_stack(speedscope, json);
    }
}

/* "weights": [1, 2]. They are kept only if the samples have not come yet. */
static void read_weights(struct json_reader *json, void *reader)
{
    struct speedscope *speedscope = reader;
    size_t weights = json_reader_open(json);
    speedscope->has_weights = weights > 0;
    speedscope->n_weights = speedscope->n_early = 0;
    while (json_reader_next(json, weights)) {
        size_t i = speedscope->n_weights++;
        double weight = 0;
        json_reader_number(json, &weight);
        if (i < speedscope->n_samples) {
            add_cost(speedscope, speedscope->samples[i], weight);
        } else if (!speedscope->n_samples) {
            speedscope->weights =
                array_grow(speedscope->weights, i, &speedscope->weights_room,
                           sizeof *speedscope->weights);
            speedscope->weights[i] = weight;
            speedscope->n_early = i + 1;
        }
    }
}

/* Weighs the samples whose weights came first. Without any weights, samples are
   counted, and then the unit says nothing about them. */
static void finish_samples(struct speedscope *speedscope)
{
    struct part *part = &speedscope->part;
    for (size_t i = 0; i < speedscope->n_samples; i++)
        if (!speedscope->has_weights)
            add_cost(speedscope, speedscope->samples[i], 1);
        else if (i < speedscope->n_early)
            add_cost(speedscope, speedscope->samples[i],
                     speedscope->weights[i]);
    if (speedscope->has_weights)
        stated_check(speedscope->in,
                     (struct stated){ .where = "\"weights\"",
                                      .unit = S("samples"),
                                      .says = (double)speedscope->n_weights,
                                      .found = (double)speedscope->n_samples });
    else
        speedscope->without_weight += speedscope->n_samples;
    if (speedscope->n_samples && !speedscope->has_weights &&
        part->unit != profile_text_id(speedscope->profile, S("none")))
        part->unit = profile_text_id(speedscope->profile, S("samples"));
}

/* ---- Events ---- */

struct event {
    uint64_t frame;
    double at;
    char type;
};

static const struct json_member event_members[] = {
    { STR("type"), JSON_FIELD(struct event, type) },
    { STR("frame"), JSON_FIELD(struct event, frame) },
    { STR("at"), JSON_FIELD(struct event, at) },
};

/* Adds an event. Returns whether it fits those before it. */
static bool add_event(struct speedscope *speedscope, const struct event *event)
{
    struct open_frames *open = &speedscope->open;
    uint32_t frame = (uint32_t)event->frame;
    if (!known(event->at) || event->frame >= NO_ID ||
        (event->type != 'O' && event->type != 'C'))
        return false;
    bool good = open_frames_move(open, &speedscope->stacks, event->at);
    speedscope->part.samples++;
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
    speedscope->part.has_calls = events > 0;
    while (json_reader_next(json, events)) {
        struct event event = { .frame = NO_ID, .at = UNKNOWN };
        json_members(json, event_members, ROWS(event_members), &event);
        if (!json->failed)
            speedscope->bad_events += !add_event(speedscope, &event);
    }
}

/* ---- Profiles ---- */

static const struct json_member part_members[] = {
    { STR("name"), JSON_FIELD(struct speedscope, part.name) },
    { STR("unit"), JSON_FIELD(struct speedscope, part.unit) },
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
    uint32_t n = speedscope->n_parts;
    open_frames_start(&speedscope->open, &speedscope->stacks, n);
    speedscope->part =
        (struct part){ .name = profile_text_id(profile, S("")),
                       .unit = profile_text_id(profile, S("none")) };
    speedscope->n_samples = speedscope->n_weights = speedscope->n_early = 0;
    speedscope->has_weights = false;
    speedscope->end = UNKNOWN;
    json_members(json, part_members, ROWS(part_members), speedscope);
    finish_samples(speedscope);
    if (known(speedscope->end))
        open_frames_move(&speedscope->open, &speedscope->stacks,
                         speedscope->end);
    open_frames_free(&speedscope->open);
    speedscope->parts = array_grow(speedscope->parts, n,
                                   &speedscope->parts_room,
                                   sizeof *speedscope->parts);
    speedscope->parts[speedscope->n_parts++] = speedscope->part;
}

static const struct json_member shared_members[] = {
    { STR("frames"), .read = read_frames },
};

static const struct json_member all_members[] = {
    { STR("shared"), JSON_INSIDE(shared_members) },
    { STR("profiles"), .each = read_part },
    { STR("activeProfileIndex"), JSON_FIELD(struct speedscope, active) },
};

/* ---- The choice of profiles ---- */

static struct str text_of(const struct speedscope *speedscope, uint32_t id)
{
    return id == NO_ID ? S("") : profile_text(speedscope->profile, id);
}

/* Chooses the unit to draw, and stores it in *unit. If there are several, each
   is an event. Returns false after a message. */
static bool choose_unit(struct speedscope *speedscope, uint32_t *unit)
{
    struct tally units = { 0 };
    uint32_t active = speedscope->active > 0 &&
                              speedscope->active < speedscope->n_parts
                          ? (uint32_t)speedscope->active
                          : 0;
    bool good = true;
    *unit = speedscope->parts[active].unit;
    uint32_t preferred = tally_id(&units, text_of(speedscope, *unit));
    for (uint32_t i = 0; i < speedscope->n_parts; i++) {
        const struct part *part = &speedscope->parts[i];
        uint32_t id = tally_id(&units, text_of(speedscope, part->unit));
        units.samples[id] += (size_t)part->samples;
    }
    if (units.names.n > 1 || speedscope->options->event.len) {
        uint32_t event =
            event_choice(speedscope->in->name, speedscope->profile, &units,
                         preferred, speedscope->options);
        good = event != NO_ID;
        if (good)
            *unit = profile_text_id(speedscope->profile,
                                    units.names.texts[event]);
    }
    tally_free(&units);
    return good;
}

static uint32_t make_function(struct speedscope *speedscope, uint32_t i)
{
    const struct frame *given = &speedscope->frames[i];
    struct frame_text frame = { .name = text_of(speedscope, given->name),
                                .file = text_of(speedscope, given->file) };
    struct buf begin = { 0 };
    if (!frame.name.len)
        frame.name = S("(anonymous)");
    if (!frame.file.len)
        return frame_text_function(speedscope->profile, frame.name, S(""));
    str_take(&frame.file, S("file://"));
    if (given->line >= 1 && given->line < 1e15)
        frame.line = (uint64_t)given->line;
    if (frame.line && given->column >= 1 && given->column < 1e15) {
        buf_printf(&begin, "%llu:%.0f", (unsigned long long)frame.line,
                   given->column);
        frame.begin = buf_text(&begin);
    }
    uint32_t function = frame_text_add(speedscope->profile, &frame, S(""));
    buf_free(&begin);
    return function;
}

static uint32_t find_function(void *reader, uint32_t frame)
{
    struct speedscope *speedscope = reader;
    if (frame >= speedscope->n_frames)
        return NO_ID;
    if (!speedscope->functions[frame])
        speedscope->functions[frame] = make_function(speedscope, frame) + 1;
    return speedscope->functions[frame] - 1;
}

/* Adds the profiles of one unit whose names --comm accepts. Returns false after
   a message. */
static bool add_parts(struct speedscope *speedscope, uint32_t unit)
{
    uint32_t n = speedscope->n_parts;
    struct thread *threads = array_new(n, sizeof *threads);
    bool has_calls = true;
    for (uint32_t i = 0; i < n; i++) {
        const struct part *part = &speedscope->parts[i];
        threads[i].values[THREAD_COMM] = text_of(speedscope, part->name);
        threads[i].samples = part->unit == unit ? part->samples : 0;
    }
    bool good = threads_choose(threads, n, speedscope->in->name,
                               speedscope->profile, speedscope->options,
                               SUPPORTS);
    for (uint32_t i = 0; i < n; i++)
        has_calls &= !threads[i].is_chosen || speedscope->parts[i].has_calls;
    speedscope->functions =
        array_new((size_t)speedscope->n_frames + 1, sizeof(uint32_t));
    if (good)
        speedscope->bad_samples += thread_stacks_fill(
            &speedscope->stacks, speedscope->profile, threads,
            (struct frame_functions){ find_function, speedscope }, has_calls);
    free(speedscope->functions);
    free(threads);
    return good;
}

static void warn(const struct speedscope *speedscope)
{
    if (speedscope->bad_samples)
        input_remark(speedscope->in,
                     "stacks of frames that do not exist, left out: %zu",
                     speedscope->bad_samples);
    if (speedscope->without_weight)
        input_remark(speedscope->in, "samples without a weight: %zu",
                     speedscope->without_weight);
    if (speedscope->bad_events)
        input_remark(speedscope->in,
                     "events that are out of order, or close a frame that is "
                     "not the innermost: %zu",
                     speedscope->bad_events);
}

static bool make_profile(struct speedscope *speedscope)
{
    struct profile *profile = speedscope->profile;
    uint32_t unit;
    if (speedscope->n_parts == 0)
        return input_error(speedscope->in,
                           "expected profiles of speedscope, found none");
    if (!choose_unit(speedscope, &unit))
        return false;
    struct str name = text_of(speedscope, unit);
    if (!str_eq(name, S("none")))
        profile_unit(profile, name);
    else if (speedscope->options->unit.len)
        profile_unit(profile, speedscope->options->unit);
    else
        profile_unit(profile, S(UNIT_COUNTS));
    bool good = add_parts(speedscope, unit);
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
    profile->stats.walked = true;
    json_members_all(in, profile, all_members, ROWS(all_members),
                     &speedscope);
    bool good = make_profile(&speedscope);
    thread_stacks_free(&speedscope.stacks);
    free(speedscope.frames);
    free(speedscope.parts);
    free(speedscope.path.numbers);
    free(speedscope.samples);
    free(speedscope.weights);
    return good;
}

/* All but a few writers name the schema; the others have a profile whose type
   no other format has. */
static enum match detect(struct str head, bool complete)
{
    (void)complete;
    return head_has_json(head, S("$schema=https://www.speedscope.app "
                                 "profiles/0/type=sampled "
                                 "profiles/0/type=evented"))
               ? MATCH_YES
               : MATCH_NO;
}

const struct reader reader_speedscope = {
    .name = "speedscope",
    .description = "speedscope's JSON",
    .programs = "speedscope, py-spy, rbspy, dotnet-trace",
    .file = "*.speedscope.json",
    .supports = SUPPORTS,
    .detect = detect,
    .read = read,
};
