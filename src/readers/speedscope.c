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

#include "input/json_reader.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/thread_stacks.h"
#include "readers/head.h"
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
    struct json_reader json;
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
    uint32_t *path; /* the frames of a sample */
    size_t path_room;
    uint32_t *samples; /* stacks; NO_ID: none, or a bad one */
    size_t samples_room, n_samples, n_weights;
    double *weights; /* those that came before the samples */
    size_t weights_room;
    bool has_weights;
    double end; /* UNKNOWN: not given */

    size_t bad_samples, bad_events, without_weight;
};

/* ---- Frames ---- */

static uint32_t text_id(struct speedscope *speedscope)
{
    return profile_text_id(speedscope->profile,
                           json_reader_text(&speedscope->json));
}

/* "shared": {"frames": [{"name": ..., "file": ..., "line": ...}, ...]} */
static void read_shared(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    size_t shared = json_reader_open(json);
    while (json_reader_next(json, shared)) {
        size_t frames = json_reader_is(json, S("frames"))
                            ? json_reader_open(json)
                            : 0;
        if (frames)
            speedscope->n_frames = 0;
        while (json_reader_next(json, frames)) {
            struct frame frame = { .name = NO_ID, .file = NO_ID };
            size_t members = json_reader_open(json);
            while (json_reader_next(json, members)) {
                if (json_reader_is(json, S("name")))
                    frame.name = text_id(speedscope);
                else if (json_reader_is(json, S("file")))
                    frame.file = text_id(speedscope);
                else if (json_reader_is(json, S("line")))
                    json_reader_number(json, &frame.line);
                else if (json_reader_is(json, S("col")))
                    json_reader_number(json, &frame.column);
            }
            speedscope->frames =
                array_grow(speedscope->frames, speedscope->n_frames,
                           &speedscope->frames_room, sizeof frame);
            speedscope->frames[speedscope->n_frames++] = frame;
        }
    }
}

/* ---- Samples ---- */

static void add_cost(struct speedscope *speedscope, uint32_t stack, double cost)
{
    if (stack == NO_ID || !(cost > 0))
        return;
    thread_stacks_add(&speedscope->stacks, stack, cost, 0);
    speedscope->parts[speedscope->n_parts].samples++;
}

/* Reads the frames of a sample. Returns its stack, or NO_ID if it has no frames
   or bad ones. */
static uint32_t read_stack(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    size_t frames = json_reader_open(json), n = 0;
    bool is_bad = !frames;
    while (json_reader_next(json, frames)) {
        uint64_t frame = NO_ID;
        is_bad |= !json_reader_id(json, &frame) || frame >= NO_ID;
        speedscope->path = array_grow(speedscope->path, n,
                                      &speedscope->path_room,
                                      sizeof *speedscope->path);
        speedscope->path[n++] = (uint32_t)frame;
    }
    speedscope->bad_samples += is_bad;
    return is_bad || n == 0
               ? NO_ID
               : thread_stacks_whole(&speedscope->stacks, speedscope->n_parts,
                                     speedscope->path, (uint32_t)n);
}

/* "samples": [[0, 1], [0]] */
static void read_samples(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    size_t samples = json_reader_open(json);
    speedscope->n_samples = 0;
    while (json_reader_next(json, samples)) {
        speedscope->samples =
            array_grow(speedscope->samples, speedscope->n_samples,
                       &speedscope->samples_room, sizeof *speedscope->samples);
        speedscope->samples[speedscope->n_samples++] = read_stack(speedscope);
    }
}

/* "weights": [1, 2]. They are kept only if the samples have not come yet. */
static void read_weights(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    size_t weights = json_reader_open(json);
    speedscope->has_weights = weights > 0;
    speedscope->n_weights = 0;
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
        }
    }
}

/* Weighs the samples whose weights came first. Without any weights, samples are
   counted, and then the unit says nothing about them. */
