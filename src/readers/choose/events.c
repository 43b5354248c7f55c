#include "readers/choose/events.h"
#include "readers/choose/event.h"

#include "model/event_name.h"
#include "util/diag.h"

/* The ranks of events: by their fit to the wanted one, of those that are not
   wanted, and of no event. */
enum {
    RANK_EQUAL,
    RANK_BASE,
    RANK_PATTERN,
    RANK_AGREES,
    RANK_NONE = 99,
    RANK_UNWANTED = 100
};

void events_init(struct events *events, struct arena *arena,
                 const struct reader_options *options)
{
    *events = (struct events){
        .tally.arena = arena,
        .wanted = options->event,
        .asked = options->asked & ASK_EVENT,
        .by_period = options->weight_is_period,
        .by_choice = options->asked & ASK_WEIGHT,
        .both = options->exchanges,
        .is_split =
            options->exchanges ||
            (options->split_by && strcmp(options->split_by, "event") == 0),
        .rank = RANK_NONE,
    };
    events->all = options->keep & KEEP_EVENTS && !events->asked;
    tally_id(&events->tally, S(""));
    struct event *none = REACH_IN(arena, events, NO_EVENT);
    none->weighs = options->weight_is_period;
    none->unit = none->weighs ? event_period_unit(S("")) : S("samples");
}

static int rank_of(const struct events *events, struct str name)
{
    if (events->wanted.len == 0)
        return event_rank(name);
    switch (event_fit(name, events->wanted)) {
    case FIT_NO:
        break;
    case FIT_AGREES:
        return events->asked ? RANK_UNWANTED : RANK_AGREES;
    case FIT_PATTERN:
        return RANK_PATTERN;
    case FIT_BASE:
        return RANK_BASE;
    case FIT_EQUAL:
        return RANK_EQUAL;
    }
    return RANK_UNWANTED;
}

/* Returns the first event that counts the same as this one on another kind of
   core. */
static uint32_t leader_of(struct events *events, uint32_t id)
{
    struct arena *arena = events->tally.arena;
    LOCAL_ARENA(scratch);
    struct str kind;
    struct str name = event_name_of_all_cores(events->tally.names.texts[id],
                                              &kind, &scratch);
    uint32_t n = events->kinds.n;
    bool is_new = name.len &&
                  strings_add(&events->kinds, arena,
                              arena_printf(&scratch, "%.*s%s", (int)kind.len,
                                           kind.s, name.s)) == n;
    if (is_new) {
        uint32_t of_all = strings_add(&events->of_all_cores, arena, name);
        if (of_all == events->leaders.n)
            *PUSH_IN(arena, &events->leaders) = id;
        id = events->leaders.of[of_all];
    }
    return id;
}

/* Returns the group of a new event. Different costs of the same samples are
   never added up. */
static uint32_t group_of(struct events *events, uint32_t id)
{
    if (events->are_costs)
        return id;
    if (!events->wanted.len)
        return leader_of(events, id);
    if (events->of[id].rank != RANK_PATTERN)
        return id;
    if (events->listed == NO_EVENT)
        events->listed = id;
    return events->listed;
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
        struct event *event = REACH_IN(events->tally.arena, events, id);
        event->rank = rank_of(events, name);
        event->unit = arena_copy(events->tally.arena, unit);
        event->group = group_of(events, id);
        if (events->wanted.len)
            improve_rank(events, id);
    }
    return id;
}

/* Were samples taken at a rate? Not those of trace points, where each event is
   a sample by default, nor those without a printed period, except clocks and
   cycles. */
