#include "readers/oprofile/report.h"

#include <math.h>
#include <stdlib.h>

#include "util/array.h"
#include "util/diag.h"


enum { EVENTS = 1000 }; /* at most */

uint32_t oprofile_function(struct oprofile_report *report, struct str key)
{
    uint32_t n = report->keys.n;
    uint32_t id = strings_add(&report->keys, &report->texts, key);
    if (id == n) {
        report->functions =
            array_grow(report->functions, n, &report->functions_room,
                       sizeof *report->functions);
        report->functions[n] = (struct oprofile_function){ .self = 0 };
    }
    return id;
}

void oprofile_call(struct oprofile_report *report, uint32_t caller,
                   uint32_t callee, double samples, enum oprofile_side side)
{
    uint32_t n = report->ends.n;
    uint32_t id = pairs_add(&report->ends, caller, callee);
    if (id == n) {
        report->calls = array_grow(report->calls, n, &report->calls_room,
                                  sizeof *report->calls);
        report->calls[n] = (struct oprofile_call){ caller, callee, { 0, 0 } };
    }
    report->calls[id].samples[side] += samples;
}

void oprofile_event(struct oprofile_report *report, struct oprofile_event event)
{
    if (report->n_events == EVENTS)
        return;
    report->events = array_grow(report->events, report->n_events,
                                &report->events_room, sizeof event);
    event.name = arena_copy(&report->texts, event.name);
    event.count = arena_copy(&report->texts, event.count);
    event.mask = arena_copy(&report->texts, event.mask);
    report->events[report->n_events++] = event;
}

/* "NAME", "NAME:COUNT", "NAME:COUNT:MASK" */
enum { PARTS = 3 };

static struct str event_text(struct oprofile_report *report, size_t at,
                             int parts)
{
    const struct oprofile_event *event = &report->events[at];
    return arena_printf(&report->texts, "%s%s%s%s%s", event->name.s,
                        parts > 1 ? ":" : "", parts > 1 ? event->count.s : "",
                        parts > 2 ? ":" : "", parts > 2 ? event->mask.s : "");
}

/* Its name, with as much behind it as tells it from the others. */
static struct str event_label(struct oprofile_report *report, size_t at)
{
    const struct oprofile_event *event = &report->events[at];
    size_t names = 0, counts = 0;
    for (size_t i = 0; i < report->n_events; i++) {
        bool same = str_eq(report->events[i].name, event->name);
        names += same;
        counts += same && str_eq(report->events[i].count, event->count);
    }
    if (names == 1)
        return event_text(report, at, 1);
    return event_text(report, at, counts == 1 || !event->mask.len ? 2 : 3);
}

/* Samples of different events are no sum of anything. */
static void tell_left_out(struct oprofile_report *report, size_t drawn)
{
    struct tally others = { .bare = true };
    struct arena scratch = { 0 };
    struct str label = event_label(report, drawn);
    if (report->options->event.len)
        return;
    for (size_t i = 0; i < report->n_events; i++)
        if (i != drawn)
            tally_add(&others, event_label(report, i));
    if (others.names.n)
        input_remark(report->in,
                     "several events; the first is drawn: %s; for others: %s",
                     label.s,
                     tally_list(&others, &scratch, "--event=", NO_ID).s);
    arena_free(&scratch);
    tally_free(&others);
}

static bool is_event(struct oprofile_report *report, size_t at,
                     struct str name)
{
    for (int parts = 1; parts <= PARTS; parts++)
        if (str_eq(event_text(report, at, parts), name))
            return true;
    return false;
}

static bool same_event(const struct oprofile_event *a,
                       const struct oprofile_event *b)
{
    return str_eq(a->name, b->name) && str_eq(a->count, b->count) &&
           str_eq(a->mask, b->mask);
}

/* The first that is the one drawn before, or wanted; n_events if none is. */
static size_t find_event(struct oprofile_report *report, size_t from)
{
    struct str wanted = report->options->event;
    while (from < report->n_events &&
           !(report->chosen
                 ? same_event(&report->events[from], &report->drawn)
                 : !wanted.len || is_event(report, from, wanted)))
        from++;
    return from;
}

static void note_others(struct oprofile_report *report)
{
    for (size_t i = 0; i < report->n_events; i++)
        tally_add(&report->others, event_label(report, i));
}

