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
 * Source: src/lib/file-format-spec.ts of speedscope, version 0.0.1 and later.
 */
#include <stdlib.h>

#include "input/json_reader.h"
#include "readers/frame_text.h"
#include "readers/reader.h"
#include "readers/tally.h"
#include "util/array.h"
#include "util/buf.h"
#include "util/diag.h"
#include "util/map.h"
#include "util/unit.h"

/* A frame of the input. Texts are ids of texts of the profile, or NO_ID. */
struct frame {
    uint32_t name, file;
    double line, column; /* from 1; less: not known */
};

/* A stack is a number of `stacks`, and so is each part of it that begins at its
   outermost frame. */
struct row {
    uint32_t stack;
    double cost;
};

/* One of the profiles. */
struct thread {
    uint32_t name, unit; /* texts of the profile */
    double samples;      /* stacks that have cost */
    uint32_t end;        /* its last row is before this one */
};

/* A frame that is open. */
struct open_frame {
    uint32_t frame, stack;
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
    struct pairs stacks; /* 1 + the stack without its innermost frame, or 0; and
                            that frame */
    struct row *rows;    /* of all threads, one for each of their stacks */
    size_t rows_room;
    uint32_t n_rows, first_row; /* first_row: of the current thread */
    uint32_t *row_of; /* by stack: 1 + its last row */
    size_t row_of_room;
    struct thread *threads;
    size_t threads_room;
    uint32_t n_threads;

    /* The current thread */
    uint32_t *samples; /* stacks; NO_ID: an empty or bad one */
    size_t samples_room, n_samples, n_weights;
    double *weights; /* those that came before the samples */
    size_t weights_room;
    bool has_weights, is_started;
    double at; /* of the last event */
    double end; /* UNKNOWN: not given */
    struct open_frame *open;
    size_t open_room, n_open;

    size_t bad_samples, bad_events, without_weight;
};

/* ---- Frames and stacks ---- */

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

/* Returns the stack with one more frame. `stack` is NO_ID for none. */
static uint32_t push(struct speedscope *speedscope, uint32_t stack,
                     uint32_t frame)
{
    return pairs_add(&speedscope->stacks, stack == NO_ID ? 0 : stack + 1,
                     frame);
}

static void add_cost(struct speedscope *speedscope, uint32_t stack, double cost)
{
    if (stack == NO_ID || !(cost > 0))
        return;
    speedscope->row_of =
        array_reach(speedscope->row_of, stack, &speedscope->row_of_room,
                    sizeof *speedscope->row_of);
    uint32_t row = speedscope->row_of[stack];
    if (row <= speedscope->first_row) {
        uint32_t n = speedscope->n_rows;
        speedscope->rows = array_grow(speedscope->rows, n,
                                      &speedscope->rows_room,
                                      sizeof *speedscope->rows);
        speedscope->rows[n] = (struct row){ .stack = stack };
        speedscope->row_of[stack] = row = ++speedscope->n_rows;
    }
    speedscope->rows[row - 1].cost += cost;
    speedscope->threads[speedscope->n_threads].samples++;
}

/* ---- Samples ---- */

