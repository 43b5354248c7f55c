/*
 * Traces in the JSON of Chrome, which many other programs write as well:
 *
 *     {"traceEvents": [
 *        {"ph": "M", "pid": 7, "tid": 9, "name": "thread_name",
 *         "args": {"name": "render"}},
 *        {"ph": "X", "pid": 7, "tid": 9, "ts": 20, "dur": 5, "name": "draw"},
 *        {"ph": "B", "pid": 7, "tid": 9, "ts": 30, "name": "load"},
 *        {"ph": "E", "pid": 7, "tid": 9, "ts": 34, "name": "load"}]}
 *
 * or the array alone, whose "]" may be missing, because a program that crashes
 * cannot write it. Times are microseconds. X is an interval in a thread, B and
 * E are the start and the end of one, and the end needs no name; an interval
 * within another one is a call.
 * Events of other kinds say nothing about calls, such as b and e, the start and
 * the end of an interval in no thread.
 *
 * A trace may hold profiles of V8 (v8/cpuprofile.c), each in one event or in
 * several pieces, which have their process and id in common:
 *
 *     {"ph": "I", "name": "CpuProfile",
 *      "args": {"data": {"cpuProfile": {...}}}}
 *
 *     {"ph": "P", "name": "Profile", "pid": 7, "tid": 9, "id": "0x1",
 *      "args": {"data": {"startTime": 2000}}},
 *     {"ph": "P", "name": "ProfileChunk", "pid": 7, "id": "0x1",
 *      "args": {"data": {"cpuProfile": {"nodes": [{"id": 2, "parent": 1, ...}],
 *                                       "samples": [2, 2]},
 *                        "timeDeltas": [100, 120]}}}
 *
 * or the samples of another profiler, such as that of Hermes:
 *
 *     "samples": [{"pid": 7, "tid": 9, "ts": 20, "sf": 2, "weight": 1}],
 *     "stackFrames": {"1": {"name": "main"}, "2": {"name": "f", "parent": 1}}
 *
 * or work of GPUs (device.h). These are four events, "cpu-profile", "device",
 * "intervals" and "samples", and the first that the trace has is drawn unless
 * --event names another one.
 *
 * clang -ftime-trace says in "detail" what it was working on:
 *
 *     {"ph": "X", "name": "Source", "args": {"detail": "boost/asio.hpp"}, ...}
 *
 * and such an interval is of the function "Source boost/asio.hpp" in the module
 * "Source". It adds one interval for the sum of all of a name, which has
 * "avg ms" among its arguments; these are left out.
 *
 * Source: "Trace Event Format" of Google's Catapult project.
 */

#include "readers/chrome/device.h"
#include "readers/chrome/intervals.h"
#include "readers/chrome/samples.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/limits.h"
#include "readers/json_members.h"
#include "readers/v8/tree.h"
#include "util/diag.h"

/* The kinds of data that a trace may hold, in the order in which they are
   drawn. */
enum content { CPU_PROFILE, DEVICE, INTERVALS, SAMPLES, N_CONTENTS };
static const struct str content_names[N_CONTENTS] = {
    STR("cpu-profile"), STR("device"), STR("intervals"), STR("samples")
};

/* One element of traceEvents. Texts are texts of the profile. */
struct trace_event {
    char phase;
    enum trace_category category;
    uint64_t correlation; /* UINT64_MAX if not given */
    uint32_t name, pid, tid, id;
    double at, duration, thread_duration; /* UNKNOWN if not given */
    uint32_t given_name;                  /* "name" of its arguments */
    uint32_t detail;                      /* the same */
    double mean;      /* "avg ms": UNKNOWN but in sums of clang */
    double start;     /* "startTime" of its data */
    bool has_profile; /* its arguments have a piece of a profile */
};

/* A profile of V8. */
struct v8_profile {
    uint32_t thread; /* that it started in */
    bool is_counted;
    struct v8_tree tree;
};

