#include "readers/jfr/jfr.h"

#include "input/json_reader.h"
#include "readers/frames/frame_text.h"
#include "readers/head.h"
#include "util/array.h"

/* The number of frames that jfr print prints unless --stack-depth is given. */
enum { DEFAULT_DEPTH = 5 };
/* The number of frames that the recorder keeps by default. */
enum { RECORDED_DEPTH = 64 };

/* ---- Events ---- */

void jfr_begin(struct jfr *jfr, struct str type)
{
    jfr->sample = (struct sample){
        .event = sink_event(&jfr->sink, type, S("samples")),
        .time = UNKNOWN,
        .cost = 1,
        .n = 1,
    };
    jfr->kind = JFR_SAMPLE;
    jfr->comm.len = jfr->tid.len = 0;
    jfr->stack.n = 0;
    jfr->is_cut = jfr->is_costless = false;
}

enum jfr_cost jfr_cost_of(struct str field)
{
    if (str_eq(field, S("weight")))
        return JFR_WEIGHT;
    if (str_eq(field, S("tlabSize")))
        return JFR_TLAB;
    if (str_eq(field, S("allocationSize")))
        return JFR_ALLOCATION;
    return str_eq(field, S("duration")) ? JFR_DURATION : JFR_NONE;
}

void jfr_cost(struct jfr *jfr, enum jfr_cost kind, double cost)
{
    if (kind <= jfr->kind)
        return;
    jfr->kind = kind;
    jfr->sample.cost = cost;
}

void jfr_bad_cost(struct jfr *jfr)
{
    jfr->is_costless = true;
}

bool jfr_is_thread(struct str field)
{
    return str_eq(field, S("sampledThread")) ||
           str_eq(field, S("eventThread"));
}

void jfr_thread(struct jfr *jfr, struct str name, struct str id)
{
    jfr->comm.len = jfr->tid.len = 0;
    buf_add(&jfr->comm, name);
    buf_add(&jfr->tid, id);
}

void jfr_time(struct jfr *jfr, struct str time)
{
    uint64_t hours, minutes;
    double seconds;
    struct str date;
    str_cut(time, S("T"), &date, &time);
    if (str_take_digits(&time, &hours) && str_take(&time, S(":")) &&
        str_take_digits(&time, &minutes) && str_take(&time, S(":")) &&
        str_take_number(&time, &seconds))
        jfr->sample.time = (double)(hours * 3600 + minutes * 60) + seconds;
}

void jfr_frame(struct jfr *jfr, struct str function, uint64_t line)
{
    struct profile *profile = jfr->sink.profile;
    struct frame_text frame = { .name = function, .line = line };
    leaf_stack_push_function(
        &jfr->stack, function.len ? frame_text_add(profile, &frame, S(""))
                                  : frame_text_unresolved(profile, S(""), S(""),
                                                          false));
}

void jfr_end(struct jfr *jfr)
{
    struct listed_thread thread = { .comm = buf_text(&jfr->comm),
                                    .tid = buf_text(&jfr->tid) };
    jfr->sample.thread = sink_thread(&jfr->sink, &thread);
    if (!sink_wants(&jfr->sink, &jfr->sample)) {
        sink_take(&jfr->sink, &jfr->sample);
        return;
    }
    struct jfr_event *event = REACH(&jfr->events, jfr->sample.event);
    event->without += !jfr->stack.n;
    if (!jfr->stack.n)
        return;
    /* Events of one type have the same fields. */
    if (jfr->is_costless ||
        (jfr->kind == JFR_SAMPLE && event->kind != JFR_SAMPLE)) {
        jfr->costless++;
        return;
    }
    event->has_stacks = true;
    if (jfr->kind > event->kind)
        event->kind = jfr->kind;
    if (event->kind != JFR_SAMPLE)
        sink_set_unit(&jfr->sink, jfr->sample.event,
                      event->kind == JFR_DURATION ? S("seconds") : S("bytes"));
    leaf_stack_reverse(&jfr->stack);
    sink_sample(&jfr->sink, &jfr->sample, jfr->stack.of, jfr->stack.n);
    if (jfr->stack.n > jfr->deepest)
        jfr->deepest = jfr->stack.n;
    jfr->cut += jfr->is_cut;
}

