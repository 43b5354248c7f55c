#include "readers/sink/events.h"
#include "readers/select/event.h"

#include <string.h>

#include "readers/select/event_choice.h"
#include "util/diag.h"

/* The ranks of events that are not wanted, and of no event at all. */
enum { RANK_UNWANTED = 100, RANK_NONE = 99 };

void events_init(struct events *events, const struct reader_options *options)
{
    *events = (struct events){
        .wanted = options->event,
        .asked = options->asked & ASK_EVENT,
        .by_period = options->period,
        .by_choice = options->asked & ASK_WEIGHT,
        .both = options->exchanges,
        .is_split =
            options->exchanges ||
            (options->split_by && strcmp(options->split_by, "event") == 0),
        .rank = RANK_NONE,
    };
    events->all = options->keep & KEEP_EVENTS && !events->asked;
    tally_id(&events->tally, S(""));
    struct event *none = REACH_IN(&events->tally.texts, events, NO_EVENT);
    none->weighs = options->period;
    none->unit = options->period ? event_period_unit(S("")) : S("samples");
}

void events_free(struct events *events)
{
    tally_free(&events->tally);
}

static int rank_of(const struct events *events, struct str name)
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

static void improve_rank(struct events *events, uint32_t event)
{
    if (event != NO_EVENT && events->of[event].rank < events->rank)
        events->rank = events->of[event].rank;
}

uint32_t events_id(struct events *events, struct str name, struct str unit)
{
    uint32_t n = events->tally.names.n;
    if (name.len == 0)
        return NO_EVENT;
    uint32_t id = tally_id(&events->tally, name);
    if (id == n) {
        struct event *event = REACH_IN(&events->tally.texts, events, id);
        event->rank = rank_of(events, name);
        event->unit = arena_copy(&events->tally.texts, unit);
        if (events->wanted.len)
            improve_rank(events, id);
    }
    return id;
}

/* Every event of a trace point is a sample by default, and so are those of
   which no period is printed, other than clocks and cycles. */
static bool is_regular(struct str name, bool has_periods)
{
    bool is_tracepoint = str_has(event_base(name), S(":"));
    return event_rank(name) != EVENT_OTHER ||
           (has_periods && !is_tracepoint && !event_is_time(name));
}

uint32_t events_perf_id(struct events *events, struct str name,
                        bool has_periods)
{
    uint32_t id =
        name.len ? strings_find(&events->tally.names, name) : NO_EVENT;
    if (id != NO_ID)
        return id;
    bool weighs = events->by_period ||
                  (!events->by_choice && has_periods &&
                   (events->both || event_is_time(name)));
    id = events_id(events, name,
                   weighs ? event_period_unit(name) : S("samples"));
    events->of[id].weighs = weighs;
    events->of[id].is_regular = is_regular(name, has_periods);
    return id;
}

bool events_is_candidate(const struct events *events, uint32_t event)
{
    if (event == NO_EVENT || events->all)
        return !events->asked;
    int limit = events->drops ? events->rank : RANK_UNWANTED - 1;
    return events->of[event].rank <= limit;
}

void events_count(struct events *events, uint32_t event, size_t n, double cost)
{
    struct event *of = &events->of[event];
    if (!of->is_stated)
        events->tally.samples.of[event] += n;
    if (known(cost)) {
        of->sum += cost;
        if (of->weighs)
            of->squares += cost * cost / (double)n;
    } else {
        of->costless += n;
    }
    improve_rank(events, event);
}

void events_state(struct events *events, uint32_t event, size_t n)
{
    events->of[event].is_stated = true;
    events->tally.samples.of[event] += n;
    improve_rank(events, event);
}

/* Returns the first event of the best rank that is wanted. */
static uint32_t wanted_event(const struct events *events)
{
    uint32_t n = events->tally.names.n, event = NO_EVENT + 1;
    while (event < n && events->of[event].rank != events->rank)
        event++;
    return event < n ? event : NO_EVENT;
}