/* "samples": [[0, 1], [0]] */
static void read_samples(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    size_t samples = json_reader_open(json);
    speedscope->n_samples = 0;
    while (json_reader_next(json, samples)) {
        uint32_t stack = NO_ID;
        size_t frames = json_reader_open(json);
        bool is_bad = !frames;
        while (json_reader_next(json, frames)) {
            uint64_t frame = NO_ID;
            is_bad |= !json_reader_id(json, &frame) || frame >= NO_ID;
            if (!is_bad)
                stack = push(speedscope, stack, (uint32_t)frame);
        }
        speedscope->bad_samples += is_bad;
        speedscope->samples =
            array_grow(speedscope->samples, speedscope->n_samples,
                       &speedscope->samples_room, sizeof *speedscope->samples);
        speedscope->samples[speedscope->n_samples++] = is_bad ? NO_ID : stack;
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

/* Weighs the samples whose weights came first, or that have none. */
static void finish_samples(struct speedscope *speedscope)
{
    for (size_t i = 0; i < speedscope->n_samples; i++)
        if (!speedscope->has_weights)
            add_cost(speedscope, speedscope->samples[i], 1);
        else if (speedscope->weights && i < speedscope->n_weights)
            add_cost(speedscope, speedscope->samples[i],
                     speedscope->weights[i]);
    if (speedscope->n_weights < speedscope->n_samples)
        speedscope->without_weight +=
            speedscope->n_samples - speedscope->n_weights;
}

/* ---- Events ---- */

/* Gives the time since the last event to the open frames. */
static void move_to(struct speedscope *speedscope, double at)
{
    if (speedscope->n_open)
        add_cost(speedscope, speedscope->open[speedscope->n_open - 1].stack,
                 at - speedscope->at);
    if (!speedscope->is_started || at > speedscope->at)
        speedscope->at = at;
    speedscope->is_started = true;
}

static void open_frame(struct speedscope *speedscope, uint32_t frame)
{
    size_t n = speedscope->n_open++;
    speedscope->open = array_grow(speedscope->open, n, &speedscope->open_room,
                                  sizeof *speedscope->open);
    speedscope->open[n].frame = frame;
    speedscope->open[n].stack = push(
        speedscope, n ? speedscope->open[n - 1].stack : NO_ID, frame);
}

/* Closes the innermost open frame of this number, and those in it. Returns
   false if there is none. */
static bool close_frame(struct speedscope *speedscope, uint32_t frame)
{
    for (size_t n = speedscope->n_open; n > 0; n--)
        if (speedscope->open[n - 1].frame == frame) {
            bool is_top = n == speedscope->n_open;
            speedscope->n_open = n - 1;
            return is_top;
        }
    return false;
}

/* "events": [{"type": "O", "frame": 0, "at": 0}, ...] */
static void read_events(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    size_t events = json_reader_open(json);
    while (json_reader_next(json, events)) {
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
        bool good = known(at) && frame < NO_ID && (type == 'O' || type == 'C');
        if (good) {
            good = !speedscope->is_started || at >= speedscope->at;
            move_to(speedscope, at);
            if (type == 'O')
                open_frame(speedscope, (uint32_t)frame);
            else
                good &= close_frame(speedscope, (uint32_t)frame);
        }
        speedscope->bad_events += !good && !json->failed;
    }
}

/* ---- Profiles ---- */

/* Reads one of the profiles. */
static void read_thread(struct speedscope *speedscope)
{
    struct json_reader *json = &speedscope->json;
    struct profile *profile = speedscope->profile;
    size_t members = json_reader_open(json);
    uint32_t n = speedscope->n_threads;
    speedscope->threads =
        array_grow(speedscope->threads, n, &speedscope->threads_room,
                   sizeof *speedscope->threads);
    struct thread *thread = &speedscope->threads[n];
    *thread = (struct thread){ .name = profile_text_id(profile, S("")),
                               .unit = profile_text_id(profile, S("none")) };
    speedscope->first_row = speedscope->n_rows;
    speedscope->n_samples = speedscope->n_weights = speedscope->n_open = 0;
    speedscope->has_weights = speedscope->is_started = false;
    speedscope->end = UNKNOWN;
    free(speedscope->weights);
    speedscope->weights = NULL;
    speedscope->weights_room = 0;
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("name")))
            thread->name = text_id(speedscope);
        else if (json_reader_is(json, S("unit")))
            thread->unit = text_id(speedscope);
        else if (json_reader_is(json, S("endValue")))
            json_reader_number(json, &speedscope->end);
        else if (json_reader_is(json, S("samples")))
            read_samples(speedscope);
        else if (json_reader_is(json, S("weights")))
            read_weights(speedscope);
        else if (json_reader_is(json, S("events")))
            read_events(speedscope);
    }
    finish_samples(speedscope);
    if (known(speedscope->end))
        move_to(speedscope, speedscope->end);
    thread->end = speedscope->n_rows;
    speedscope->n_threads++;
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
                read_thread(speedscope);
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
    const struct reader_options *options = speedscope->options;
    struct profile *profile = speedscope->profile;
    struct arena scratch = { 0 };
    struct tally units = { 0 };
    uint32_t active = speedscope->active > 0 &&
                              speedscope->active < speedscope->n_threads
                          ? (uint32_t)speedscope->active
                          : 0;
    bool asked = (options->asked & ASK_EVENT) != 0, found = true;
    *unit = speedscope->threads[active].unit;
    for (uint32_t i = 0; i < speedscope->n_threads; i++) {
        const struct thread *thread = &speedscope->threads[i];
        uint32_t id = tally_id(&units, text_of(speedscope, thread->unit));
        units.samples[id] += (size_t)thread->samples;
    }
    if (options->event.len) {
        found = strings_find(&units.names, options->event) != NO_ID;
        if (found)
            *unit = profile_text_id(profile, options->event);
    }
    if (!found && asked)
        diag_error("%s: there is no event '%.*s'; the input has: %s",
                   speedscope->in->name, (int)options->event.len,
                   options->event.s,
                   tally_list(&units, &scratch, "", NO_ID).s);
    if (units.names.n > 1) {
        struct str name = text_of(speedscope, *unit);
        profile_event(profile, name);
        for (uint32_t i = 0; i < units.names.n; i++)
            inventory_add_event(&profile->inventory, units.names.texts[i],
                                (double)units.samples[i]);
        if (!asked)
            input_remark(speedscope->in,
                         "profiles of several units, of which one is drawn: "
                         "%s; for others: %s",
                         name.s,
                         tally_list(&units, &scratch, "--event=",
                                    strings_find(&units.names, name))
                             .s);
    }
    tally_free(&units);
    arena_free(&scratch);
    return found || !asked;
}

static uint32_t function_of(struct speedscope *speedscope, uint32_t i)
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

enum { UNUSED = 0, USED = 1, BAD = 2 }; /* of stacks */

