#include "readers/oprofile/report.h"

#include "readers/choose/event.h"
#include "util/diag.h"

enum { MOST_EVENTS = 1000 };

struct oprofile_report
oprofile_report_begin(struct input *in, struct profile *profile,
                      const struct reader_options *options)
{
    struct oprofile_report report = { .in = in,
                                      .profile = profile,
                                      .others = { .arena = &in->arena,
                                                  .hide_counts = true },
                                      .options = options };
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        sample_filter_init(&report.filters[key], &in->arena,
                           (enum thread_key)key,
                           &options->thread_patterns[key]);
        report.filters[key].values.hide_counts = true;
    }
    return report;
}

uint32_t oprofile_report_function(struct oprofile_report *report,
                                  struct str key)
{
    uint32_t n = report->keys.n;
    uint32_t id = strings_add(&report->keys, &report->texts, key);
    if (id == n)
        *PUSH_IN(&report->texts, &report->functions) =
            (struct oprofile_function){ .self = 0 };
    return id;
}

void oprofile_report_add_call(struct oprofile_report *report, uint32_t caller,
                              uint32_t callee, double samples,
                              enum oprofile_side side)
{
    uint32_t n = report->ends.n;
    uint32_t id = pairs_add_in(&report->ends, &report->texts, caller, callee);
    if (id == n)
        *PUSH_IN(&report->texts, &report->calls) =
            (struct oprofile_call){ caller, callee, { 0, 0 } };
    report->calls.of[id].samples[side] += samples;
}

void oprofile_report_add_event(struct oprofile_report *report,
                               struct oprofile_event event)
{
    if (report->events.n == MOST_EVENTS) {
        report->n_dropped++;
        return;
    }
    event.name = arena_copy(&report->texts, event.name);
    event.count = arena_copy(&report->texts, event.count);
    event.mask = arena_copy(&report->texts, event.mask);
    *PUSH_IN(&report->texts, &report->events) = event;
}

/* The parts that make up the full name of an event, "NAME:COUNT:MASK". */
enum { PARTS = 3 };

/* Returns the first parts of an event's name. */
static struct str event_text(struct oprofile_report *report, size_t at,
                             int parts)
{
    const struct oprofile_event *event = &report->events.of[at];
    return arena_printf(&report->texts, "%s%s%s%s%s", event->name.s,
                        parts > 1 ? ":" : "", parts > 1 ? event->count.s : "",
                        parts > 2 ? ":" : "", parts > 2 ? event->mask.s : "");
}

/* Returns as many parts of an event's name as distinguish it from others. */
static struct str event_label(struct oprofile_report *report, size_t at)
{
    const struct oprofile_event *event = &report->events.of[at];
    size_t names = 0, counts = 0;
    for (size_t i = 0; i < report->events.n; i++) {
        bool same = str_eq(report->events.of[i].name, event->name);
        names += same;
        counts += same && str_eq(report->events.of[i].count, event->count);
    }
    if (names == 1)
        return event_text(report, at, 1);
    return event_text(report, at, counts == 1 || !event->mask.len ? 2 : PARTS);
}

/* Is this the name of the event, with any number of its parts? */
static bool has_name(struct oprofile_report *report, size_t at, struct str name)
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

/* Returns the first event, from one on, that is the drawn one or, if none is
   drawn yet, that is wanted. Returns n_events if there is none. */
static size_t find_event(struct oprofile_report *report, size_t from)
{
    struct str wanted = report->options->event;
    while (from < report->events.n &&
           !(report->has_drawn
                 ? same_event(&report->events.of[from], &report->drawn)
                 : has_name(report, from, wanted)))
        from++;
    return from;
}

/* Returns the event that is drawn if the user names none. How many samples the
   events have is not known yet, so each of them counts as having one. */
static size_t default_event(const struct oprofile_report *report)
{
    LOCAL_ARENA(scratch);
    struct tally names = { .arena = &scratch };
    size_t at = 0;
    /* Events may share a name. */
    for (size_t i = 0; i < report->events.n; i++) {
        uint32_t id = tally_id(&names, report->events.of[i].name);
        names.samples.of[id] = 1;
    }
    uint32_t id = event_default(&names);
    while (id != NO_ID &&
           !str_eq(report->events.of[at].name, names.names.texts[id]))
        at++;
    return id == NO_ID ? 0 : at;
}

static void note_others(struct oprofile_report *report)
{
    for (size_t i = 0; i < report->events.n; i++)
        tally_add(&report->others, event_label(report, i));
}

