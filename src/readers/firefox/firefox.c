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
#include "readers/firefox/choice.h"
#include "readers/firefox/detect.h"
#include "readers/firefox/document.h"
#include "readers/firefox/stacks.h"

/* Adds what the choice accepts to the profile. */
struct builder {
    struct firefox_document *document;
    struct firefox_choice *choice;
    struct profile *profile;
    uint32_t event;   /* of profile->samples, or NO_ID */
    size_t n_empty;   /* samples whose stack has no function */
    size_t n_damaged; /* stacks that do not exist */
};

static void list_thread(const struct builder *builder,
                        const struct firefox_thread *thread)
{
    const struct firefox_document *document = builder->document;
    size_t n_samples = thread->n_samples[builder->choice->event];
    struct listed_thread listed = {
        .pid = firefox_document_value(document, thread, THREAD_PID),
        .tid = firefox_document_value(document, thread, THREAD_TID),
        .comm = firefox_document_value(document, thread, THREAD_COMM),
    };
    if (builder->choice->options->asked & ASK_LIST_THREADS && n_samples)
        inventory_add_thread(&builder->profile->inventory, &listed,
                             (double)n_samples);
}

/* Adds one cost of a thread whose samples have these tags. */
static void add_cost(struct builder *builder, struct firefox_frames *frames,
                     const struct firefox_cost *cost, uint32_t tags)
{
    uint32_t context;
    if (!firefox_stacks_context(frames, cost->stack, &context)) {
        builder->n_damaged++;
    } else if (context == NO_ID) {
        builder->n_empty++;
    } else {
        profile_sample(builder->profile, context, cost->cost);
        samples_add(&builder->profile->samples, context, builder->event, tags,
                    cost->time, cost->cost);
    }
}

/* Adds the accepted threads and their costs of the chosen event. */
static void add_threads(struct builder *builder, const char *input)
{
    struct firefox_document *document = builder->document;
    const struct firefox_choice *choice = builder->choice;
    struct firefox_frames frames;
    uint32_t begin = 0;
    firefox_frames_init(&frames, builder->profile, input, choice->options);
    for (uint32_t i = 0; i < document->n_threads; i++) {
        struct firefox_thread *thread = &document->threads[i];
        struct firefox_process *process = &document->processes[thread->process];
        uint32_t first = begin;
        begin = thread->end;
        if (!choice->accepted[i])
            continue;
        frames.own = &thread->tables;
        frames.shared = &process->shared;
        frames.libs = thread->libs.n ? &thread->libs : &process->libs;
        uint32_t tags = firefox_choice_tag_set(builder->choice, thread);
        list_thread(builder, thread);
        for (uint32_t c = first; c < thread->end; c++)
            if (document->costs.costs[c].event == choice->event)
                add_cost(builder, &frames, &document->costs.costs[c], tags);
    }
    code_map_report(&frames.code, input);
    firefox_frames_free(&frames);
}

static void set_unit(const struct firefox_document *document, uint32_t event)
{
    struct str unit = firefox_events[event].unit;
    if (event == FIREFOX_EVENT_CPU && document->cpu_unit.len)
        unit = document->cpu_unit;
    if (str_eq(unit, S("variable CPU cycles")))
        unit = S("cycles");
    profile_unit(document->profile, unit);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct firefox_document document = {
        .profile = profile,
        .has_times = options->keep & KEEP_TIME,
    };
    struct firefox_choice choice = { .document = &document,
                                     .options = options };
    struct builder builder = { &document, &choice, profile, NO_ID, 0, 0 };
    profile->stats.walked = true;
    profile->samples.kept = options->keep;
    firefox_document_read(&document, in);
    bool good = firefox_choice_make(&choice, in);
    if (good) {
        set_unit(&document, choice.event);
        if (options->keep & KEEP_EVENTS)
            builder.event = samples_event(&profile->samples,
                                          firefox_events[choice.event].name,
                                          profile->unit);
        add_threads(&builder, in->name);
    }
    profile->stats.empty_samples =
        (double)(document.costs.n_empty + builder.n_empty);
    if (builder.n_damaged)
        input_remark(in, "stacks whose frames or functions do not exist, left "
                         "out: %zu",
                     builder.n_damaged);
    if (document.costs.n_negative)
        input_remark(in, "samples with a cost below 0, left out: %zu",
                     document.costs.n_negative);
    firefox_choice_free(&choice);
    firefox_document_free(&document);
    if (good && !profile->n_contexts)
        return input_error(in, "expected samples with stacks, found none");
    return good;
}

const struct reader reader_firefox = {
    .name = "firefox",
    .aliases = "samply gecko",
    .description = "profiles of Firefox and samply",
    .programs = "samply, profiler.firefox.com, Firefox",
    .tested = "Firefox 61 and 63, samply",
    .file = "profile.json.gz, *.json",
    .supports = ASK_EVENT | ASK_COMM | ASK_PID | ASK_TID | ASK_TAGS |
                ASK_LINES | ASK_LIST_EVENTS | ASK_LIST_THREADS | ASK_SYMFS |
                ASK_INLINES | ASK_DEBUGINFOD,
    .detect = firefox_detect,
    .read = read,
};