/* There may be one of the same name, counted more or less often. */
static bool tell_missing(struct oprofile_report *report)
{
    const struct oprofile_event *drawn = &report->drawn;
    bool same_name = false;
    note_others(report);
    for (size_t i = 0; report->chosen && i < report->n_events; i++)
        same_name |= str_eq(report->events[i].name, drawn->name);
    if (report->chosen)
        input_remark(report->in, "this report has no samples of %s%s%s: left "
                                 "out",
                     drawn->name.s, same_name ? " with a count of " : "",
                     same_name ? drawn->count.s : "");
    return false;
}

static bool tell_ambiguous(struct oprofile_report *report)
{
    struct arena scratch = { 0 };
    struct str event = report->options->event;
    note_others(report);
    input_error(report->in, "--event=%.*s is several events; there are: %s",
                (int)event.len, event.s,
                tally_list(&report->others, &scratch, "", NO_ID).s);
    arena_free(&scratch);
    return false;
}

/* For this report and all that follow. */
static void draw_event(struct oprofile_report *report, size_t event)
{
    struct str wanted = report->options->event;
    report->chosen = true;
    report->drawn = report->events[event];
    profile_event(report->profile,
                  wanted.len ? wanted : event_label(report, event));
    profile_sample_period(report->profile, report->drawn.count);
}

bool oprofile_choose(struct oprofile_report *report, size_t *event)
{
    bool chosen = report->chosen;
    *event = 0;
    if (report->in->failed)
        return false;
    if (report->n_events == 0)
        return !(report->options->asked & ASK_EVENT);
    *event = find_event(report, 0);
    if (*event == report->n_events)
        return tell_missing(report);
    if (!chosen && report->options->event.len &&
        find_event(report, *event + 1) < report->n_events)
        return tell_ambiguous(report);
    if (!chosen)
        draw_event(report, *event);
    tell_left_out(report, *event);
    return true;
}

bool oprofile_wants(struct oprofile_report *report, enum thread_key who,
                    struct str id)
{
    bool wants = sample_filter_wants(&report->who[who], id);
    sample_filter_count(&report->who[who]);
    return wants;
}

bool oprofile_wants_all(const struct oprofile_report *report, enum thread_key who)
{
    return report->who[who].n_items == 0;
}

struct oprofile_report oprofile_begin(struct input *in,
                                      struct profile *profile,
                                      const struct reader_options *options)
{
    struct oprofile_report report = { .in = in,
                                      .profile = profile,
                                      .others = { .bare = true },
                                      .options = options };
    for (int w = 0; w < N_THREAD_KEYS; w++) {
        sample_filter_init(&report.who[w], (enum thread_key)w, &options->who[w]);
        report.who[w].seen.bare = true;
    }
    return report;
}

/* A binary without symbols is one function, called like the binary. */
static void name_nameless(struct oprofile_report *report)
{
    for (uint32_t f = 0; f < report->keys.n; f++) {
        struct oprofile_place *place = &report->functions[f].place;
        place->nameless = str_eq(place->symbol, S("(no symbols)"));
        if (place->nameless && place->image.len)
            place->symbol = place->image;
    }
}

/* The functions that only their lines could tell apart, by function: those of
   one name, file and image have the same number. */
static uint32_t *number_namesakes(const struct oprofile_report *report,
                                  struct arena *scratch)
{
    struct strings texts = { 0 };
    struct pairs places = { 0 }, names = { 0 };
    uint32_t *numbers = NEW_N(scratch, uint32_t, report->keys.n);
    for (uint32_t f = 0; f < report->keys.n; f++) {
        const struct oprofile_place *is = &report->functions[f].place;
        uint32_t image = strings_add(&texts, scratch, is->image);
        uint32_t file = strings_add(&texts, scratch, is->file);
        uint32_t symbol = strings_add(&texts, scratch, is->symbol);
        numbers[f] =
            pairs_add(&names, pairs_add(&places, image, file), symbol);
    }
    strings_free(&texts);
    pairs_free(&places);
    pairs_free(&names);
    return numbers;
}

/* Two functions of one name in one file (static, or made from one template)
   differ by their lines; only then is the line part of the identity, since
   it moves with every edit of the file. Returns the lines by function, 0
   where they tell nothing apart. */
static uint64_t *telling_lines(const struct oprofile_report *report,
                               struct arena *scratch)
{
    uint32_t n = report->keys.n;
    const uint32_t *same = number_namesakes(report, scratch);
    uint64_t *lines = NEW_N(scratch, uint64_t, n);
    uint64_t *first = NEW_N(scratch, uint64_t, n);
    bool *differ = NEW_N(scratch, bool, n);
    for (uint32_t f = 0; f < n; f++) {
        uint64_t line = report->functions[f].place.line;
        if (first[same[f]] == 0)
            first[same[f]] = line;
        differ[same[f]] |= line && line != first[same[f]];
    }
    for (uint32_t f = 0; f < n; f++)
        lines[f] = differ[same[f]] ? report->functions[f].place.line : 0;
    return lines;
}

