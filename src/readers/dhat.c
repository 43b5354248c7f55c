/*
 * Profiles of DHAT, as valgrind --tool=dhat and Rust's dhat write them:
 *
 *     {"dhatFileVersion": 2, "mode": "heap", "verb": "Allocated",
 *      "bklt": true, "bkacc": true, "tu": "instrs", "cmd": "./prog",
 *      "pps": [{"tb": 64, "tbk": 2, "tl": 3235, "mb": 64, "mbk": 2,
 *               "gb": 64, "gbk": 2, "eb": 0, "ebk": 0, "rb": 40, "wb": 64,
 *               "acc": [-32, 8], "fs": [1, 2]}],
 *      "ftbl": ["[root]", "0x4848899: malloc (in /usr/lib/dhat.so)",
 *               "0x109192: main (prog.c:10)"]}
 *
 * A program point is a stack, "fs", the innermost frame first, as places in
 * "ftbl", with what was allocated there: bytes and blocks in all (tb, tbk),
 * when the heap was largest (gb, gbk) and at the end (eb, ebk), and how many
 * bytes were read and written (rb, wb). The largest values of the point itself
 * (mb, mbk) are from different times, so they do not add up, and are not read.
 * Profiles of the modes "copy" and "ad-hoc" have tb and tbk only; "bsu" and
 * "bksu" name their units.
 *
 * Source: dhat/dh_main.c and docs/dh-manual.xml in the repository of Valgrind.
 */
#include <stdlib.h>

#include "input/json_reader.h"
#include "readers/frames/frame_stacks.h"
#include "readers/frames/frame_text.h"
#include "readers/head.h"
#include "readers/select/event_choice.h"
#include "util/array.h"

static const struct {
    struct str member, event;
    bool is_blocks;
} columns[] = {
    { STR("tb"), STR("bytes"), false },
    { STR("tbk"), STR("blocks"), true },
    { STR("gb"), STR("peak-bytes"), false },
    { STR("gbk"), STR("peak-blocks"), true },
    { STR("eb"), STR("end-bytes"), false },
    { STR("ebk"), STR("end-blocks"), true },
    { STR("rb"), STR("read-bytes"), false },
    { STR("wb"), STR("written-bytes"), false },
};

struct dhat {
    struct input *in;
    struct profile *profile;
    struct json_reader json;
    struct frame_stacks stacks; /* their events are rows of columns */
    size_t samples[ROWS(columns)];
    uint32_t *frames; /* "ftbl": texts of the profile */
    size_t frames_room, n_frames;
    uint32_t *stack; /* scratch: "fs" */
    size_t stack_room;
    uint32_t bytes_unit, blocks_unit; /* texts of the profile */
    size_t bad_points;
};

/* ---- The file ---- */

/* Stores the stack that is the current value. Returns false if an item is no
   place. */
static bool read_stack(struct dhat *dhat, uint32_t *stack)
{
    struct json_reader *json = &dhat->json;
    size_t frames = json_reader_open(json), n = 0;
    bool good = true;
    while (json_reader_next(json, frames)) {
        uint64_t frame = NO_ID;
        good &= json_reader_id(json, &frame) && frame < NO_ID;
        if (frame == 0) /* "[root]" */
            continue;
        dhat->stack = array_grow(dhat->stack, n, &dhat->stack_room,
                                 sizeof *dhat->stack);
        dhat->stack[n++] = (uint32_t)frame;
    }
    if (good && n)
        *stack = frame_stacks_push_all(&dhat->stacks, dhat->stack, n);
    return good && n;
}

static void read_point(struct dhat *dhat)
{
    struct json_reader *json = &dhat->json;
    double costs[ROWS(columns)] = { 0 };
    uint32_t stack = NO_ID;
    bool good = false;
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("fs")))
            good = read_stack(dhat, &stack);
        for (size_t i = 0; i < ROWS(columns); i++)
            if (json_reader_is(json, columns[i].member))
                json_reader_number(json, &costs[i]);
    }
    if (!good || json->failed) {
        dhat->bad_points += !json->failed;
        return;
    }
    for (uint32_t i = 0; i < ROWS(columns); i++)
        if (costs[i] > 0) {
            frame_stacks_add(&dhat->stacks, stack, i, costs[i]);
            dhat->samples[i]++;
        }
}