struct chrome {
    struct input *in;
    struct profile *profile;
    struct sink sink;
    struct trace_event event; /* the current one */
    uint32_t last_pid, last_tid;
    struct trace_threads threads;
    LIST(uint32_t)
    functions; /* by text: 1 + its function, or 0: not known
                  yet */
    LIST(uint32_t)
    kinds; /* by text: the name of the events whose detail the
              text has as well, or 0 */
    struct stack_owner *owners[N_CONTENTS]; /* by thread */

    struct intervals intervals;
    struct trace_device device;
    struct pairs profile_ids; /* pid and id; of a profile in one event NO_ID
                                 and its number */
    LIST(struct v8_profile) profiles; /* by number in profile_ids */
    struct v8_tree piece; /* of the current event */

    struct trace_samples samples;
    struct thread_stacks sample_stacks;

    size_t without_time; /* intervals */
    size_t n_async;      /* starts of asynchronous intervals */
};

/* ---- Events ---- */

/* Returns the text of the current value, which is mostly that of *last, and
   becomes it. */
static uint32_t take_common(struct chrome *chrome,
                            const struct json_reader *json, uint32_t *last)
{
    if (!str_eq(json->text, profile_text(chrome->profile, *last)))
        *last = profile_text_id(chrome->profile, json->text);
    return *last;
}

static void read_profile(struct json_reader *json, void *row)
{
    struct chrome *chrome = row;
    chrome->event.has_profile |= json_reader_open(json) > 0;
    json_members(json, v8_tree_members, N_V8_TREE_MEMBERS, &chrome->piece);
}

/* Reads a member of a profile that stands beside it. */
static void read_profile_member(struct json_reader *json, void *row)
{
    struct chrome *chrome = row;
    chrome->event.has_profile = true;
    json_member(json, v8_tree_members, N_V8_TREE_MEMBERS, &chrome->piece);
}

static const struct json_member data_members[] = {
    { STR("cpuProfile"), .read = read_profile },
    { STR("timeDeltas"), .read = read_profile_member },
    { STR("endTime"), .read = read_profile_member },
    { STR("startTime"), JSON_FIELD(struct chrome, event.start) },
};

static const struct json_member argument_members[] = {
    { STR("name"), JSON_FIELD(struct chrome, event.given_name) },
    { STR("detail"), JSON_FIELD(struct chrome, event.detail) },
    { STR("avg ms"), JSON_FIELD(struct chrome, event.mean) },
    { STR("correlation"), JSON_FIELD(struct chrome, event.correlation) },
    { STR("data"), JSON_INSIDE(data_members) },
};

/* Traces have millions of events, and these branches are faster than a
   table. */
static void read_event_member(struct chrome *chrome, struct json_reader *json)
{
    struct trace_event *event = &chrome->event;
    if (json_reader_is(json, S("ph")))
        event->phase = json->text.len == 1 ? json->text.s[0] : 0;
    else if (json_reader_is(json, S("name")))
        event->name = profile_text_id(chrome->profile, json->text);
    else if (json_reader_is(json, S("pid")))
        event->pid = take_common(chrome, json, &chrome->last_pid);
    else if (json_reader_is(json, S("tid")))
        event->tid = take_common(chrome, json, &chrome->last_tid);
    else if (json_reader_is(json, S("id")))
        event->id = profile_text_id(chrome->profile, json->text);
    else if (json_reader_is(json, S("cat")))
        event->category = trace_device_category(json->text);
    else if (json_reader_is(json, S("ts")))
        json_reader_number(json, &event->at);
    else if (json_reader_is(json, S("dur")))
        json_reader_number(json, &event->duration);
    else if (json_reader_is(json, S("tdur")))
        json_reader_number(json, &event->thread_duration);
    else if (json_reader_is(json, S("args")))
        json_members(json, argument_members, ROWS(argument_members), chrome);
}

/* Returns the name of an interval with what it was about. */
static uint32_t detailed_name(struct chrome *chrome,
                              const struct trace_event *event)
{
    struct str detail = profile_text(chrome->profile, event->detail);
    LOCAL_BUF(text);
    buf_add(&text, profile_text(chrome->profile, event->name));
    buf_char(&text, ' ');
    buf_add(&text, detail);
    uint32_t name = profile_text_id(chrome->profile, buf_text(&text));
    *REACH_IN(&chrome->in->arena, &chrome->kinds, name) = event->name;
    return name;
}