static uint32_t add_function(struct oprofile_report *report,
                             const struct oprofile_function *from,
                             uint64_t line)
{
    const struct oprofile_place *place = &from->place;
    struct identity is = { place->symbol, place->image, place->file, S("") };
    if (line)
        is.tag = arena_printf(&report->texts, "%llu",
                              (unsigned long long)line);
    uint32_t id = profile_function(report->profile, is);
    struct function *function = &report->profile->functions[id];
    function->nameless |= place->nameless;
    function->self += from->self;
    if (function->line == 0)
        function->line = place->line;
    return id;
}

/* The larger side: in a whole report both are equal, but thresholds and
   symbol filters take lines out of either, and a cut file has lost one. */
static double samples_of(const struct oprofile_call *call)
{
    return fmax(call->samples[ABOVE], call->samples[BELOW]);
}

static void add_call(struct oprofile_report *report,
                     const struct oprofile_call *from, const uint32_t *ids)
{
    if (ids[from->caller] == NO_ID || ids[from->callee] == NO_ID)
        return;
    uint32_t id =
        profile_call(report->profile, ids[from->caller], ids[from->callee]);
    report->profile->calls[id].weight += samples_of(from);
}

static void add_all(struct oprofile_report *report, struct arena *scratch)
{
    uint32_t *ids = NEW_N(scratch, uint32_t, report->keys.n);
    uint64_t *lines = telling_lines(report, scratch);
    for (uint32_t f = 0; f < report->keys.n; f++)
        ids[f] = report->functions[f].place.symbol.len
                     ? add_function(report, &report->functions[f], lines[f])
                     : NO_ID;
    for (uint32_t c = 0; c < report->ends.n; c++)
        add_call(report, &report->calls[c], ids);
}

void oprofile_forget(struct oprofile_report *report)
{
    strings_free(&report->keys);
    pairs_free(&report->ends);
}

void oprofile_flush(struct oprofile_report *report)
{
    struct arena scratch = { 0 };
    name_nameless(report);
    add_all(report, &scratch);
    oprofile_forget(report);
    arena_free(&scratch);
}

/* What ends in a function or goes on from it, and came by no call, entered
   here. Lost samples can make this negative. A self-call ends and begins in
   the same function: nothing entered. */
static void set_entries(struct profile *profile)
{
    struct function *functions = profile->functions;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        functions[f].entry = functions[f].self;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (call->caller == call->callee)
            continue;
        functions[call->caller].entry += call->weight;
        functions[call->callee].entry -= call->weight;
    }
    for (uint32_t f = 0; f < profile->n_functions; f++)
        functions[f].entry = fmax(functions[f].entry, 0);
}

/* Of what was asked for. */
static bool is_there(struct oprofile_report *report)
{
    const char *cure = "record with operf --separate-thread";
    struct arena scratch = { 0 };
    struct str event = report->options->event;
    bool asked = report->options->asked & ASK_EVENT, good = true;
    for (int w = 0; w < N_THREAD_KEYS; w++)
        good = good && sample_filter_explain(&report->who[w], report->in->name, cure);
    if (good && report->others.names.n && !report->chosen)
        good = diag_error("%s: there is no event '%.*s', but: %s",
                          report->in->name, (int)event.len, event.s,
                          tally_list(&report->others, &scratch, "", NO_ID).s);
    else if (good && asked && !report->chosen)
        good = diag_error("%s: --event: this input has no events",
                          report->in->name);
    arena_free(&scratch);
    return good;
}

static bool is_good(struct oprofile_report *report)
{
    struct arena scratch = { 0 };
    if (report->in->failed || !is_there(report))
        return false;
    if (report->profile->n_functions == 0)
        return input_error(report->in, "no call graph in this report; write "
                                       "one with: opreport -cgf");
    report->profile->kind = FROM_CALLS;
    set_entries(report->profile);
    profile_selected_threads(report->profile,
                 sample_filter_text(&scratch, report->options->who));
    arena_free(&scratch);
    return true;
}

bool oprofile_finish(struct oprofile_report *report)
{
    oprofile_flush(report);
    bool good = is_good(report);
    for (int w = 0; w < N_THREAD_KEYS; w++)
        sample_filter_free(&report->who[w]);
    tally_free(&report->others);
    free(report->functions);
    free(report->calls);
    free(report->events);
    arena_free(&report->texts);
    return good;
}
