#include "readers/perf/events.h"

#include "util/diag.h"

void perf_events_init(struct perf_events *events, struct str wanted,
                      bool asked)
{
    *events = (struct perf_events){ .wanted = wanted, .asked = asked };
    tally_id(&events->tally, S(""));
}

void perf_events_free(struct perf_events *events)
{
    tally_free(&events->tally);
}

uint32_t perf_events_id(struct perf_events *events, struct str name)
{
    uint32_t n = events->tally.names.n;
    if (name.len == 0)
        return PERF_NO_EVENT;
    uint32_t event = tally_id(&events->tally, name);
    if (event < n || events->wanted.len == 0 || events->is_equal)
        return event;
    switch (event_fit(name, events->wanted)) {
    case FIT_NO:
        break;
    case FIT_BASE:
        if (events->drawn == PERF_NO_EVENT)
            events->drawn = event;
        else
            events->is_ambiguous = true;
        break;
    case FIT_EQUAL:
        events->drawn = event;
        events->is_equal = true;
        events->is_ambiguous = false;
        break;
    }
    return event;
}

bool perf_events_is_drawn(const struct perf_events *events, uint32_t event)
{
    if (event == PERF_NO_EVENT || events->all)
        return !events->asked;
    return event == events->drawn ||
           (events->drawn == PERF_NO_EVENT && events->wanted.len == 0);
}

void perf_events_count(struct perf_events *events, uint32_t event,
                       bool accepted)
{
    if (events->drawn == PERF_NO_EVENT && events->wanted.len == 0)
        events->drawn = event;
    events->tally.samples[event] += accepted;
}

struct str perf_events_drawn_name(const struct perf_events *events)
{
    return events->tally.names.texts[events->drawn];
}

/* Explains why the drawn event has no samples. */
static bool report_none(const struct perf_events *events, const char *input,
                        struct str threads, struct str list)
{
    struct arena scratch = { 0 };
    struct str drawn = perf_events_drawn_name(events), wanted = events->wanted;
    if (tally_used(&events->tally) == 0)
        return diag_error("%s: no sample matches all of: %s", input,
                          threads.s);
    if (list.len == 0)
        return diag_error("%s: --event: this input has no events; print them "
                          "with perf script -F +event",
                          input);
    if (wanted.len == 0)
        return diag_error("%s: no sample of the first event, %.*s, is of %s; "
                          "for others: %s",
                          input, (int)drawn.len, drawn.s, threads.s, list.s);
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
    struct str drawn = perf_events_drawn_name(events);
    size_t n = tally->samples[events->drawn];
    struct str all = tally_list(tally, &scratch, "", NO_ID);
    struct str others = tally_list(tally, &scratch, "--event=", events->drawn);
    bool good = n > 0 && (events->drawn != PERF_NO_EVENT || !events->asked);
    if (events->all)
        good = tally_used(tally) > 0;
    if (events->is_ambiguous)
        good = diag_error("%s: --event=%.*s is several events; name one of: %s",
                          input, (int)events->wanted.len, events->wanted.s,
                          all.s);
    else if (!good)
        report_none(events, input, threads, events->wanted.len ? all : others);
    else if (!events->asked && !events->all && others.len)
        diag_warn("%s: several events, of which one is drawn: %.*s (%zu "
                  "samples); for others: %s",
                  input, (int)drawn.len, drawn.s, n, others.s);
    else if (events->asked && tally->samples[PERF_NO_EVENT])
        diag_warn("%s: %zu samples without event are left out", input,
                  tally->samples[PERF_NO_EVENT]);
    arena_free(&scratch);
    return good;
}