static void finish_samples(struct speedscope *speedscope)
{
    struct part *part = &speedscope->parts[speedscope->n_parts];
    for (size_t i = 0; i < speedscope->n_samples; i++)
        if (!speedscope->has_weights)
            add_cost(speedscope, speedscope->samples[i], 1);
        else if (speedscope->weights && i < speedscope->n_weights)
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

/* Reads one event. Returns whether it fits those before it. */
static bool read_event(struct speedscope *speedscope, struct open_frames *open)
{
    struct json_reader *json = &speedscope->json;
    size_t members = json_reader_open(json);
    uint64_t frame = NO_ID;
    double at = UNKNOWN;
    char type = 0;
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("frame")))
            json_reader_id(json, &frame);
        else if (json_reader_is(json, S("at")))
            json_reader_number(json, &at);
        else if (json_reader_is(json, S("type")) && json->text.len == 1)
            type = json->text.s[0];
    }
    if (json->failed)
        return true;
    if (!known(at) || frame >= NO_ID || (type != 'O' && type != 'C'))
        return false;
    bool good = open_frames_move(open, &speedscope->stacks, at);
    speedscope->parts[speedscope->n_parts].samples++;
    if (type == 'C')
        return open_frames_close(open, (uint32_t)frame) && good;
    open_frames_push(open, &speedscope->stacks, (uint32_t)frame, INFINITY);
    return good;
}

/* "events": [{"type": "O", "frame": 0, "at": 0}, ...] */
static void read_events(struct speedscope *speedscope, struct open_frames *open)
{
    struct json_reader *json = &speedscope->json;
    size_t events = json_reader_open(json);
    speedscope->parts[speedscope->n_parts].has_calls = events > 0;
    while (json_reader_next(json, events))
        speedscope->bad_events += !read_event(speedscope, open);
}

/* ---- Profiles ---- */

/* Reads one of the profiles. */
static void read_part(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    struct profile *profile = speedscope->profile;
    size_t members = json_reader_open(json);
    uint32_t n = speedscope->n_parts;
    struct open_frames open;
    open_frames_start(&open, &speedscope->stacks, n);
    speedscope->parts = array_grow(speedscope->parts, n,
                                   &speedscope->parts_room,
                                   sizeof *speedscope->parts);
    struct part *part = &speedscope->parts[n];
    *part = (struct part){ .name = profile_text_id(profile, S("")),
                           .unit = profile_text_id(profile, S("none")) };
    speedscope->n_samples = speedscope->n_weights = 0;
    speedscope->has_weights = false;
    speedscope->end = UNKNOWN;
    free(speedscope->weights);
    speedscope->weights = NULL;
    speedscope->weights_room = 0;
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("name")))
            part->name = text_id(speedscope);
        else if (json_reader_is(json, S("unit")))
            part->unit = text_id(speedscope);
        else if (json_reader_is(json, S("endValue")))
            json_reader_number(json, &speedscope->end);
        else if (json_reader_is(json, S("samples")))
            read_samples(speedscope);
        else if (json_reader_is(json, S("weights")))
            read_weights(speedscope);
        else if (json_reader_is(json, S("events")))
            read_events(speedscope, &open);
    }
    finish_samples(speedscope);
    if (known(speedscope->end))
        open_frames_move(&open, &speedscope->stacks, speedscope->end);
    open_frames_free(&open);
    speedscope->n_parts++;
}

static void read_all(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    size_t all = json_reader_open(json);
    while (json_reader_next(json, all)) {
        if (json_reader_is(json, S("shared"))) {
            read_shared(speedscope);
        } else if (json_reader_is(json, S("profiles"))) {
            size_t profiles = json_reader_open(json);
            while (json_reader_next(json, profiles))
                read_part(speedscope);
        } else if (json_reader_is(json, S("activeProfileIndex"))) {
            json_reader_number(json, &speedscope->active);
        }
    }
    json_reader_end(json);
}

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
                                     .options = options,
                                     .json = json_reader_start(in) };
    profile->stats.walked = true;
    read_all(&speedscope);
    bool good = make_profile(&speedscope);
    thread_stacks_free(&speedscope.stacks);
    free(speedscope.frames);
    free(speedscope.parts);
    free(speedscope.path);
    free(speedscope.samples);
    free(speedscope.weights);
    return good;
}

/* All but a few writers name the schema; the others have a profile whose type
   no other format has. */
static bool is_sign(struct json_reader *json)
{
    if (json_reader_is(json, S("$schema")))
        return str_has(json_reader_text(json), S("www.speedscope.app"));
    size_t profiles =
        json_reader_is(json, S("profiles")) ? json_reader_open(json) : 0;
    size_t members =
        json_reader_next(json, profiles) ? json_reader_open(json) : 0;
    while (json_reader_next(json, members))
        if (json_reader_is(json, S("type")) &&
            (str_eq(json->text, S("sampled")) ||
             str_eq(json->text, S("evented"))))
            return true;
    return false;
}

static enum match detect(struct str head, bool complete)
{
    (void)complete;
    return head_has_member(head, is_sign) ? MATCH_YES : MATCH_NO;
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
