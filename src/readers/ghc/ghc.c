#include "readers/ghc/ghc.h"

#include "readers/choose/event.h"
#include "readers/frames/frame_text.h"

static const struct event_column columns[N_GHC_COSTS] = {
    [GHC_TIME] = { .event = STR("time"), .unit = STR("microseconds") },
    [GHC_ALLOC] = { .event = STR("alloc"), .unit = STR("bytes") },
};

/* ---- Cost centres ---- */

struct ghc_centre *ghc_centre(struct ghc *ghc, uint32_t number)
{
    return REACH_IN(&ghc->in->arena, &ghc->centres, number);
}

/* The cost centre IDLE is the time in which a processor had nothing to do. */
static bool is_idle(const struct ghc *ghc, const struct ghc_centre *centre)
{
    return centre->is_known &&
           str_eq(profile_text(ghc->profile, centre->label), S("IDLE")) &&
           str_eq(profile_text(ghc->profile, centre->module), S("IDLE"));
}

void ghc_add(struct ghc *ghc, uint32_t stack, uint32_t number,
             const double costs[N_GHC_COSTS], double entries)
{
    struct ghc_centre *centre = ghc_centre(ghc, number);
    if (entries > 0)
        centre->entries += entries;
    if (is_idle(ghc, centre)) {
        ghc->idle += costs[GHC_TIME];
        return;
    }
    for (uint32_t i = 0; i < N_GHC_COSTS; i++)
        if (costs[i] > 0) {
            frame_stacks_add(&ghc->stacks, stack, i, costs[i]);
            ghc->samples[i]++;
        }
}

/* ---- The profile ---- */

/* Splits "app/Main.hs:6:1-11" and "app/Main.hs:(6,1)-(8,11)" into the file and
   the place where the cost centre begins, "6:1". */
static void split_place(struct str place, struct frame_text *frame,
                        struct buf *begin)
{
    struct str file, rest, before;
    uint64_t line, column;
    if (str_cut_last(place, S(":("), &file, &rest)) {
        if (!str_take_digits(&rest, &line) || !str_take(&rest, S(",")))
            return;
    } else if (!str_cut_last(place, S(":"), &before, &rest) ||
               !str_cut_last(before, S(":"), &file, &before) ||
               !str_take_digits(&before, &line) || before.len) {
        return;
    }
    if (!str_take_digits(&rest, &column) || !file.len)
        return;
    buf_printf(begin, "%llu:%llu", (unsigned long long)line,
               (unsigned long long)column);
    frame->file = file;
    frame->begin = buf_text(begin);
    frame->line = line;
}

static uint32_t find_function(void *reader, uint32_t number)
{
    const struct ghc *ghc = reader;
    const struct ghc_centre *centre = &ghc->centres.of[number];
    struct profile *profile = ghc->profile;
    LOCAL_BUF(begin);
    struct frame_text frame = { .name = profile_text(profile, centre->label) };
    if (!centre->is_known)
        return NO_ID;
    split_place(profile_text(profile, centre->place), &frame, &begin);
    uint32_t id = frame_text_add(profile, &frame,
                                 profile_text(profile, centre->module));
    struct function *function = &profile->functions[id];
    if (centre->entries > 0)
        function->count = add_known(function->count, centre->entries);
    return id;
}

static bool make_profile(struct ghc *ghc, const struct reader_options *options)
{
    struct event_columns events = { .of = columns,
                                    .n = N_GHC_COSTS,
                                    .samples = ghc->samples };
    uint32_t event =
        event_choice(ghc->in->name, ghc->profile, &events, options);
    if (event == NO_ID)
        return false;
    size_t left_out = frame_stacks_fill(&ghc->stacks, ghc->profile, event,
                                        find_function, ghc, ghc->centres.n);
    input_count(ghc->in, "stacks with cost centres that do not exist, left out",
                left_out);
    if (event == GHC_TIME && ghc->tick > 0)
        profile_count_samples(ghc->profile, ghc->tick);
    if (event == GHC_TIME && ghc->idle > 0)
        input_remark(ghc->in, "%.3g s of idle time are left out",
                     ghc->idle / 1e6);
    return ghc->profile->n_contexts ||
           input_error(ghc->in, "expected cost centres that spent time or "
                                "allocated memory, found none; profile a "
                                "longer run");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct ghc ghc = { .in = in,
                       .profile = profile,
                       .stacks.arena = &in->arena };
    bool is_json = str_starts(str_trim(input_head(in).text), S("{"));
    return (is_json ? ghc_read_json(&ghc) : ghc_read_text(&ghc)) &&
           make_profile(&ghc, options);
}

static bool is_title(struct str line)
{
    return str_has(line, S("Time and Allocation Profiling Report"));
}

const struct reader reader_ghc = {
    .name = "ghc",
    .description = "profiles of Haskell programs (+RTS -p, -P, -pa or -pj)",
    .programs = "GHC",
    .tested = "GHC 9.0",
    .file = "*.prof",
    .recipes =
        "GHC (Haskell): compile with `-prof -fprof-auto`; `./prog +RTS -P; "
        "prof2dot prog.prof -o out.svg`",
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .json = "rts_arguments",
    .is_line = is_title,
    .read = read,
};