/* ---- The whole ---- */

/* Says how to get the frames that are missing. */
static void report_cut(const struct jfr *jfr, bool is_json)
{
    if (jfr->cut && jfr->deepest >= RECORDED_DEPTH)
        input_remark(jfr->in,
                     "%zu stacks are cut off after %u frames; for all use: "
                     "jfr print --stack-depth 1024, and record with "
                     "-XX:FlightRecorderOptions:stackdepth=1024",
                     jfr->cut, jfr->deepest);
    else if (jfr->cut)
        input_remark(jfr->in,
                     "%zu stacks are cut off after %u frames, so callers are "
                     "missing; for all use: jfr print --stack-depth 64",
                     jfr->cut, jfr->deepest);
    else if (is_json && jfr->deepest == DEFAULT_DEPTH)
        input_remark(jfr->in,
                     "no stack has more than %u frames, so callers may be "
                     "missing; for all use: jfr print --json --stack-depth 64",
                     jfr->deepest);
}

/* Returns how many events have no stack though others of the same type have
   one. */
static double without_stack(const struct jfr *jfr)
{
    double n = 0;
    for (size_t e = 0; e < jfr->events.n; e++)
        if (jfr->events.of[e].has_stacks)
            n += (double)jfr->events.of[e].without;
    return n;
}

static bool finish(struct jfr *jfr, struct profile *profile, bool is_json)
{
    if (!sink_end(&jfr->sink))
        return false;
    profile->stats.empty_samples = without_stack(jfr);
    if (!profile->n_contexts)
        return input_error(jfr->in,
                           "expected events with stacks; print them with: jfr "
                           "print --events jdk.ExecutionSample --stack-depth "
                           "64");
    report_cut(jfr, is_json);
    if (jfr->costless)
        input_remark(jfr->in,
                     "events whose duration or size is missing or cannot be "
                     "read, left out: %zu",
                     jfr->costless);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    /* Samples of time are drawn if the user names no event. */
    static const struct str best[] = { STR("jdk.ExecutionSample"),
                                       STR("jdk.NativeMethodSample") };
    static const struct sink_hint hint = { "jfr print does not tell it",
                                           false };
    struct jfr jfr = { .in = in };
    bool complete;
    bool is_json = str_starts(str_trim(input_head(in, &complete)), S("{"));
    bool good = sink_begin(&jfr.sink, in->name, profile, options, &hint);
    jfr.sink.events.best = best;
    jfr.sink.events.n_best = ROWS(best);
    if (good && is_json)
        jfr_read_json(&jfr);
    else if (good)
        jfr_read_text(&jfr);
    good = good && finish(&jfr, profile, is_json);
    sink_free(&jfr.sink);
    leaf_stack_free(&jfr.stack);
    LIST_FREE(&jfr.events);
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
static enum match detect(struct str head, bool complete)
{
    struct str line, type, rest;
    bool begins = false;
    if (str_starts(str_trim(head), S("{")))
        return head_has_member(head, is_recording) ? MATCH_YES : MATCH_NO;
    while (head_take_line(&head, complete, &line)) {
        if (begins && str_starts(line, S("  startTime = ")))
            return MATCH_YES;
        begins = str_cut(line, S(" {"), &type, &rest) && type.len &&
                 !rest.len && !str_has(type, S(" ")) && str_has(type, S("."));
    }
    return MATCH_NO;
}

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
    .supports = ASK_EVENT | ASK_COMM | ASK_TID | ASK_TAGS | ASK_TIME |
                ASK_LIST_EVENTS | ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