static void take_interval(struct chrome *chrome, struct trace_event *event)
{
    struct intervals *intervals = &chrome->intervals;
    if (!known(event->at)) {
        chrome->without_time++;
        return;
    }
    uint32_t name = event->name;
    if (name && event->phase == 'X' && event->detail)
        name = detailed_name(chrome, event);
    if (!name)
        name = event->phase == 'E'
                   ? INTERVALS_ANY_NAME
                   : profile_text_id(chrome->profile, S("(unnamed)"));
    uint32_t thread =
        trace_threads_id(&chrome->threads, event->pid, event->tid);
    double duration =
        known_or(event->duration, known_or(event->thread_duration, 0));
    /* Torch's profiler adds an interval for its whole recording. */
    if (event->category == CATEGORY_SPAN ||
        str_eq(profile_text(chrome->profile, event->pid), S("Spans")))
        return;
    if (event->category == CATEGORY_DEVICE && event->phase == 'X')
        trace_device_work(&chrome->device, thread, name, event->at, duration,
                          event->correlation);
    else if (event->phase == 'B')
        intervals_begin(intervals, thread, name, event->at);
    else if (event->phase == 'E')
        intervals_end(intervals, thread, name, event->at);
    else if (!known(event->mean))
        intervals_whole(intervals, thread, name, event->at, duration);
    if (event->category == CATEGORY_HOST && event->correlation != UINT64_MAX)
        trace_device_launch(&chrome->device, intervals, thread, name,
                            event->at, event->correlation);
}

/* Takes the start or the end of a flow from a call to what it launched. */
static void take_flow(struct chrome *chrome, const struct trace_event *event)
{
    struct str id = profile_text(chrome->profile, event->id);
    uint32_t thread =
        trace_threads_id(&chrome->threads, event->pid, event->tid);
    uint64_t correlation;
    if (!str_take_digits(&id, &correlation) || !known(event->at))
        return;
    if (event->phase == 's')
        trace_device_launch(&chrome->device, &chrome->intervals, thread, 0,
                            event->at, correlation);
    else
        trace_device_flow(&chrome->device, thread, event->at, correlation);
}

/* Takes Profile, ProfileChunk or CpuProfile. */
static void take_profile(struct chrome *chrome, const struct trace_event *event)
{
    uint32_t n = chrome->profile_ids.n;
    bool is_whole =
        str_eq(profile_text(chrome->profile, event->name), S("CpuProfile"));
    uint32_t i =
        is_whole
            ? pairs_add_in(&chrome->profile_ids, &chrome->in->arena, NO_ID, n)
            : pairs_add_in(&chrome->profile_ids, &chrome->in->arena, event->pid,
                           event->id);
    uint32_t thread =
        trace_threads_id(&chrome->threads, event->pid, event->tid);
    if (i == n) {
        *PUSH_IN(&chrome->in->arena, &chrome->profiles) =
            (struct v8_profile){ .thread = thread };
        v8_tree_start(&LAST(&chrome->profiles)->tree, chrome->profile,
                      &chrome->sink, chrome->piece.by_line);
    }
    struct v8_profile *profile = &chrome->profiles.of[i];
    if (known(event->start)) {
        profile->tree.start = event->start;
        profile->thread = thread;
    }
    if (event->has_profile)
        v8_tree_append(&profile->tree, &chrome->piece);
}

static void name_thread(struct chrome *chrome, uint32_t pid, uint32_t tid,
                        uint32_t name)
{
    uint32_t thread = trace_threads_id(&chrome->threads, pid, tid);
    chrome->threads.of[thread].name = name;
}