static bool is_regular(struct str name, bool has_periods)
{
    bool is_tracepoint = str_has(event_name_base(name), S(":"));
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
    bool weighs = events->by_period || (!events->by_choice && has_periods &&
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
    struct event *counted = &events->of[event];
    if (!counted->is_declared)
        events->tally.samples.of[event] += n;
    if (known(cost)) {
        counted->sum += cost;
        if (counted->weighs)
            counted->squares += cost * cost / (double)n;
    } else {
        counted->costless += n;
    }
    improve_rank(events, event);
}

void events_declare(struct events *events, uint32_t event, size_t n)
{
    events->of[event].is_declared = true;
    events->tally.samples.of[event] += n;
    improve_rank(events, event);
}

/* Returns the first event of the best rank that has samples or, if none has,
   the first one of that rank. */
static uint32_t wanted_event(const struct events *events)
{
    uint32_t n = events->tally.names.n, event = NO_EVENT;
    for (uint32_t e = NO_EVENT + 1; e < n; e++) {
        if (events->of[e].rank != events->rank)
            continue;
        if (events->tally.samples.of[e])
            return e;
        if (event == NO_EVENT)
            event = e;
    }
    return event;
}

uint32_t events_drawn(const struct events *events)
{
    if (events->wanted.len)
        return wanted_event(events);
    for (size_t i = 0; i < events->n_best; i++) {
        uint32_t best = strings_find(&events->tally.names, events->best[i]);
        if (best != NO_ID && events->tally.samples.of[best] &&
            events->of[best].sum > 0)
            return best;
    }
    uint32_t event = event_default(&events->tally);
    return event == NO_ID ? NO_EVENT : event;
}

static bool is_in_group(const struct events *events, uint32_t event,
                        uint32_t drawn)
{
    return events->of[event].group == events->of[drawn].group;
}

uint32_t events_pass_over(struct events *events)
{
    const size_t *samples = events->tally.samples.of;
    uint32_t event = events->tally.names.n - 1;
    if (events->asked || !events->wanted.len || samples[events_drawn(events)])
        return NO_EVENT;
    while (event != NO_EVENT && !samples[event])
        event--;
    if (event != NO_EVENT) {
        events->wanted = events->tally.names.texts[event];
        events->of[event].rank = --events->rank;
    }
    return event;
}

bool events_is_drawn(const struct events *events, uint32_t event,
                     uint32_t drawn)
{
    if (event == NO_EVENT || events->all)
        return !events->asked;
    return is_in_group(events, event, drawn);
}

/* Returns the number of events with samples in the group of this one, and sets
   *samples to their number of samples. NO_EVENT is alone. */
static uint32_t group_size(const struct events *events, uint32_t drawn,
                           size_t *samples)
{
    uint32_t n = 0;
    *samples = 0;
    for (uint32_t e = 0; e < events->tally.names.n; e++)
        if (events->tally.samples.of[e] && is_in_group(events, e, drawn)) {
            *samples += events->tally.samples.of[e];
            n++;
        }
    return n;
}

struct str events_drawn_name(const struct events *events, uint32_t drawn,
                             struct arena *arena)
{
    struct str name = events->tally.names.texts[drawn], kind;
    size_t samples;
    if (group_size(events, drawn, &samples) < 2)
        return name;
    if (events->wanted.len)
        return events->wanted;
    return event_name_of_all_cores(name, &kind, arena);
}

struct events_total events_total(const struct events *events)
{
    uint32_t drawn = events_drawn(events);
    struct events_total total = { 0 };
    double sum = 0;
    for (uint32_t e = 0; e < events->tally.names.n; e++)
        if (events_is_drawn(events, e, drawn)) {
            total.samples += events->tally.samples.of[e];
            total.costless += events->of[e].costless;
            total.squares += events->of[e].squares;
            sum += events->of[e].sum;
        }
    double n = (double)(total.samples - total.costless);
    if (!(total.squares * n > sum * sum * (1 + 1e-9)))
        total.squares = 0;
    return total;
}

/* Do several events of different groups fit the wanted one equally well? */
static bool is_ambiguous(const struct events *events)
{
    uint32_t n = 0;
    for (uint32_t e = NO_EVENT + 1; e < events->tally.names.n; e++)
        n += events->of[e].rank == events->rank && events->of[e].group == e;
    return events->wanted.len && n > 1;
}

/* Selects the events that list_events lists. */
enum listed { LIST_DRAWN, LIST_OTHERS, LIST_FITTING };

static bool is_listed(const struct events *events, uint32_t event,
                      uint32_t drawn, enum listed listed)
{
    if (listed == LIST_FITTING)
        return events->of[event].rank == events->rank;
    return is_in_group(events, event, drawn) == (listed == LIST_DRAWN);
}

/* Lists the events that are drawn, the others, or those that fit the wanted one
   equally well, as tally_list does. */
static struct str list_events(const struct events *events, struct arena *arena,
                              const char *prefix, uint32_t drawn,
                              enum listed listed)
{
    const struct tally *tally = &events->tally;
    struct tally some = { .arena = arena,
                          .hide_counts = tally->hide_counts };
    for (uint32_t e = NO_EVENT + 1; e < tally->names.n; e++) {
        uint32_t id = tally_id(&some, tally->names.texts[e]);
        if (is_listed(events, e, drawn, listed))
            some.samples.of[id] = tally->samples.of[e];
    }
    return tally_list(&some, arena, prefix, NO_ID);
}

/* Explains why the wanted event is not one event. Returns false. */
static bool report_ambiguous(const struct events *events, const char *input,
                             uint32_t drawn)
{
    LOCAL_ARENA(scratch);
    return diag_error(
        events->asked ? "%s: --event=%.*s is several events; name one of: %s"
                      : "%s: the inputs before count %.*s, which is several "
                        "events here; name one with --event: %s",
        input, (int)events->wanted.len, events->wanted.s,
        list_events(events, &scratch, "", drawn, LIST_FITTING).s);
}

/* Explains why the drawn event has no samples. Returns false. */
static bool report_none(const struct events *events, const char *input,
                        struct str threads, const char *hint)
{
    LOCAL_ARENA(scratch);
    if (tally_used(&events->tally) == 0)
        return diag_error("%s: no sample matches all of: %s", input, threads.s);
    if (!tally_list(&events->tally, &scratch, "", NO_ID).len)
        return diag_error("%s: --event: this input has no events; %s", input,
                          hint);
    return event_choice_missing(input, &events->tally, events->wanted, threads);
}

/* Says which samples do not count: those without the event that the user chose,
   or, if there was no choice, those of other events. */
static void remark_others(const struct events *events, const char *input,
                          uint32_t drawn, size_t n)
{
    const struct tally *tally = &events->tally;
    LOCAL_ARENA(scratch);
    struct str name = events_drawn_name(events, drawn, &scratch);
    struct str others =
        list_events(events, &scratch, "--event=", drawn, LIST_OTHERS);
    if (events->asked && tally->samples.of[NO_EVENT])
        diag_warn("%s: %zu samples without event are left out", input,
                  tally->samples.of[NO_EVENT]);
    if (events->asked || events->all)
        return;
    if (events->are_costs)
        event_choice_note_others(input, tally, drawn);
    else if (others.len)
        diag_warn("%s: several events, of which one is drawn: %.*s (%zu "
                  "samples); for others: %s",
                  input, (int)name.len, name.s, n, others.s);
}

bool events_report(const struct events *events, const char *input,
                   struct str threads, const char *hint)
{
    LOCAL_ARENA(scratch);
    uint32_t drawn = events_drawn(events);
    size_t n;
    bool is_sum = group_size(events, drawn, &n) > 1;
    bool good = events->all ? tally_used(&events->tally) > 0
                            : n > 0 && (drawn != NO_EVENT || !events->asked);
    if (is_ambiguous(events))
        return report_ambiguous(events, input, drawn);
    if (!good)
        return report_none(events, input, threads, hint);
    if (events->is_split)
        return true;
    remark_others(events, input, drawn, n);
    if (is_sum && !events->all)
        diag_note("%s: the samples of several events are added up: %s", input,
                  list_events(events, &scratch, "", drawn, LIST_DRAWN).s);
    return true;
}

bool events_differ_in_unit(const struct events *events, uint32_t drawn)
{
    uint32_t first = NO_EVENT;
    for (uint32_t e = NO_EVENT + 1; e < events->tally.names.n; e++) {
        if (!events->tally.samples.of[e] || !events_is_drawn(events, e, drawn))
            continue;
        if (first != NO_EVENT &&
            !str_eq(events->of[e].unit, events->of[first].unit))
            return true;
        first = e;
    }
    return false;
}
