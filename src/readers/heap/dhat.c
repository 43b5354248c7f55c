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
 * Functions that allocate for their callers, such as malloc, are left out.
 *
 * Source: dhat/dh_main.c and docs/dh-manual.xml in the repository of Valgrind.
 */

#include "readers/choose/event.h"
#include "readers/frames/frame_stacks.h"
#include "readers/frames/frame_text.h"
#include "readers/json_members.h"
#include "util/array.h"

static const struct event_column columns[] = {
    { STR("bytes"), STR("bytes"), STR("tb") },
    { STR("blocks"), STR("blocks"), STR("tbk") },
    { STR("peak-bytes"), STR("bytes"), STR("gb") },
    { STR("peak-blocks"), STR("blocks"), STR("gbk") },
    { STR("end-bytes"), STR("bytes"), STR("eb") },
    { STR("end-blocks"), STR("blocks"), STR("ebk") },
    { STR("read-bytes"), STR("bytes"), STR("rb") },
    { STR("written-bytes"), STR("bytes"), STR("wb") },
};

struct dhat {
    struct input *in;
    struct profile *profile;
    struct frame_stacks stacks; /* their events are rows of columns */
    size_t samples[ROWS(columns)];
    LIST(uint32_t) frames; /* "ftbl": texts of the profile */
    struct json_numbers stack; /* scratch: "fs" */
    uint32_t deepest[ROWS(columns)]; /* frames of the deepest stack */
    uint32_t bytes_unit, blocks_unit; /* texts of the profile, or 0 */
    size_t bad_points;
    size_t negative[ROWS(columns)]; /* points with a cost below 0, by event */
};

/* ---- The file ---- */

/* Reads "fs" without the frame 0, "[root]". Returns false if an item is no
   place. */
static bool read_stack(struct json_reader *json, struct json_numbers *list)
{
    struct dhat *dhat = json->reader;
    bool good = json_numbers_read(json, &dhat->in->arena, list);
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (list->of[i])
            list->of[n++] = list->of[i];
    list->n = n;
    return good && n;
}

static void read_point(struct json_reader *json, void *reader)
{
    struct dhat *dhat = reader;
    double costs[ROWS(columns)] = { 0 };
    bool good = false;
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("fs")))
            good = read_stack(json, &dhat->stack);
        for (size_t i = 0; i < ROWS(columns); i++)
            if (json_reader_is(json, columns[i].title))
                json_reader_number(json, &costs[i]);
    }
    if (!good || json->failed) {
        dhat->bad_points += !json->failed;
        return;
    }
    uint32_t stack = frame_stacks_push_all(&dhat->stacks, dhat->stack.of,
                                           dhat->stack.n);
    for (uint32_t i = 0; i < ROWS(columns); i++)
        dhat->negative[i] += costs[i] < 0;
    for (uint32_t i = 0; i < ROWS(columns); i++)
        if (costs[i] > 0) {
            frame_stacks_add(&dhat->stacks, stack, i, costs[i]);
            dhat->samples[i]++;
            if (dhat->stack.n > dhat->deepest[i])
                dhat->deepest[i] = (uint32_t)dhat->stack.n;
        }
}

static void read_frame(struct json_reader *json, void *reader)
{
    struct dhat *dhat = reader;
    *PUSH_IN(&dhat->in->arena, &dhat->frames) =
        profile_text_id(dhat->profile, json_reader_text(json));
}

static const struct json_member all_members[] = {
    { STR("bsu"), JSON_FIELD(struct dhat, bytes_unit) },
    { STR("bksu"), JSON_FIELD(struct dhat, blocks_unit) },
    { STR("pps"), .each = read_point },
    { STR("ftbl"), .each = read_frame },
};

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

/* Takes "0x109192: main (prog.c:10)" apart. */
static struct frame_text split_frame(struct str text, struct str *module)
{
    struct frame_text frame = { .file = S("") };
    struct str address, name, place;
    *module = S("");
    if (str_starts(text, S("0x")) && str_cut(text, S(": "), &address, &name))
        text = name;
    frame.name = text;
    if (str_ends(text, S(")")) && str_cut_last(text, S(" ("), &name, &place)) {
        struct frame_text split = { .name = name };
        place = str_head(place, place.len - 1);
        if (str_take(&place, S("in "))) {
            frame.name = name;
            *module = place;
        } else if (split_place(place, &split)) {
            frame = split;
        }
    }
    if (str_eq(frame.name, S("???")) || !frame.name.len)
        frame.name = UNRESOLVED;
    return frame;
}

