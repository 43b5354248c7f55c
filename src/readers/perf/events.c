#include "readers/perf/events.h"

#include <stdlib.h>

#include "util/array.h"
#include "util/diag.h"

/* The ranks of events that are not wanted, and of no event at all. */
enum { RANK_UNWANTED = 100, RANK_NONE = 99 };

void perf_events_init(struct perf_events *events, struct str wanted,
                      bool asked)
{
    *events = (struct perf_events){ .wanted = wanted,
                                    .asked = asked,
                                    .rank = RANK_NONE };
    tally_id(&events->tally, S(""));
    events->of = array_reach(NULL, 0, &events->room, sizeof *events->of);
}

void perf_events_free(struct perf_events *events)
{
    tally_free(&events->tally);
    free(events->of);
}

static int rank_of(const struct perf_events *events, struct str name)
{
    if (events->wanted.len == 0)
        return event_rank(name);
    switch (event_fit(name, events->wanted)) {
    case FIT_NO:
        break;
    case FIT_BASE:
        return 1;
    case FIT_EQUAL:
        return 0;
    }
    return RANK_UNWANTED;
}

static void improve_rank(struct perf_events *events, uint32_t event)
{
    if (event != PERF_NO_EVENT && events->of[event].rank < events->rank)
        events->rank = events->of[event].rank;
}

static void add_event(struct perf_events *events, uint32_t event,
                      struct str name)
{
    events->of =
        array_reach(events->of, event, &events->room, sizeof *events->of);
    events->of[event].rank = rank_of(events, name);
    if (events->wanted.len)
        improve_rank(events, event);
}

uint32_t perf_events_id(struct perf_events *events, struct str name)
{
    uint32_t n = events->tally.names.n;
    if (name.len == 0)
        return PERF_NO_EVENT;
    uint32_t event = tally_id(&events->tally, name);
    if (event == n)
        add_event(events, event, name);
    return event;
}

bool perf_events_is_candidate(const struct perf_events *events,
                              uint32_t event)
{
    if (event == PERF_NO_EVENT || events->all)
        return !events->asked;
    return events->of[event].rank <= events->rank;
}

void perf_events_count(struct perf_events *events, uint32_t event,
                       bool has_cost)
{
    events->tally.samples[event]++;
    events->of[event].costless += !has_cost;
    improve_rank(events, event);
}

/* Returns the first event of the best rank that is wanted. */
static uint32_t wanted_event(const struct perf_events *events)
{
    uint32_t n = events->tally.names.n, event = PERF_NO_EVENT + 1;
    while (event < n && events->of[event].rank != events->rank)
        event++;
    return event < n ? event : PERF_NO_EVENT;
}

uint32_t perf_events_drawn(const struct perf_events *events)
{
    if (events->wanted.len)
        return wanted_event(events);
    uint32_t event = event_default(&events->tally);
    return event == NO_ID ? PERF_NO_EVENT : event;
}

bool perf_events_is_drawn(const struct perf_events *events, uint32_t event,
                          uint32_t drawn)
{
    if (event == PERF_NO_EVENT || events->all)
        return !events->asked;
    return event == drawn;
}

/* Returns the number of samples of the events that are drawn, or of those of
   them that have no cost. */
static size_t drawn_samples(const struct perf_events *events, bool are_costless)
{
    uint32_t drawn = perf_events_drawn(events);
    size_t sum = 0;
    for (uint32_t e = 0; e < events->tally.names.n; e++)
        if (perf_events_is_drawn(events, e, drawn))
            sum += are_costless ? events->of[e].costless
                                : events->tally.samples[e];
    return sum;
}

size_t perf_events_samples(const struct perf_events *events)
{
    return drawn_samples(events, false);
}

size_t perf_events_costless(const struct perf_events *events)
{
    return drawn_samples(events, true);
}

/* Are several events the wanted one without their modifiers, and none is the
   wanted one itself? */
static bool is_ambiguous(const struct perf_events *events)
{
    uint32_t n = 0;
    for (uint32_t e = PERF_NO_EVENT + 1; e < events->tally.names.n; e++)
        n += events->of[e].rank == events->rank;
    return events->wanted.len && n > 1;
}

/* Explains why the drawn event has no samples. */
static bool report_none(const struct perf_events *events, const char *input,
                        struct str threads, struct str list)
{
    struct arena scratch = { 0 };
    struct str wanted = events->wanted;
    if (tally_used(&events->tally) == 0)
        return diag_error("%s: no sample matches all of: %s", input,
                          threads.s);
    if (list.len == 0)
        return diag_error("%s: --event: this input has no events; print them "
                          "with perf script -F +event",
                          input);
    diag_error("%s: there is no event '%.*s'%s%s%s; the input has: %s", input,
               (int)wanted.len, wanted.s, threads.len ? " in " : "", threads.s,
               tally_nearest(&events->tally, &scratch, wanted).s, list.s);
    arena_free(&scratch);
    return false;
}

bool perf_events_report(const struct perf_events *events, const char *input,
                        struct str threads)
{
    const struct tally *tally = &events->tally;
    struct arena scratch = { 0 };
    uint32_t drawn = perf_events_drawn(events);
    struct str name = tally->names.texts[drawn];
    size_t n = tally->samples[drawn];
    struct str all = tally_list(tally, &scratch, "", NO_ID);
    struct str others = tally_list(tally, &scratch, "--event=", drawn);
    bool good = n > 0 && (drawn != PERF_NO_EVENT || !events->asked);
    if (events->all)
        good = tally_used(tally) > 0;
    if (is_ambiguous(events))
        good = diag_error("%s: --event=%.*s is several events; name one of: %s",
                          input, (int)events->wanted.len, events->wanted.s,
                          all.s);
    else if (!good)
        report_none(events, input, threads, all);
    else if (!events->asked && !events->all && others.len)
        diag_warn("%s: several events, of which one is drawn: %.*s (%zu "
                  "samples); for others: %s",
                  input, (int)name.len, name.s, n, others.s);
    else if (events->asked && tally->samples[PERF_NO_EVENT])
        diag_warn("%s: %zu samples without event are left out", input,
                  tally->samples[PERF_NO_EVENT]);
    arena_free(&scratch);
    return good;
}
