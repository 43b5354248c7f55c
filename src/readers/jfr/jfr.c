#include "readers/jfr/jfr.h"

#include "input/json_reader.h"
#include "readers/frames/frame_text.h"
#include "readers/head.h"

/* Says which samples of the drawn event are missing. */
static void report_missing(const struct jfr *jfr, struct profile *profile)
{
    uint32_t drawn = events_drawn(&jfr->sink.events);
    struct str name = jfr->sink.events.tally.names.texts[drawn];
    size_t without = drawn < jfr->events.n ? jfr->events.of[drawn].without : 0;
    if (without && profile->n_contexts)
        input_remark(jfr->in, "events %.*s without a stack, left out: %zu",
                     (int)name.len, name.s, without);
    if (str_eq(name, S("jdk.CPUTimeSample")) && jfr->lost > 0)
        profile->stats.lost_events = jfr->lost;
}

/* Warns if a call that was timed has others on its stack, because its time is
   part of theirs. Contexts come after their callers. */
static void report_nested(const struct jfr *jfr, const struct profile *profile)
{
    if (!str_eq(profile->event, S("jdk.MethodTrace")))
        return;
    LOCAL_ARENA(scratch);
    bool *is_inside = NEW_N(&scratch, bool, profile->n_contexts);
    double whole = profile_whole(profile), nested = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t up = context->parent;
        is_inside[c] = up != NO_ID && (is_inside[up] ||
                                       profile->contexts[up].self > 0);
        nested += is_inside[c] ? context->self : 0;
    }
    if (nested > 0)
        input_remark(jfr->in,
                     "%.1f %% of the time is of traced calls inside of other "
                     "traced calls, and counts in each; trace one method at a "
                     "time for times without others",
                     100 * nested / whole);
}

static bool finish(struct jfr *jfr, struct profile *profile)
{
    if (!sink_end(&jfr->sink))
        return false;
    /* Some types of events have no stacks. */
    profile->stats.empty_samples = 0;
    for (size_t e = 0; e < jfr->events.n; e++)
        if (jfr->events.of[e].has_stacks)
            profile->stats.empty_samples += (double)jfr->events.of[e].without;
    report_missing(jfr, profile);
    report_nested(jfr, profile);
    if (!profile->n_contexts)
        return input_error(jfr->in,
                           "expected events with stacks; print them with: jfr "
                           "print --events jdk.ExecutionSample --stack-depth "
                           "64");
    input_count(
        jfr->in,
        "events whose duration or size is missing or cannot be read, left out",
        jfr->costless);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    /* Samples of time are drawn if the user names no event. */
    static const struct str best[] = { STR("jdk.ExecutionSample"),
                                       STR("jdk.NativeMethodSample") };
    struct jfr jfr = { .in = in };
    bool is_json = str_starts(str_trim(input_head(in).text), S("{"));
    if (!sink_begin(&jfr.sink, in, profile, options))
        return false;
    jfr.stack.arena = &in->arena;
    jfr.sink.events.best = best;
    jfr.sink.events.n_best = ROWS(best);
    if (is_json)
        jfr_read_json(&jfr);
    else
        jfr_read_text(&jfr);
    bool good = finish(&jfr, profile);
    buf_free(&jfr.comm);
    buf_free(&jfr.tid);
    return good;
}

static bool is_recording(struct json_reader *json)
{
    size_t members =
        json_reader_is(json, S("recording")) ? json_reader_open(json) : 0;
    while (json_reader_next(json, members))
        if (json_reader_is(json, S("events")))
            return true;
    return false;
}

/* Events begin with lines such as "jdk.ExecutionSample {", followed by
   "  startTime = ...". */
static enum match detect(struct head head)
{
    struct str line, type, rest;
    bool begins = false;
    if (str_starts(str_trim(head.text), S("{")))
        return match_if(head_has_member(head.text, is_recording));
    while (head_take_line(&head, &line)) {
        if (begins && str_starts(line, S("  startTime = ")))
            return MATCH_YES;
        begins = str_cut(line, S(" {"), &type, &rest) && type.len &&
                 !rest.len && !str_has(type, S(" ")) && str_has(type, S("."));
    }
    return MATCH_NO;
}

/* The recorder keeps 64 frames by default, and jfr print prints five. */
#define RECORD                                          \
    "jfr print --stack-depth 1024, and record with "    \
    "-XX:FlightRecorderOptions:stackdepth=1024"

const struct reader reader_jfr = {
    .name = "jfr",
    .aliases = "jfr-print",
    .description = "recordings of Java as jfr print prints them, text or JSON",
    .programs = "jfr print",
    .tested = "JDK 17",
    .file = "*.jfr.txt, *.jfr.json",
    .recipes =
        "JFR (Java): `java "
        "-XX:StartFlightRecording=filename=out.jfr,settings=profile Main; jfr "
        "print --events jdk.ExecutionSample --stack-depth 64 out.jfr | "
        "prof2dot -o out.svg`",
    .limits = LIMITS(
        { .frames = 64, .cure = RECORD },
        { .frames = 5, .cure = "jfr print --stack-depth 64" },
        { .frames = ANY_FRAMES, .cure = RECORD }),
    .supports = ASK_EVENT | ASK_COMM | ASK_TID | ASK_TAGS | ASK_TIME |
                ASK_LIST_EVENTS | ASK_LIST_THREADS,
    .detect = detect,
    .hint.text = "jfr print does not tell it",
    .read = read,
};