static uint32_t find_function(void *reader, uint32_t frame)
{
    const struct dhat *dhat = reader;
    struct str module;
    struct frame_text text = split_frame(
        profile_text(dhat->profile, dhat->frames.of[frame]), &module);
    return frame_text_add(dhat->profile, &text, module);
}

/* Is the frame of a function that allocates for its caller? */
static bool is_allocator(struct str text)
{
    static const struct str names[] = {
        STR("malloc"),
        STR("calloc"),
        STR("realloc"),
        STR("reallocarray"),
        STR("memalign"),
        STR("posix_memalign"),
        STR("aligned_alloc"),
        STR("valloc"),
        STR("pvalloc"),
        STR("__builtin_new"),
        STR("__builtin_vec_new"),
        STR("operator new"),
        STR("operator new[]"),
    };
    static const struct str starts[] = {
        STR("operator new("),   STR("operator new[]("), STR("__rust_alloc"),
        STR("__rust_realloc"),  STR("__rdl_alloc"),     STR("__rdl_realloc"),
        STR("__rg_alloc"),      STR("__rg_realloc"),    STR("alloc::alloc::"),
        STR("<alloc::alloc::"),
    };
    struct str module;
    struct frame_text frame = split_frame(text, &module);
    for (size_t i = 0; i < ROWS(names); i++)
        if (str_eq(frame.name, names[i]))
            return true;
    return str_starts_any(frame.name, starts, ROWS(starts)) ||
           str_has(frame.name, S(" as core::alloc::")) ||
           str_eq(frame.file, S("vg_replace_malloc.c"));
}

static bool make_profile(struct dhat *dhat,
                         const struct reader_options *options)
{
    struct event_columns events = { .of = columns,
                                    .n = ROWS(columns),
                                    .samples = dhat->samples };
    uint32_t event =
        event_choice(dhat->in->name, dhat->profile, &events, options);
    if (event == NO_ID)
        return false;
    bool are_blocks = str_eq(columns[event].unit, S("blocks"));
    uint32_t unit = are_blocks ? dhat->blocks_unit : dhat->bytes_unit;
    if (unit)
        profile_set_unit(dhat->profile, profile_text(dhat->profile, unit));
    dhat->profile->stats.deepest = dhat->deepest[event];
    /* The allocator would have all of the cost, and hide which function of the
       program allocates. */
    bool *cut = NEW_N(&dhat->in->arena, bool, dhat->frames.n);
    for (size_t i = 0; i < dhat->frames.n; i++)
        cut[i] = is_allocator(profile_text(dhat->profile, dhat->frames.of[i]));
    frame_stacks_cut(&dhat->stacks, cut, dhat->frames.n);
    dhat->bad_points += frame_stacks_fill(&dhat->stacks, dhat->profile, event,
                                          find_function, dhat, dhat->frames.n);
    input_count(dhat->in,
                "program points without a stack or with frames that do not "
                "exist, left out",
                dhat->bad_points);
    input_count(dhat->in, "program points with a cost below 0, left out",
                dhat->negative[event]);
    return dhat->profile->n_contexts ||
           input_error(dhat->in, "expected program points of DHAT with costs, "
                                 "found none");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct dhat dhat = { .in = in,
                         .profile = profile,
                         .stacks.arena = &in->arena };
    json_members_all(in, profile, all_members, ROWS(all_members), &dhat);
    return make_profile(&dhat, options);
}

const struct reader reader_dhat = {
    .name = "dhat",
    .description = "profiles of DHAT: allocations of a program",
    .programs = "valgrind --tool=dhat, dhat of Rust",
    .tested = "Valgrind 3.19, dhat of Rust",
    .file = "dhat.out.PID, dhat-heap.json",
    .recipes =
        "DHAT (memory): `valgrind --tool=dhat --num-callers=100 ./prog; "
        "prof2dot --event=peak-bytes dhat.out.* -o out.svg`",
    /* dhat of Rust keeps 10 (trim_backtraces). */
    .limits = LIMITS(
        { .frames = 12, .cure = "valgrind --tool=dhat --num-callers=500" },
        { .frames = 10,
          .cure = "dhat::Profiler::builder().trim_backtraces(None)" },
        { .frames = ANY_FRAMES,
          .cure = "valgrind --tool=dhat --num-callers=500" }),
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .json = "dhatFileVersion",
    .read = read,
};
