#include "readers/jfr/jfr.h"

#include <stdlib.h>

#include "input/json_reader.h"
#include "readers/frames/frame_text.h"
#include "readers/head.h"
#include "util/array.h"

/* The number of frames that jfr print prints unless --stack-depth is given. */
enum { DEFAULT_DEPTH = 5 };
/* The number of frames that the recorder keeps by default. */
enum { RECORDED_DEPTH = 64 };

struct jfr_event {
    struct stacks stacks;
    enum jfr_cost kind; /* the greatest of all */
    bool has_stacks;    /* some events of this type have stacks */
    size_t without;     /* that have none */
};

/* ---- Events ---- */

void jfr_begin(struct jfr *jfr, struct str type)
{
    jfr->event = event_profiles_id(&jfr->all, type);
    jfr->kind = JFR_SAMPLE;
    jfr->cost = 1;
    jfr->comm.len = jfr->tid.len = 0;
    jfr->n = 0;
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
    jfr->cost = cost;
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

void jfr_frame(struct jfr *jfr, struct str function, uint64_t line)
{
    struct profile *profile = event_profiles_get(&jfr->all, jfr->event);
    struct frame_text frame = { .name = function, .line = line };
    jfr->functions = array_grow(jfr->functions, jfr->n, &jfr->functions_room,
                                sizeof *jfr->functions);
    jfr->functions[jfr->n++] =
        function.len ? frame_text_add(profile, &frame, S(""))
                     : frame_text_unresolved(profile, S(""), S(""), false);
}

static bool is_accepted(struct jfr *jfr)
{
    struct listed_thread thread = { .comm = buf_text(&jfr->comm),
                                    .tid = buf_text(&jfr->tid) };
    struct str values[N_THREAD_KEYS] = { [THREAD_COMM] = thread.comm,
                                         [THREAD_TID] = thread.tid };
    bool accepted = true;
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        accepted &= sample_filter_accepts(&jfr->filters[key], values[key]);
        sample_filter_count(&jfr->filters[key], 1);
    }
    if (accepted && jfr->options->asked & ASK_LIST_THREADS)
        inventory_add_thread(
            &event_profiles_get(&jfr->all, jfr->event)->inventory, &thread, 1);
    return accepted;
}

void jfr_end(struct jfr *jfr)
{
    uint32_t *f = jfr->functions;
    if (!is_accepted(jfr))
        return;
    jfr->events = array_reach(jfr->events, jfr->event, &jfr->events_room,
                              sizeof *jfr->events);
    struct jfr_event *event = &jfr->events[jfr->event];
    event->without += !jfr->n;
    if (!jfr->n)
        return;
    /* Events of one type have the same fields. */
    if (jfr->is_costless ||
        (jfr->kind == JFR_SAMPLE && event->kind != JFR_SAMPLE)) {
        jfr->costless++;
        return;
    }
    event->has_stacks = true;
    for (uint32_t low = 0, high = jfr->n; low + 1 < high; low++) {
        uint32_t outer = f[--high];
        f[high] = f[low];
        f[low] = outer;
    }
    stacks_add(&event->stacks, event_profiles_get(&jfr->all, jfr->event), f,
               jfr->n, jfr->cost);
    tally_add(&jfr->all.events, jfr->all.events.names.texts[jfr->event]);
    if (jfr->kind > event->kind)
        event->kind = jfr->kind;
    if (jfr->n > jfr->deepest)
        jfr->deepest = jfr->n;
    jfr->cut += jfr->is_cut;
}

/* ---- The whole ---- */

/* Returns the event to draw if the user names none: what spends time. */
static uint32_t best_event(const struct jfr *jfr)
{
    static const struct str best[] = { STR("jdk.ExecutionSample"),
                                       STR("jdk.NativeMethodSample") };
    for (size_t i = 0; i < ROWS(best); i++) {
        uint32_t event = strings_find(&jfr->all.events.names, best[i]);
        if (event != NO_ID && jfr->all.events.samples[event])
            return event;
    }
    return NO_ID;
}

static void set_units(struct jfr *jfr)
{
    for (uint32_t e = 0; e < jfr->all.events.names.n; e++) {
        if (e >= jfr->events_room || jfr->events[e].kind == JFR_SAMPLE)
            continue;
        profile_unit(event_profiles_get(&jfr->all, e),
                     jfr->events[e].kind == JFR_DURATION ? S("seconds")
                                                         : S("bytes"));
    }
}

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
    for (size_t e = 0; e < jfr->events_room; e++)
        n += jfr->events[e].has_stacks ? (double)jfr->events[e].without : 0;
    return n;
}

static bool finish(struct jfr *jfr, struct profile *profile, bool is_json)
{
    set_units(jfr);
    if (!event_profiles_finish(&jfr->all, jfr->in, profile, jfr->options,
                               best_event(jfr)))
        return false;
    for (int key = 0; key < N_THREAD_KEYS; key++)
        if (!sample_filter_report(&jfr->filters[key], jfr->in->name,
                                  "jfr print does not tell it"))
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
    struct jfr jfr = { .in = in, .options = options };
    struct arena scratch = { 0 };
    bool complete;
    bool is_json = str_starts(str_trim(input_head(in, &complete)), S("{"));
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_init(&jfr.filters[key], (enum thread_key)key,
                           &options->thread_patterns[key]);
    if (is_json)
        jfr_read_json(&jfr);
    else
        jfr_read_text(&jfr);
    for (size_t e = 0; e < jfr.events_room; e++)
        stacks_free(&jfr.events[e].stacks);
    bool good = finish(&jfr, profile, is_json);
    profile_selected_threads(
        profile, thread_patterns_text(&scratch, options->thread_patterns));
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_free(&jfr.filters[key]);
    event_profiles_free(&jfr.all);
    free(jfr.events);
    free(jfr.functions);
    buf_free(&jfr.comm);
    buf_free(&jfr.tid);
    arena_free(&scratch);
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
    .supports = ASK_EVENT | ASK_COMM | ASK_TID | ASK_LIST_EVENTS |
                ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
