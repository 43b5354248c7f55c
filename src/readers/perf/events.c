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

/* A new event: is it the one that is wanted? */
static void look_at(struct perf_events *events, uint32_t event)
{
    struct str name = events->tally.names.texts[event];
    enum event_fit fit = event_fit(name, events->wanted);
    if (fit == FIT_NO || events->equal)
        return;
    if (fit == FIT_EQUAL || events->drawn == PERF_NO_EVENT)
        events->drawn = event;
    events->ambiguous = fit == FIT_BASE && events->drawn != event;
    events->equal = fit == FIT_EQUAL;
}

uint32_t perf_event(struct perf_events *events, struct str name)
{
    uint32_t n = events->tally.names.n;
    if (name.len == 0)
        return PERF_NO_EVENT;
    uint32_t event = tally_id(&events->tally, name);
    if (event == n && events->wanted.len)
        look_at(events, event);
    return event;
}

bool perf_event_drawn(const struct perf_events *events, uint32_t event)
{
    if (event == PERF_NO_EVENT)
        return !events->asked;
    return event == events->drawn ||
           (events->drawn == PERF_NO_EVENT && events->wanted.len == 0);
}

void perf_event_count(struct perf_events *events, uint32_t event, bool wanted)
{
    if (events->drawn == PERF_NO_EVENT && events->wanted.len == 0)
        events->drawn = event;
    events->tally.samples[event] += wanted;
}

struct str perf_event_name(const struct perf_events *events)
{
    return events->tally.names.texts[events->drawn];
}

/* Nothing is drawn. Without any samples, it is because of who is wanted, and
   so it is without any of the first event. */
static bool tell_none(const struct perf_events *events, const char *input,
                      struct str who, struct str list)
{
    struct str first = perf_event_name(events), name = events->wanted;
    if (tally_used(&events->tally) == 0)
        return diag_error("%s: no sample is of %s at once", input, who.s);
    if (list.len == 0)
        return diag_error("%s: --event: this input has no events; print them "
                          "with perf script -F +event",
                          input);
    if (name.len == 0)
        return diag_error("%s: no sample of the first event, %.*s, is of %s; "
                          "for others: %s",
                          input, (int)first.len, first.s, who.s, list.s);
    return diag_error("%s: there is no event '%.*s'%s%s, but: %s", input,
                      (int)name.len, name.s, who.len ? " in " : "", who.s,
                      list.s);
}

static void tell_others(const struct perf_events *events, const char *input,
                        struct str list)
{
    const struct tally *tally = &events->tally;
    struct str name = perf_event_name(events);
    if (list.len && !events->asked)
        diag_warn("%s: several events, of which one is drawn: %.*s (%zu "
                  "samples); for others: %s",
                  input, (int)name.len, name.s, tally->samples[events->drawn],
                  list.s);
    if (events->asked && tally->samples[PERF_NO_EVENT])
        diag_warn("%s: %zu samples without event are left out", input,
                  tally->samples[PERF_NO_EVENT]);
}

bool perf_events_explain(const struct perf_events *events, const char *input,
                         struct str who)
{
    const struct tally *tally = &events->tally;
    struct arena scratch = { 0 };
    struct str all = tally_list(tally, &scratch, "", NO_ID);
    struct str others =
        tally_list(tally, &scratch, "--event=", events->drawn);
    bool good = tally->samples[events->drawn] > 0 &&
                (events->drawn != PERF_NO_EVENT || !events->asked);
    if (events->ambiguous)
        good = diag_error("%s: --event=%.*s is several events; there are: %s",
                          input, (int)events->wanted.len, events->wanted.s,
                          all.s);
    else if (!good)
        tell_none(events, input, who, events->wanted.len ? all : others);
    else
        tell_others(events, input, others);
    arena_free(&scratch);
    return good;
}