uint32_t events_drawn(const struct events *events)
{
    if (events->wanted.len)
        return wanted_event(events);
    for (size_t i = 0; i < events->n_best; i++) {
        uint32_t best = strings_find(&events->tally.names, events->best[i]);
        if (best != NO_ID && events->tally.samples.of[best])
            return best;
    }
    uint32_t event = event_default(&events->tally);
    return event == NO_ID ? NO_EVENT : event;
}

bool events_is_drawn(const struct events *events, uint32_t event,
                          uint32_t drawn)
{
    if (event == NO_EVENT || events->all)
        return !events->asked;
    return event == drawn;
}

size_t events_samples(const struct events *events)
{
    uint32_t drawn = events_drawn(events);
    size_t sum = 0;
    for (uint32_t e = 0; e < events->tally.names.n; e++)
        if (events_is_drawn(events, e, drawn))
            sum += events->tally.samples.of[e];
    return sum;
}

size_t events_costless(const struct events *events)
{
    uint32_t drawn = events_drawn(events);
    size_t sum = 0;
    for (uint32_t e = 0; e < events->tally.names.n; e++)
        if (events_is_drawn(events, e, drawn))
            sum += events->of[e].costless;
    return sum;
}

double events_squares(const struct events *events)
{
    uint32_t drawn = events_drawn(events);
    double n = (double)(events_samples(events) - events_costless(events));
    double sum = 0, squares = 0;
    for (uint32_t e = 0; e < events->tally.names.n; e++)
        if (events_is_drawn(events, e, drawn)) {
            sum += events->of[e].sum;
            squares += events->of[e].squares;
        }
    return squares * n > sum * sum * (1 + 1e-9) ? squares : 0;
}

/* Are several events the wanted one without their modifiers, and none is the
   wanted one itself? */
static bool is_ambiguous(const struct events *events)
{
    uint32_t n = 0;
    for (uint32_t e = NO_EVENT + 1; e < events->tally.names.n; e++)
        n += events->of[e].rank == events->rank;
    return events->wanted.len && n > 1;
}

/* Explains why the drawn event has no samples. */
static bool report_none(const struct events *events, const char *input,
                        struct str threads, bool has_events, const char *hint)
{
    if (tally_used(&events->tally) == 0)
        return diag_error("%s: no sample matches all of: %s", input,
                          threads.s);
    if (!has_events)
        return diag_error("%s: --event: this input has no events; %s", input,
                          hint);
    return event_choice_missing(input, &events->tally, events->wanted, threads);
}

bool events_report(const struct events *events, const char *input,
                   struct str threads, const char *hint)
{
    const struct tally *tally = &events->tally;
    struct arena scratch = { 0 };
    uint32_t drawn = events_drawn(events);
    struct str name = tally->names.texts[drawn];
    size_t n = tally->samples.of[drawn];
    struct str all = tally_list(tally, &scratch, "", NO_ID);
    struct str others = tally_list(tally, &scratch, "--event=", drawn);
    bool good = n > 0 && (drawn != NO_EVENT || !events->asked);
    if (events->all)
        good = tally_used(tally) > 0;
    if (is_ambiguous(events))
        good = diag_error("%s: --event=%.*s is several events; name one of: %s",
                          input, (int)events->wanted.len, events->wanted.s,
                          all.s);
    else if (!good)
        report_none(events, input, threads, all.len > 0, hint);
    else if (events->is_split)
        ;
    else if (events->are_costs && !events->asked && !events->all)
        event_choice_note_others(input, tally, drawn);
    else if (!events->asked && !events->all && others.len)
        diag_warn("%s: several events, of which one is drawn: %.*s (%zu "
                  "samples); for others: %s",
                  input, (int)name.len, name.s, n, others.s);
    else if (events->asked && tally->samples.of[NO_EVENT])
        diag_warn("%s: %zu samples without event are left out", input,
                  tally->samples.of[NO_EVENT]);
    arena_free(&scratch);
    return good;
}

bool events_differ_in_unit(const struct events *events)
{
    uint32_t first = NO_EVENT;
    for (uint32_t e = NO_EVENT + 1; e < events->tally.names.n; e++) {
        if (!events->tally.samples.of[e])
            continue;
        if (first != NO_EVENT &&
            !str_eq(events->of[e].unit, events->of[first].unit))
            return true;
        first = e;
    }
    return false;
}