/* Marks the stacks of which rows count, and those they are in. */
static unsigned char *mark_stacks(struct speedscope *speedscope,
                                  const bool *counts)
{
    const struct pair *keys = speedscope->stacks.keys;
    uint32_t n = speedscope->stacks.n, row = 0;
    unsigned char *marks = array_new((size_t)n + 1, 1);
    for (uint32_t i = 0; i < speedscope->n_threads; i++)
        for (; row < speedscope->threads[i].end; row++)
            if (counts[i])
                marks[speedscope->rows[row].stack] = USED;
    for (uint32_t i = n; i-- > 0;)
        if (marks[i] && keys[i].a)
            marks[keys[i].a - 1] = USED;
    for (uint32_t i = 0; i < n; i++)
        if (keys[i].b >= speedscope->n_frames ||
            (keys[i].a && marks[keys[i].a - 1] == BAD))
            marks[i] = BAD;
    return marks;
}

/* Adds the threads that count to the profile. */
static void add_threads(struct speedscope *speedscope, const bool *counts)
{
    const struct pair *keys = speedscope->stacks.keys;
    uint32_t n = speedscope->stacks.n, row = 0;
    unsigned char *marks = mark_stacks(speedscope, counts);
    uint32_t *contexts = array_new((size_t)n + 1, sizeof *contexts);
    for (uint32_t i = 0; i < n; i++)
        if (marks[i] == USED)
            contexts[i] = profile_context(
                speedscope->profile,
                keys[i].a ? contexts[keys[i].a - 1] : NO_ID,
                function_of(speedscope, keys[i].b));
    for (uint32_t i = 0; i < speedscope->n_threads; i++)
        for (; row < speedscope->threads[i].end; row++) {
            uint32_t stack = speedscope->rows[row].stack;
            if (!counts[i])
                continue;
            if (marks[stack] == USED)
                profile_sample(speedscope->profile, contexts[stack],
                               speedscope->rows[row].cost);
            else
                speedscope->bad_samples++;
        }
    free(marks);
    free(contexts);
}

/* Chooses the threads of one unit that --comm accepts. Returns false after a
   message. */
static bool choose_threads(struct speedscope *speedscope, uint32_t unit,
                           bool *counts)
{
    const struct reader_options *options = speedscope->options;
    struct profile *profile = speedscope->profile;
    struct sample_filter filter;
    struct arena scratch = { 0 };
    sample_filter_init(&filter, THREAD_COMM,
                       &options->thread_patterns[THREAD_COMM]);
    for (uint32_t i = 0; i < speedscope->n_threads; i++) {
        const struct thread *thread = &speedscope->threads[i];
        struct str name = text_of(speedscope, thread->name);
        if (thread->unit != unit)
            continue;
        counts[i] = sample_filter_accepts(&filter, name);
        sample_filter_count(&filter);
        struct listed_thread listed = { .pid = S(""), .tid = S(""),
                                        .comm = name };
        if (counts[i] && name.len && options->asked & ASK_LIST_THREADS)
            inventory_add_thread(&profile->inventory, &listed,
                                 thread->samples);
    }
    bool good = sample_filter_report(&filter, speedscope->in->name,
                                     "its profiles have no names");
    profile_selected_threads(
        profile, thread_patterns_text(&scratch, options->thread_patterns));
    sample_filter_free(&filter);
    arena_free(&scratch);
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
    if (speedscope->n_threads == 0)
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
    bool *counts = array_new(speedscope->n_threads, sizeof *counts);
    bool good = choose_threads(speedscope, unit, counts);
    if (good)
        add_threads(speedscope, counts);
    free(counts);
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
    pairs_free(&speedscope.stacks);
    free(speedscope.frames);
    free(speedscope.rows);
    free(speedscope.row_of);
    free(speedscope.threads);
    free(speedscope.samples);
    free(speedscope.weights);
    free(speedscope.open);
    return good;
}

/* The schema is named by all but a few writers; otherwise there is a profile
   whose type no other format has. */
static enum match detect(struct str head, bool complete)
{
    struct json_reader json = json_reader_of_text(head);
    size_t all = json.type == JSON_OBJECT ? json_reader_open(&json) : 0;
    bool found = false;
    (void)complete;
    while (!found && json_reader_next(&json, all)) {
        if (json_reader_is(&json, S("$schema"))) {
            found = json.type == JSON_STRING &&
                    str_has(json.text, S("www.speedscope.app"));
        } else if (json_reader_is(&json, S("profiles"))) {
            size_t profiles = json_reader_open(&json);
            bool any = json_reader_next(&json, profiles);
            size_t members = any ? json_reader_open(&json) : 0;
            while (!found && json_reader_next(&json, members))
                found = json_reader_is(&json, S("type")) &&
                        (str_eq(json.text, S("sampled")) ||
                         str_eq(json.text, S("evented")));
        }
    }
    json_reader_end(&json);
    return found ? MATCH_YES : MATCH_NO;
}

const struct reader reader_speedscope = {
    .name = "speedscope",
    .description = "JSON of speedscope (py-spy, rbspy, dotnet-trace)",
    .supports = ASK_EVENT | ASK_LIST_EVENTS | ASK_COMM | ASK_LIST_THREADS |
                ASK_UNIT,
    .detect = detect,
    .read = read,
};