/* The report lacks the event. If it has one of the same name, that was counted
   more or less often. */
static bool report_missing(struct oprofile_report *report)
{
    const struct oprofile_event *drawn = &report->drawn;
    bool same_name = false;
    note_others(report);
    for (size_t i = 0; report->has_drawn && i < report->events.n; i++)
        same_name |= str_eq(report->events.of[i].name, drawn->name);
    if (report->has_drawn)
        input_remark(report->in, "this report has no samples of %s%s%s: left "
                                 "out",
                     drawn->name.s, same_name ? " with a count of " : "",
                     same_name ? drawn->count.s : "");
    return false;
}

/* Samples of different events cannot be added up, so all but one are left
   out. A user who named that one knows it. */
static void report_left_out(struct oprofile_report *report, size_t drawn)
{
    LOCAL_ARENA(scratch);
    struct tally others = { .arena = &scratch, .hide_counts = true };
    struct str label = event_label(report, drawn);
    if (report->options->event.len)
        return;
    for (size_t i = 0; i < report->events.n; i++)
        if (i != drawn)
            tally_add(&others, event_label(report, i));
    if (others.names.n)
        input_remark(report->in,
                     "several events, of which one is drawn: %s; for others: "
                     "%s",
                     label.s,
                     tally_list(&others, &scratch, "--event=", NO_ID).s);
}

bool oprofile_report_choose_event(struct oprofile_report *report, size_t *event)
{
    struct str wanted = report->options->event;
    *event = 0;
    if (report->in->failed)
        return false;
    if (report->events.n == 0)
        return !(report->options->asked & ASK_EVENT);
    *event = report->has_drawn || wanted.len ? find_event(report, 0)
                                             : default_event(report);
    if (*event == report->events.n)
        return report_missing(report);
    if (!report->has_drawn) {
        if (wanted.len && find_event(report, *event + 1) < report->events.n) {
            LOCAL_ARENA(scratch);
            note_others(report);
            return input_error(
                report->in, "--event=%.*s is several events; name one of: %s",
                (int)report->options->event.len, report->options->event.s,
                tally_list(&report->others, &scratch, "", NO_ID).s);
        }
        report->has_drawn = true;
        report->drawn = report->events.of[*event];
        profile_set_event(report->profile,
                          wanted.len ? wanted : event_label(report, *event));
        profile_set_sample_period(report->profile, report->drawn.count);
    }
    for (size_t i = 0; i < report->events.n; i++)
        if (i != *event)
            inventory_add_event(&report->profile->inventory,
                                event_label(report, i), UNKNOWN,
                                (struct event_sum){ UNKNOWN, STR(""), false });
    report_left_out(report, *event);
    return true;
}

bool oprofile_report_accepts(struct oprofile_report *report,
                             enum thread_key key, struct str id)
{
    bool accepted = sample_filter_accepts(&report->filters[key], id);
    sample_filter_count(&report->filters[key], 1);
    if (accepted && report->options->asked & ASK_LIST_THREADS) {
        struct listed_thread thread = {
            .pid = key == THREAD_PID ? id : S(""),
            .tid = key == THREAD_TID ? id : S(""),
            .comm = S(""),
        };
        inventory_add_thread(&report->profile->inventory, &thread, UNKNOWN);
    }
    return accepted;
}

bool oprofile_report_accepts_unknown(const struct oprofile_report *report,
                                     enum thread_key key)
{
    return report->filters[key].n_patterns == 0;
}

/* Returns a number for each function, which is the same for functions with the
   same image, file and name: only their lines can tell them apart. */
static uint32_t *number_places(const struct oprofile_report *report,
                               struct arena *scratch)
{
    struct strings texts = { 0 };
    struct pairs files = { 0 }, names = { 0 };
    uint32_t *numbers = NEW_N(scratch, uint32_t, report->keys.n);
    for (uint32_t f = 0; f < report->keys.n; f++) {
        const struct oprofile_place *is = &report->functions.of[f].place;
        uint32_t image = strings_add(&texts, scratch, is->image);
        uint32_t file = strings_add(&texts, scratch, is->file);
        uint32_t symbol = strings_add(&texts, scratch, is->symbol);
        uint32_t place = pairs_add_in(&files, scratch, image, file);
        numbers[f] = pairs_add_in(&names, scratch, place, symbol);
    }
    return numbers;
}

/*
 * Returns, by function, the line that is a part of its identity, or 0. Two
 * functions of one name in one file, which are static or made from one
 * template, differ by their lines. Other lines are no part of the identity,
 * since they change with every edit of the file.
 */