static void take_event(struct chrome *chrome, struct trace_event *event)
{
    struct str name = profile_text(chrome->profile, event->name);
    chrome->n_async += event->phase == 'b' || event->phase == 'S';
    if (event->phase == 'B' || event->phase == 'E' || event->phase == 'X')
        take_interval(chrome, event);
    else if (event->category == CATEGORY_FLOW)
        take_flow(chrome, event);
    else if (event->phase == 'M' && str_eq(name, S("thread_name")))
        name_thread(chrome, event->pid, event->tid, event->given_name);
    else if (event->phase == 'M' && str_eq(name, S("process_name")))
        name_thread(chrome, event->pid, NO_ID, event->given_name);
    else if (str_eq(name, S("Profile")) || str_eq(name, S("ProfileChunk")) ||
             str_eq(name, S("CpuProfile")))
        take_profile(chrome, event);
}

static void read_event(struct json_reader *json, void *reader)
{
    struct chrome *chrome = reader;
    struct trace_event *event = &chrome->event;
    size_t members = json_reader_open(json);
    *event = (struct trace_event){ .correlation = UINT64_MAX,
                                   .at = UNKNOWN,
                                   .duration = UNKNOWN,
                                   .thread_duration = UNKNOWN,
                                   .mean = UNKNOWN,
                                   .start = UNKNOWN };
    while (json_reader_next(json, members))
        read_event_member(chrome, json);
    if (!json->failed)
        take_event(chrome, event);
}

/* ---- The profile ---- */

static uint32_t find_function(void *reader, uint32_t text)
{
    struct chrome *chrome = reader;
    struct str name = profile_text(chrome->profile, text);
    if (!name.len)
        name = S("(unnamed)");
    uint32_t *function = REACH_IN(&chrome->in->arena, &chrome->functions, text);
    uint32_t kind = text < chrome->kinds.n ? chrome->kinds.of[text] : 0;
    if (!*function && kind) {
        /* The interval has a detail. A mangled name stands alone, so that it
           can be demangled. */
        struct identity is = { .name = name,
                               .module = profile_text(chrome->profile, kind) };
        struct str detail = str_skip(name, is.module.len + 1);
        if (str_starts(detail, S("_Z")))
            is.name = detail;
        *function = profile_function(chrome->sink.profile, is) + 1;
    } else if (!*function)
        *function = frame_text_function(chrome->sink.profile, name, S("")) + 1;
    return *function - 1;
}

/* Finds the sink's thread of a thread, which may have the name of its
   process. */
static uint32_t sink_thread_of(struct chrome *chrome, uint32_t thread)
{
    const struct trace_threads *threads = &chrome->threads;
    const struct trace_thread *from = &threads->of[thread];
    uint32_t name = from->name, process = NO_ID;
    if (!name)
        process = pairs_find(&threads->ids, from->pid, NO_ID);
    if (process != NO_ID)
        name = threads->of[process].name;
    struct listed_thread names = {
        .pid = profile_text(chrome->profile, from->pid),
        .tid = profile_text(chrome->profile,
                            from->tid == NO_ID ? 0 : from->tid),
        .comm = profile_text(chrome->profile, name),
    };
    return sink_thread(&chrome->sink, &names);
}

static void find_owners(struct chrome *chrome)
{
    uint32_t n = chrome->threads.ids.n;
    for (int i = 0; i < N_CONTENTS; i++) {
        struct str unit = i == SAMPLES ? S("samples") : S("microseconds");
        uint32_t event = sink_event(&chrome->sink, content_names[i], unit);
        chrome->owners[i] = NEW_N(&chrome->in->arena, struct stack_owner, n);
        for (uint32_t t = 0; t < n; t++)
            chrome->owners[i][t] = (struct stack_owner){
                .sample = { .event = event,
                            .thread = sink_thread_of(chrome, t),
                            .time = UNKNOWN,
                            .cost = 1 },
                .second = 1e6,
            };
    }
}

static const struct sample *sample_of(const struct chrome *chrome,
                                      const struct v8_profile *profile)
{
    return &chrome->owners[CPU_PROFILE][profile->thread].sample;
}

static bool is_chosen(const struct chrome *chrome,
                      const struct v8_profile *profile)
{
    return sink_accepts(&chrome->sink, sample_of(chrome, profile)->thread);
}

static bool has_times(const struct v8_profile *profile)
{
    return str_eq(v8_tree_unit(&profile->tree), S("microseconds"));
}

/* Counts the profiles of V8. If one of a chosen thread has times, those that
   have none cannot be added to it, and are left out. */
