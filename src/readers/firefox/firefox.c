/*
 * Profiles of Firefox, in JSON, which samply and other programs write as well.
 * Firefox itself writes raw profiles:
 *
 *     {"meta": {"version": 27, "interval": 1, ...},
 *      "libs": [{"name": "libc.so", "path": "/lib/libc.so", "start": 4096,
 *                "end": 8192}],
 *      "threads": [{"name": "GeckoMain", "tid": 7, "pid": 7,
 *          "stringTable": ["(root)", "0x1f84", "walk (app.js:3:14)"],
 *          "frameTable": {"schema": {"location": 0, "line": 4},
 *                         "data": [[0], [1], [2]]},
 *          "stackTable": {"schema": {"prefix": 0, "frame": 1},
 *                         "data": [[null, 0], [0, 1]]},
 *          "samples": {"schema": {"stack": 0, "time": 1},
 *                      "data": [[1, 0.5], [1, 1.5]]}}],
 *      "processes": [...more of the same...]}
 *
 * The former add-on wraps that as {"profile": {...}}. samply and the page
 * profiler.firefox.com save processed profiles. Tables are columns there, and
 * frames refer to functions:
 *
 *     {"meta": {"preprocessedProfileVersion": 41, ...},
 *      "libs": [{"name": "ls", "path": "/usr/bin/ls"}],
 *      "threads": [{"name": "ls", "tid": 7, "pid": 7, "processName": "ls",
 *          "stringArray": ["main", "ls"],
 *          "resourceTable": {"lib": [0], "name": [1]},
 *          "funcTable": {"name": [0], "resource": [0]},
 *          "frameTable": {"func": [0], "line": [null]},
 *          "stackTable": {"frame": [0], "prefix": [null]},
 *          "samples": {"stack": [0, 0], "weight": [1, 3],
 *                      "weightType": "samples",
 *                      "threadCPUDelta": [1020, 12]}}]}
 *
 * Later versions move things: libs out of the threads (version 41), times to
 * timeDeltas (50), strings (56), sources (58) and then all tables but the
 * samples (60) to "shared", prefix to prefixOffset (66), which is the distance
 * to the stack below or 0, and lib from the resource to the frame (70). So
 * every table is taken from the thread or else from "shared", wherever it
 * stands in the file; only samples are added up before all is read.
 *
 * A sample weighs 1 or its weight, in samples, in milliseconds (tracing-ms) or
 * in bytes. The time that the thread ran before the sample, and the sizes of
 * allocations, are further events: cpu, js-allocations, native-allocations.
 *
 * Source: docs-developer/{gecko-profile-format,processed-profile-format,
 * CHANGELOG-formats}.md in the repository firefox-devtools/profiler.
 */
#include "readers/choose/sink.h"
#include "readers/firefox/document.h"
#include "readers/firefox/frames.h"
#include "readers/frames/limits.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/diag.h"

struct builder {
    struct input *in;
    const struct reader_options *options;
    struct sink sink;
    struct firefox_document document;
    uint32_t events[N_FIREFOX_EVENTS]; /* in the sink */
    size_t n_empty;   /* samples whose stack has no function */
    size_t n_damaged; /* stacks that do not exist */
};

/* ---- Events and threads ---- */

static void enter_threads(struct builder *builder)
{
    const struct firefox_document *document = &builder->document;
    const struct profile *profile = document->profile;
    for (uint32_t i = 0; i < document->threads.n; i++) {
        struct firefox_thread *thread = &document->threads.of[i];
        struct listed_thread names = {
            .pid = profile_text(profile, thread->values[THREAD_PID]),
            .tid = profile_text(profile, thread->values[THREAD_TID]),
            .comm = profile_text(profile, thread->values[THREAD_COMM]),
        };
        thread->id = sink_thread(&builder->sink, &names);
    }
}

/* Returns the event to draw if the user names none: the one that most samples
   have, but cpu or allocations only if there is no other. */
static enum firefox_event best_event(const struct builder *builder)
{
    const struct firefox_document *document = &builder->document;
    size_t n[N_FIREFOX_EVENTS] = { 0 };
    int best = FIREFOX_EVENT_SAMPLES;
    for (uint32_t i = 0; i < document->threads.n; i++) {
        const struct firefox_thread *thread = &document->threads.of[i];
        for (int event = 0; event < N_FIREFOX_EVENTS; event++)
            if (sink_accepts(&builder->sink, thread->id))
                n[event] += thread->n_samples[event];
    }
    for (int event = best; event < N_FIREFOX_EVENTS; event++)
        if ((event <= FIREFOX_EVENT_BYTES || !n[best]) && n[event] > n[best])
            best = event;
    return (enum firefox_event)best;
}

static void enter_events(struct builder *builder)
{
    struct str cpu_unit = builder->document.cpu_unit;
    if (str_eq(cpu_unit, S("variable CPU cycles")))
        cpu_unit = S("cycles");
    builder->sink.events.are_costs = true;
    sink_prefer(&builder->sink, firefox_events[best_event(builder)].name);
    for (int event = 0; event < N_FIREFOX_EVENTS; event++) {
        bool is_given = event == FIREFOX_EVENT_CPU && cpu_unit.len;
        builder->events[event] =
            sink_event(&builder->sink, firefox_events[event].name,
                       is_given ? cpu_unit : firefox_events[event].unit);
    }
}

/* ---- Samples ---- */