static uint64_t *identity_lines(const struct oprofile_report *report,
                                struct arena *scratch)
{
    uint32_t n = report->keys.n;
    const uint32_t *place = number_places(report, scratch);
    uint64_t *lines = NEW_N(scratch, uint64_t, n);
    uint64_t *first = NEW_N(scratch, uint64_t, n);
    bool *differ = NEW_N(scratch, bool, n);
    for (uint32_t f = 0; f < n; f++) {
        uint64_t line = report->functions.of[f].place.line;
        if (first[place[f]] == 0)
            first[place[f]] = line;
        differ[place[f]] |= line && line != first[place[f]];
    }
    for (uint32_t f = 0; f < n; f++)
        lines[f] = differ[place[f]] ? report->functions.of[f].place.line : 0;
    return lines;
}

static uint32_t add_function(struct oprofile_report *report,
                             const struct oprofile_function *from,
                             uint64_t line)
{
    const struct oprofile_place *place = &from->place;
    struct identity is = { place->symbol, place->image, place->file, S("") };
    if (line)
        is.tag = arena_printf(&report->texts, "%llu", (unsigned long long)line);
    uint32_t id = profile_function(report->profile, is);
    struct function *function = &report->profile->functions[id];
    function->nameless |= place->nameless;
    function->self += from->self;
    if (function->line == 0)
        function->line = place->line;
    return id;
}

void oprofile_report_flush(struct oprofile_report *report)
{
    LOCAL_ARENA(scratch);
    uint32_t *ids = NEW_N(&scratch, uint32_t, report->keys.n);
    /* A binary without symbols is one function, named like the binary. */
    for (uint32_t f = 0; f < report->keys.n; f++) {
        struct oprofile_place *place = &report->functions.of[f].place;
        place->nameless = str_eq(place->symbol, S("(no symbols)"));
        if (place->nameless && place->image.len)
            place->symbol = place->image;
    }
    const uint64_t *lines = identity_lines(report, &scratch);
    for (uint32_t f = 0; f < report->keys.n; f++)
        ids[f] = report->functions.of[f].place.symbol.len
                     ? add_function(report, &report->functions.of[f], lines[f])
                     : NO_ID;
    for (uint32_t c = 0; c < report->ends.n; c++) {
        const struct oprofile_call *from = &report->calls.of[c];
        uint32_t caller = ids[from->caller], callee = ids[from->callee];
        if (caller == NO_ID || callee == NO_ID)
            continue;
        /* In a complete report both sides are equal, but thresholds and
           symbol filters remove lines from either, and a cut file lacks one. */
        uint32_t id = profile_call(report->profile, caller, callee);
        report->profile->calls[id].weight +=
            fmax(from->samples[ABOVE], from->samples[BELOW]);
    }
    oprofile_report_forget(report);
}

void oprofile_report_forget(struct oprofile_report *report)
{
    strings_free(&report->keys);
    report->ends = (struct pairs){ 0 };
    report->functions.n = report->calls.n = 0;
}

/* Does the input have what the options ask for? */
static bool check_options(struct oprofile_report *report)
{
    const char *hint = "record with operf --separate-thread";
    bool asked = report->options->asked & ASK_EVENT, good = true;
    for (int key = 0; good && key < N_THREAD_KEYS; key++)
        good = sample_filter_report(&report->filters[key], report->in->name,
                                    hint);
    if (good && report->others.names.n && !report->has_drawn)
        good = event_choice_missing(report->in->name, &report->others,
                                    report->options->event, S(""));
    else if (good && asked && !report->has_drawn)
        good = diag_error("%s: --event: this input has no events; leave it out",
                          report->in->name);
    return good;
}

static bool complete_profile(struct oprofile_report *report)
{
    LOCAL_ARENA(scratch);
    if (report->in->failed || !check_options(report))
        return false;
    if (report->profile->n_functions == 0)
        return input_error(report->in, "no call graph in this report; write "
                                       "one with: opreport -cgf");
    if (report->n_dropped)
        input_remark(report->in, "more than %d events, left out: %zu",
                     MOST_EVENTS, report->n_dropped);
    report->profile->kind = FROM_CALLS;
    profile_entries_by_weight(report->profile);
    profile_list_event(report->profile);
    profile_set_selected_threads(
        report->profile,
        thread_patterns_text(&scratch, report->options->thread_patterns));
    return true;
}

bool oprofile_report_finish(struct oprofile_report *report)
{
    oprofile_report_flush(report);
    bool good = complete_profile(report);
    arena_free(&report->texts);
    return good;
}