static void read_all(struct dhat *dhat)
{
    struct json_reader *json = &dhat->json;
    size_t all = json_reader_open(json);
    while (json_reader_next(json, all)) {
        struct str text = json_reader_text(json);
        size_t points = 0, frames = 0;
        if (json_reader_is(json, S("pps")))
            points = json_reader_open(json);
        else if (json_reader_is(json, S("ftbl")))
            frames = json_reader_open(json);
        else if (json_reader_is(json, S("bsu")) && text.len)
            dhat->bytes_unit = profile_text_id(dhat->profile, text);
        else if (json_reader_is(json, S("bksu")) && text.len)
            dhat->blocks_unit = profile_text_id(dhat->profile, text);
        while (json_reader_next(json, points))
            read_point(dhat);
        while (json_reader_next(json, frames)) {
            dhat->frames = array_grow(dhat->frames, dhat->n_frames,
                                      &dhat->frames_room,
                                      sizeof *dhat->frames);
            dhat->frames[dhat->n_frames++] =
                profile_text_id(dhat->profile, json_reader_text(json));
        }
    }
    json_reader_end(json);
}

/* ---- The profile ---- */

/* Returns "prog.c" and "10" of "prog.c:10" and "prog.rs:10:5". */
static bool split_place(struct str place, struct frame_text *frame)
{
    struct str file, number, rest;
    if (!str_cut(place, S(":"), &file, &number) || !file.len ||
        !str_take_digits(&number, &frame->line))
        return false;
    rest = number;
    frame->file = file;
    return !rest.len || (str_take(&rest, S(":")) &&
                         str_digits_end(rest, 0) == rest.len);
}

/* Takes "0x109192: main (prog.c:10)" apart and adds its function. */
static uint32_t function_of(struct dhat *dhat, struct str text)
{
    struct frame_text frame = { .file = S("") };
    struct str address, name, place, module = S("");
    if (str_starts(text, S("0x")) && str_cut(text, S(": "), &address, &name))
        text = name;
    frame.name = text;
    if (str_ends(text, S(")")) && str_cut_last(text, S(" ("), &name, &place)) {
        struct frame_text split = { .name = name };
        place = str_head(place, place.len - 1);
        if (str_take(&place, S("in "))) {
            frame.name = name;
            module = place;
        } else if (split_place(place, &split)) {
            frame = split;
        }
    }
    if (str_eq(frame.name, S("???")) || !frame.name.len)
        frame.name = UNRESOLVED;
    return frame_text_add(dhat->profile, &frame, module);
}

static void add_points(struct dhat *dhat, uint32_t event)
{
    bool *used = frame_stacks_used(&dhat->stacks, event, dhat->n_frames);
    uint32_t *functions = array_new(dhat->n_frames + 1, sizeof *functions);
    for (size_t i = 0; i < dhat->n_frames; i++)
        if (used[i])
            functions[i] = function_of(
                dhat, profile_text(dhat->profile, dhat->frames[i]));
    dhat->bad_points += frame_stacks_fill(&dhat->stacks, dhat->profile, event,
                                          functions, dhat->n_frames);
    free(used);
    free(functions);
}

static bool make_profile(struct dhat *dhat,
                         const struct reader_options *options)
{
    struct tally events = { 0 };
    for (size_t i = 0; i < ROWS(columns); i++) {
        uint32_t id = tally_id(&events, columns[i].event);
        events.samples[id] = dhat->samples[i];
    }
    uint32_t event =
        event_choice(dhat->in->name, dhat->profile, &events, 0, options);
    tally_free(&events);
    if (event == NO_ID)
        return false;
    profile_unit(dhat->profile,
                 profile_text(dhat->profile, columns[event].is_blocks
                                                 ? dhat->blocks_unit
                                                 : dhat->bytes_unit));
    add_points(dhat, event);
    if (dhat->bad_points)
        input_remark(dhat->in,
                     "program points without a stack or with frames that do "
                     "not exist, left out: %zu",
                     dhat->bad_points);
    return dhat->profile->n_contexts ||
           input_error(dhat->in, "expected program points of DHAT with costs, "
                                 "found none");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct dhat dhat = {
        .in = in,
        .profile = profile,
        .json = json_reader_start(in),
        .bytes_unit = profile_text_id(profile, S("bytes")),
        .blocks_unit = profile_text_id(profile, S("blocks")),
    };
    read_all(&dhat);
    bool good = make_profile(&dhat, options);
    frame_stacks_free(&dhat.stacks);
    free(dhat.frames);
    free(dhat.stack);
    return good;
}

static bool is_version(struct json_reader *json)
{
    return json_reader_is(json, S("dhatFileVersion"));
}

static enum match detect(struct str head, bool complete)
{
    (void)complete;
    return head_has_member(head, is_version) ? MATCH_YES : MATCH_NO;
}

const struct reader reader_dhat = {
    .name = "dhat",
    .description = "profiles of DHAT: allocations of a program",
    .programs = "valgrind --tool=dhat, dhat of Rust",
    .tested = "Valgrind 3.19, dhat of Rust",
    .file = "dhat.out.PID, dhat-heap.json",
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