static void count_profiles(struct chrome *chrome)
{
    bool are_timed = false;
    size_t of_other_unit = 0;
    for (uint32_t i = 0; i < chrome->profile_ids.n; i++)
        are_timed |= is_chosen(chrome, &chrome->profiles.of[i]) &&
                     has_times(&chrome->profiles.of[i]);
    for (uint32_t i = 0; i < chrome->profile_ids.n; i++) {
        struct v8_profile *profile = &chrome->profiles.of[i];
        const struct sample *sample = sample_of(chrome, profile);
        profile->is_counted = has_times(profile) == are_timed ||
                              !is_chosen(chrome, profile);
        if (!are_timed)
            sink_set_unit(&chrome->sink, sample->event, S("samples"));
        if (profile->is_counted)
            v8_tree_count(&profile->tree, sample);
        else if (profile->tree.n_samples)
            of_other_unit++;
    }
    input_count(
        chrome->in,
        "CPU profiles of threads without times of their samples, left out",
        of_other_unit);
}

static void warn_of_intervals(const struct chrome *chrome)
{
    const struct intervals *intervals = &chrome->intervals;
    input_count(chrome->in, "ends (E) that do not close the innermost interval",
                intervals->unmatched);
    input_count(chrome->in, "intervals (B) without an end",
                intervals->unclosed);
    input_count(
        chrome->in,
        "intervals (X) that last longer than the one around them, cut there",
        intervals->overlong);
    input_count(chrome->in,
                "events far behind events of later times, so their intervals "
                "are not exact",
                intervals->late);
    input_count(chrome->in, "intervals without a time (ts), left out",
                chrome->without_time);
}

static bool draws(struct chrome *chrome, enum content content)
{
    struct sample sample = {
        .event = sink_event(&chrome->sink, content_names[content], S("")),
    };
    return sink_draws(&chrome->sink, &sample);
}

static void fill(struct chrome *chrome)
{
    struct frame_functions functions = { .find = find_function,
                                         .reader = chrome };
    for (uint32_t i = 0; i < chrome->profile_ids.n; i++)
        if (chrome->profiles.of[i].is_counted)
            v8_tree_fill(&chrome->profiles.of[i].tree, chrome->in);
    thread_stacks_fill(&chrome->device.stacks, &chrome->sink,
                       chrome->owners[DEVICE], functions);
    thread_stacks_add_calls(&chrome->device.stacks, &chrome->sink,
                            chrome->owners[DEVICE]);
    thread_stacks_fill(&chrome->intervals.stacks, &chrome->sink,
                       chrome->owners[INTERVALS], functions);
    thread_stacks_add_calls(&chrome->intervals.stacks, &chrome->sink,
                            chrome->owners[INTERVALS]);
    thread_stacks_fill(&chrome->sample_stacks, &chrome->sink,
                       chrome->owners[SAMPLES], functions);
}

static bool make_profile(struct chrome *chrome)
{
    struct sink *sink = &chrome->sink;
    intervals_finish(&chrome->intervals);
    trace_device_finish(&chrome->device, &chrome->intervals);
    size_t without_frame =
        trace_samples_add(&chrome->samples, &chrome->sample_stacks);
    find_owners(chrome);
    count_profiles(chrome);
    thread_stacks_count(&chrome->device.stacks, sink, chrome->owners[DEVICE]);
    thread_stacks_count(&chrome->intervals.stacks, sink,
                        chrome->owners[INTERVALS]);
    thread_stacks_count(&chrome->sample_stacks, sink, chrome->owners[SAMPLES]);
    sink_decide(sink);
    fill(chrome);
    if (!sink_end(sink))
        return false;
    chrome->profile->stats.is_whole =
        !draws(chrome, CPU_PROFILE) && !draws(chrome, SAMPLES);
    if (chrome->profile->stats.is_whole)
        warn_of_intervals(chrome);
    if (draws(chrome, DEVICE) && chrome->device.without_launch)
        input_remark(chrome->in,
                     "work of devices whose launch is not in the trace: %zu",
                     chrome->device.without_launch);
    if (draws(chrome, SAMPLES) && without_frame)
        input_remark(chrome->in,
                     "stack frames that do not exist, left out: %zu",
                     without_frame);
    bool is_empty = !(profile_whole(chrome->profile) > 0);
    if (chrome->n_async && is_empty)
        return input_error(chrome->in,
                           "the %zu intervals of this trace are asynchronous "
                           "(b and e), so they are on no stack; expected those "
                           "of threads (X, or B and E), or samples",
                           chrome->n_async);
    if (chrome->n_async && draws(chrome, INTERVALS))
        diag_note("%s: asynchronous intervals (b and e), which are on no stack, "
                  "left out: %zu",
                  chrome->in->name, chrome->n_async);
    return !is_empty ||
           input_error(chrome->in, "expected intervals (X, or B and E) or "
                                   "samples that take time, found none");
}

