#include "readers/oprofile_report.h"

#include <math.h>
#include <stdlib.h>

#include "util/buf.h"

enum { EVENTS = 1000, EVENTS_TOLD = 8 }; /* at most */

uint32_t opreport_function(struct opreport *report, struct str key)
{
    uint32_t n = report->keys.n;
    uint32_t id = strings_add(&report->keys, &report->texts, key);
    if (id == n) {
        report->functions =
            array_grow(report->functions, n, &report->functions_room,
                       sizeof *report->functions);
        report->functions[n] = (struct opreport_function){ .self = 0 };
    }
    return id;
}

void opreport_arc(struct opreport *report, uint32_t caller, uint32_t callee,
                  double samples, enum opreport_side side)
{
    uint32_t n = report->ends.n;
    uint32_t id = pairs_add(&report->ends, caller, callee);
    if (id == n) {
        report->arcs = array_grow(report->arcs, n, &report->arcs_room,
                                  sizeof *report->arcs);
        report->arcs[n] = (struct opreport_arc){ caller, callee, { 0, 0 } };
    }
    report->arcs[id].samples[side] += samples;
}

void opreport_event(struct opreport *report, struct opreport_event event)
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

/* Its name, with as much behind it as tells it from the others. */
static struct str event_label(struct opreport *report, size_t at)
{
    const struct opreport_event *event = &report->events[at];
    size_t names = 0, counts = 0;
    for (size_t i = 0; i < report->n_events; i++) {
        bool same = str_eq(report->events[i].name, event->name);
        names += same;
        counts += same && str_eq(report->events[i].count, event->count);
    }
    if (names == 1)
        return event->name;
    if (counts == 1 || event->mask.len == 0)
        return arena_printf(&report->texts, "%.*s:%.*s", (int)event->name.len,
                            event->name.s, (int)event->count.len,
                            event->count.s);
    return arena_printf(&report->texts, "%.*s:%.*s:%.*s",
                        (int)event->name.len, event->name.s,
                        (int)event->count.len, event->count.s,
                        (int)event->mask.len, event->mask.s);
}

/* Samples of different events are no sum of anything. */
static void tell_left_out(struct opreport *report, size_t chosen)
{
    struct buf list = { 0 };
    size_t told = 0;
    for (size_t i = 0; i < report->n_events && told < EVENTS_TOLD; i++) {
        if (i == chosen)
            continue;
        buf_add(&list, told++ ? S(", ") : S(""));
        buf_add(&list, event_label(report, i));
    }
    if (report->n_events - 1 > told)
        buf_printf(&list, " and %zu more", report->n_events - 1 - told);
    struct str label = event_label(report, chosen);
    if (told)
        input_remark(report->in,
                     "these are the samples of %.*s; also counted, and left "
                     "out: %.*s",
                     (int)label.len, label.s, (int)list.len, list.data);
    buf_free(&list);
}

size_t opreport_choose(struct opreport *report)
{
    struct str event = report->profile->event;
    size_t at = 0;
    if (!report->chosen) {
        report->chosen = true;
        if (report->n_events)
            profile_event(report->profile, event_label(report, 0));
    } else {
        while (at < report->n_events &&
               !str_eq(event_label(report, at), event))
            at++;
    }
    if (at < report->n_events)
        tell_left_out(report, at);
    else if (report->n_events)
        input_remark(report->in, "this report has no samples of %.*s: left out",
                     (int)event.len, event.s);
    return at;
}

/* A binary without symbols is one function, called like the binary. */
static void name_nameless(struct opreport *report)
{
    for (uint32_t f = 0; f < report->keys.n; f++) {
        struct opreport_place *place = &report->functions[f].place;
        if (str_eq(place->symbol, S("(no symbols)")) && place->image.len)
            place->symbol = place->image;
    }
}

/* Two functions of one name in one file (static, or made from one template)
   differ by their lines; only then is the line part of the identity, since
   it moves with every edit of the file. Returns the lines by function, 0
   where they tell nothing apart. */
static uint64_t *telling_lines(struct opreport *report, struct arena *scratch)
{
    uint32_t n = report->keys.n;
    struct strings texts = { 0 };
    struct pairs places = { 0 }, names = { 0 };
    uint64_t *lines = NEW_N(scratch, uint64_t, n);
    uint64_t *first = NEW_N(scratch, uint64_t, n);
    uint32_t *same = NEW_N(scratch, uint32_t, n);
    bool *differ = NEW_N(scratch, bool, n);
    for (uint32_t f = 0; f < n; f++) {
        const struct opreport_place *is = &report->functions[f].place;
        uint32_t place =
            pairs_add(&places, strings_add(&texts, scratch, is->image),
                      strings_add(&texts, scratch, is->file));
        same[f] = pairs_add(&names, place,
                            strings_add(&texts, scratch, is->symbol));
        if (first[same[f]] == 0)
            first[same[f]] = is->line;
        differ[same[f]] |= is->line && is->line != first[same[f]];
    }
    for (uint32_t f = 0; f < n; f++)
        lines[f] = differ[same[f]] ? report->functions[f].place.line : 0;
    strings_free(&texts);
    pairs_free(&places);
    pairs_free(&names);
    return lines;
}

static uint32_t add_function(struct opreport *report,
                             const struct opreport_function *from,
                             uint64_t line)
{
    const struct opreport_place *place = &from->place;
    struct identity is = { place->symbol, place->image, place->file, S("") };
    if (line)
        is.tag = arena_printf(&report->texts, "%llu",
                              (unsigned long long)line);
    uint32_t id = profile_function(report->profile, is);
    struct function *function = &report->profile->functions[id];
    function->self += from->self;
    if (function->line == 0)
        function->line = place->line;
    return id;
}

/* The larger side: in a whole report both are equal, but thresholds and
   symbol filters take lines out of either, and a cut file has lost one. */
static double arc_samples(const struct opreport_arc *arc)
{
    return fmax(arc->samples[ABOVE], arc->samples[BELOW]);
}

static void add_all(struct opreport *report, struct arena *scratch)
{
    uint32_t *ids = NEW_N(scratch, uint32_t, report->keys.n);
    uint64_t *lines = telling_lines(report, scratch);
    for (uint32_t f = 0; f < report->keys.n; f++)
        ids[f] = report->functions[f].place.symbol.len
                     ? add_function(report, &report->functions[f], lines[f])
                     : NO_ID;
    for (uint32_t a = 0; a < report->ends.n; a++) {
        const struct opreport_arc *arc = &report->arcs[a];
        if (ids[arc->caller] == NO_ID || ids[arc->callee] == NO_ID)
            continue;
        uint32_t call = profile_call(report->profile, ids[arc->caller],
                                     ids[arc->callee]);
        report->profile->calls[call].weight += arc_samples(arc);
    }
}

void opreport_forget(struct opreport *report)
{
    strings_free(&report->keys);
    pairs_free(&report->ends);
}

void opreport_flush(struct opreport *report)
{
    struct arena scratch = { 0 };
    name_nameless(report);
    add_all(report, &scratch);
    opreport_forget(report);
    arena_free(&scratch);
}

/* What ends in a function or goes on from it, and came by no arc, entered
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

bool opreport_finish(struct opreport *report)
{
    opreport_flush(report);
    free(report->functions);
    free(report->arcs);
    free(report->events);
    arena_free(&report->texts);
    if (report->profile->n_functions == 0)
        return input_error(report->in,
                           "no call graph in this report; write one with: "
                           "opreport -cgf");
    report->profile->kind = FROM_CALLS;
    set_entries(report->profile);
    return true;
}