static void add_cost(struct builder *builder, struct firefox_frames *frames,
                     uint32_t thread, const struct firefox_cost *cost)
{
    struct sample sample = { .event = builder->events[cost->event],
                             .thread = thread,
                             .time = cost->time,
                             .cost = cost->cost,
                             .n = cost->n };
    uint32_t context;
    if (!sink_take(&builder->sink, &sample))
        return;
    if (!firefox_stacks_context(frames, cost->stack, &context))
        builder->n_damaged++;
    else if (context == NO_ID)
        builder->n_empty += cost->n;
    else
        sink_add_context(&builder->sink, &sample, context);
}

static void add_threads(struct builder *builder, struct firefox_frames *frames)
{
    const struct firefox_document *document = &builder->document;
    uint32_t c = 0;
    for (uint32_t i = 0; i < document->threads.n; i++) {
        struct firefox_thread *thread = &document->threads.of[i];
        struct firefox_process *process = &document->processes.of[thread->process];
        frames->own = &thread->tables;
        frames->shared = &process->shared;
        frames->libs = thread->libs.n ? &thread->libs : &process->libs;
        for (; c < thread->end; c++)
            add_cost(builder, frames, thread->id, &document->costs.of[c]);
    }
}

/* ---- The whole ---- */

static bool finish(struct builder *builder, struct profile *profile,
                   struct firefox_frames *frames)
{
    struct input *in = builder->in;
    size_t n_negative = builder->document.costs.n_negative;
    if (!sink_end(&builder->sink))
        return false;
    code_map_report(&frames->code, in->name);
    profile->stats.walked = true;
    profile->stats.empty_samples =
        (double)(builder->document.costs.n_empty + builder->n_empty);
    input_count(in, "stacks whose frames or functions do not exist, left out",
                builder->n_damaged);
    if (builder->n_empty)
        diag_note("%s: samples of (root) alone, which are in no function and "
                  "not in the whole: %zu",
                  in->name, builder->n_empty);
    input_count(in, "samples with a cost below 0, left out", n_negative);
    input_count(in, "samples without a weight, left out",
                builder->document.costs.n_costless);
    return profile->n_contexts ||
           input_error(in, "expected samples with stacks, found none");
}

static bool read_document(struct builder *builder, struct profile *profile)
{
    struct firefox_frames frames;
    firefox_document_read(&builder->document, builder->in);
    if (builder->in->failed)
        return false;
    enter_threads(builder);
    enter_events(builder);
    firefox_frames_init(&frames, &builder->in->arena, builder->sink.profile,
                        builder->in->name, builder->options);
    add_threads(builder, &frames);
    bool good = finish(builder, profile, &frames);
    code_map_free(&frames.code);
    return good;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct builder builder = { .in = in, .options = options };
    if (!sink_begin(&builder.sink, in, profile, options))
        return false;
    builder.document.arena = builder.document.costs.arena = &in->arena;
    builder.document.profile = builder.sink.profile;
    builder.document.has_times = sink_reads_times(&builder.sink);
    return read_document(&builder, profile);
}

/* ---- Detection ---- */

/* The developer tools of Firefox 59 put lists before the profile, of which that
   of markers may be longer than the head. */
static bool has_markers(struct str head)
{
    return head_has_json(head, S("label=")) &&
           head_has_json(head, S("duration")) &&
           head_has_json(head, S("markers/0/isOffMainThread "
                                 "markers/0/processType"));
}

/* JsonSlabs hold nothing else yet. All versions have an interval in "meta", and
   raw ones their version. The first thread has a table, and the first library
   an id, that no other format has. Old profiles are a member "profile". */
static enum match detect(struct head head)
{
    if (json_slabs_begin(head.text))
        return MATCH_YES;
    if (str_has(head.text, S("\0")))
        return MATCH_NO;
    return match_if(
        head_has_json(head.text, S("threads/0/frameTable threads/0/stackTable "
                                   "threads/0/funcTable libs/0/breakpadId "
                                   "profile/threads/0/frameTable "
                                   "profile/threads/0/stackTable "
                                   "profile/threads/0/funcTable "
                                   "profile/libs/0/breakpadId")) ||
        (head_has_json(head.text, S("meta/interval "
                                    "profile/meta/interval")) &&
         head_has_json(head.text,
                       S("meta/version profile/meta/version "
                         "meta/preprocessedProfileVersion "
                         "profile/meta/preprocessedProfileVersion"))) ||
        has_markers(head.text));
}

const struct reader reader_firefox = {
    .name = "firefox",
    .aliases = "samply gecko",
    .description = "profiles of Firefox and samply",
    .programs = "samply, profiler.firefox.com, Firefox",
    .tested = "Firefox 61 and 63, samply",
    .file = "profile.json.gz, *.json, *.jslb",
    .is_binary = true,
    .recipes =
        "samply, Firefox: `samply record --save-only -o prof.json.gz ./prog; "
        "prof2dot prof.json.gz -o out.svg`, or save a profile from "
        "profiler.firefox.com with its symbols",
    /* MAX_NATIVE_FRAMES and MAX_JS_FRAMES of tools/profiler */
    .limits = LIMITS(
        { .frames = 1024,
          .cure = "no option of Firefox keeps more than 1024 frames" },
        { .frames = KERNEL_MAX_FRAMES, .cure = KERNEL_CURE }),
    .supports = ASK_EVENT | ASK_COMM | ASK_PID | ASK_TID | ASK_TAGS |
                ASK_TIME | ASK_LINES | ASK_LIST_EVENTS | ASK_LIST_THREADS |
                ASK_SYMFS | ASK_INLINES | ASK_DEBUGINFOD,
    .detect = detect,
    .hint.text = "its threads do not tell it",
    .read = read,
};