static const struct json_member all_members[] = {
    { STR("traceEvents"), .each = read_event },
    { STR("samples"), .each = trace_samples_read,
      .at = offsetof(struct chrome, samples) },
    { STR("stackFrames"), .each = trace_samples_read_frame,
      .at = offsetof(struct chrome, samples) },
};

static void read_all(struct chrome *chrome)
{
    struct json_reader json = json_reader_start(chrome->in);
    json.profile = chrome->profile;
    json.reader = &chrome->piece;
    json.lax_end = json.type == JSON_ARRAY;
    size_t events = json.lax_end ? json_reader_open(&json) : 0;
    if (!events)
        json_members(&json, all_members, ROWS(all_members), chrome);
    while (json_reader_next(&json, events))
        read_event(&json, chrome);
    json_reader_end(&json);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct chrome chrome = { .in = in,
                             .profile = profile,
                             .threads.arena = &in->arena,
                             .samples.threads = &chrome.threads };
    if (!sink_begin(&chrome.sink, in, profile, options))
        return false;
    chrome.sink.events.are_costs = true;
    chrome.sink.events.best = content_names;
    chrome.sink.events.n_best = N_CONTENTS;
    thread_stacks_begin(&chrome.intervals.stacks, &chrome.sink);
    thread_stacks_begin(&chrome.device.stacks, &chrome.sink);
    thread_stacks_begin(&chrome.sample_stacks, &chrome.sink);
    chrome.samples.keeps_times = chrome.sample_stacks.keeps_times;
    v8_tree_start(&chrome.piece, profile, &chrome.sink,
                  options->granularity == GRANULARITY_LINE);
    read_all(&chrome);
    bool good = make_profile(&chrome);
    for (uint32_t i = 0; i < chrome.profile_ids.n; i++)
        arena_free(&chrome.profiles.of[i].tree.arena);
    arena_free(&chrome.piece.arena);
    return good;
}

/* A trace that begins with other members, and they fill the head, is not
   recognised. */
const struct reader reader_chrome = {
    .name = "chrome",
    .aliases = "chrome-trace",
    .description = "trace events in Chrome's JSON",
    .programs =
        "Chrome, viztracer, clang -ftime-trace, torch, Perfetto, Hermes",
    .tested = "Chrome 70, clang 14, uftrace 0.13, torch 2 for CUDA and ROCm",
    .file = "trace.json",
    .recipes =
        "clang, what compiling costs: `clang -ftime-trace -c FILE.c; prof2dot "
        "FILE.json -o out.svg`\n"
        "PyTorch, which code caused which kernel: "
        "`torch.profiler.profile(with_stack=True)` and its "
        "`export_chrome_trace(\"trace.json\")`; `prof2dot trace.json -o "
        "out.svg`\n"
        "Chrome, other traces in its JSON: save the trace in DevTools, "
        "Performance; `prof2dot trace.json -o out.svg`",
    .limits = limits_v8,
    .supports = ASK_EVENT | ASK_LIST_EVENTS | ASK_LIST_THREADS | ASK_COMM |
                ASK_PID | ASK_TID | ASK_TAGS | ASK_TIME | ASK_LINES,
    .json = "traceEvents 0/ph=",
    .hint.text = "its writer did not tell it",
    .read = read,
};
