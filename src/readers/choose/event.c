#include "readers/choose/event.h"

#include <fnmatch.h>

#include "model/event_name.h"
#include "util/diag.h"

/* ---- Names of events ---- */

/* Events whose period is a time in nanoseconds in which a thread was not
   running, or was: perf record --off-cpu, and trace points of the scheduler
   that count by __perf_count(). */
static const struct str times[] = {
    STR("offcpu-time"),
    STR("sched:sched_stat_blocked"),
    STR("sched:sched_stat_iowait"),
    STR("sched:sched_stat_runtime"),
    STR("sched:sched_stat_sleep"),
    STR("sched:sched_stat_wait"),
};

bool event_is_time(struct str event)
{
    event = event_name_base(event);
    for (size_t i = 0; i < ROWS(times); i++)
        if (str_eq(event, times[i]))
            return true;
    return false;
}

struct str event_period_unit(struct str event)
{
    enum event_rank rank = event_rank(event);
    if (rank == EVENT_CPU_CLOCK || rank == EVENT_TASK_CLOCK ||
        event_is_time(event))
        return S("ns");
    event = event_name_plain(event);
    return event.len ? event : S("periods");
}

/* Are the names equal, ignoring case and with '-' for '_' in the first? */
static bool is_same_name(struct str a, struct str b)
{
    for (size_t i = 0; a.len == b.len && i < a.len; i++) {
        char c = a.s[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c == '_' ? '-' : c) != b.s[i])
            return false;
    }
    return a.len == b.len;
}

/* The first name of each is that of the kernel. OProfile and the lists of Intel
   and Arm call cycles by the others. */
static const struct {
    struct str name; /* in lower case, with '-' for '_' */
    enum event_rank rank;
} ranked_names[] = {
    { STR("cpu-cycles"), EVENT_CYCLES },
    { STR("cycles"), EVENT_CYCLES },
    { STR("cpu-clk-unhalted"), EVENT_CYCLES },
    { STR("cpu-clock"), EVENT_CPU_CLOCK },
    { STR("task-clock"), EVENT_TASK_CLOCK },
};

static enum event_rank name_rank(struct str name)
{
    size_t end = 0;
    while (end < name.len &&
           !str_has(S("/,."), str_head(str_skip(name, end), 1)))
        end++;
    for (size_t i = 0; i < ROWS(ranked_names); i++)
        if (is_same_name(str_head(name, end), ranked_names[i].name))
            return ranked_names[i].rank;
    return EVENT_OTHER;
}

/* The name may have terms after it or a unit of the processor before it:
   "cycles/freq=99/u", "cpu_core/cycles/u", "cpu_clk_unhalted.thread". */
enum event_rank event_rank(struct str event)
{
    struct str base = event_name_base(event), unit, term;
    enum event_rank rank = name_rank(base);
    if (rank == EVENT_OTHER && str_cut(base, S("/"), &unit, &term))
        rank = name_rank(term);
    return rank;
}

uint32_t event_default(const struct tally *events)
{
    uint32_t best = NO_ID;
    enum event_rank best_rank = EVENT_OTHER;
    size_t most = 0;
    for (uint32_t id = 0; id < events->names.n; id++) {
        enum event_rank rank = event_rank(events->names.texts[id]);
        size_t samples = events->samples.of[id];
        if (samples == 0 || events->names.texts[id].len == 0 ||
            rank > best_rank || (rank == best_rank && samples <= most))
            continue;
        best = id;
        best_rank = rank;
        most = samples;
    }
    return best;
}

/* Does a name or glob match an event, or the event without modifiers? */
static bool is_matched(struct str event, struct str name)
{
    LOCAL_ARENA(scratch);
    struct str forms[] = { event, event_name_base(event),
                           event_name_plain(event) };
    const char *glob = arena_copy(&scratch, name).s;
    bool found = false;
    for (size_t i = 0; i < ROWS(forms) && !found; i++)
        found = str_eq(forms[i], name) ||
                fnmatch(glob, arena_copy(&scratch, forms[i]).s, 0) == 0;
    return found;
}

static bool is_listed(struct str event, struct str names)
{
    struct str name;
    while (str_take_part(&names, S(","), &name))
        if (is_matched(event, str_trim(name)))
            return true;
    return false;
}

enum event_fit event_fit(struct str event, struct str name)
{
    if (str_eq(event, name))
        return FIT_EQUAL;
    if (str_eq(event_name_base(event), name))
        return FIT_BASE;
    if (is_matched(event, name) || is_listed(event, name))
        return FIT_PATTERN;
    return event_names_agree(event, name) ? FIT_AGREES : FIT_NO;
}

/* ---- The choice of a column ---- */

bool event_choice_missing(const char *input, const struct tally *events,
                          struct str wanted, struct str threads)
{
    LOCAL_ARENA(scratch);
    struct str all = tally_list(events, &scratch, "", NO_ID);
    diag_error("%s: there is no event '%.*s'%s%s%s; the input has: %s", input,
               (int)wanted.len, wanted.s, threads.len ? " in " : "", threads.s,
               tally_nearest(events, &scratch, wanted).s,
               all.len ? all.s : "none");
    return false;
}

void event_choice_note_others(const char *input, const struct tally *events,
                              uint32_t drawn)
{
    LOCAL_ARENA(scratch);
    struct str others = tally_list(events, &scratch, "--event=", drawn);
    struct str name = events->names.texts[drawn];
    /* The number of samples is not mentioned as a choice, because it tells
       about the same as their costs. */
    if (others.len && !str_eq(others, S("--event=samples")))
        diag_note("%s: several events, of which one is drawn: %.*s; for "
                  "others: %s",
                  input, (int)name.len, name.s, others.s);
}

bool event_choice_accepts(const char *input, struct str event,
                          const struct reader_options *options)
{
    LOCAL_ARENA(scratch);
    struct tally events = { .arena = &scratch, .hide_counts = true };
    bool good = !(options->asked & ASK_EVENT) ||
                event_fit(event, options->event) > FIT_AGREES;
    if (!good && !event.len)
        diag_error("%s: --event: this input has no events; leave it out",
                   input);
    else if (!good) {
        tally_add(&events, event);
        event_choice_missing(input, &events, options->event, S(""));
    }
    return good;
}

/* Returns the first column that has samples and fits best, or NO_ID. Columns
   are different costs of the same stacks, so a name that partly fits several
   events fits none. */
static uint32_t find_column(const struct event_columns *columns,
                            struct str event)
{
    uint32_t best = NO_ID;
    enum event_fit best_fit = FIT_AGREES;
    bool is_ambiguous = false;
    for (uint32_t i = 0; i < columns->n; i++) {
        enum event_fit fit = event_fit(columns->of[i].event, event);
        if (!columns->samples[i] || fit <= FIT_AGREES || fit < best_fit)
            continue;
        if (fit > best_fit) {
            best = i;
            best_fit = fit;
            is_ambiguous = false;
        } else {
            is_ambiguous |=
                !str_eq(columns->of[i].event, columns->of[best].event);
        }
    }
    return is_ambiguous ? NO_ID : best;
}

/* Returns the preferred column or, if it has no samples, the first that has. */
static uint32_t default_column(const struct event_columns *columns)
{
    uint32_t i = 0;
    while (i < columns->n && !columns->samples[i])
        i++;
    return columns->samples[columns->preferred] || i == columns->n
               ? columns->preferred
               : i;
}

uint32_t event_choice(const char *input, struct profile *profile,
                      const struct event_columns *columns,
                      const struct reader_options *options)
{
    LOCAL_ARENA(scratch);
    struct tally events = { .arena = &scratch,
                            .hide_counts = columns->hide_counts };
    uint32_t column = options->event.len ? find_column(columns, options->event)
                                         : default_column(columns);
    for (size_t i = 0; i < columns->n; i++) {
        uint32_t id = tally_id(&events, columns->of[i].event);
        events.samples.of[id] += columns->samples[i];
    }
    if (column == NO_ID) {
        event_choice_missing(input, &events, options->event, S(""));
    } else {
        const struct event_column *drawn = &columns->of[column];
        if (!options->event.len)
            event_choice_note_others(input, &events,
                                     tally_id(&events, drawn->event));
        profile_set_event(profile, drawn->event);
        profile_set_unit(profile, drawn->unit);
        for (uint32_t id = 0; id < events.names.n; id++)
            if (events.samples.of[id])
                inventory_add_event(
                    &profile->inventory, events.names.texts[id],
                    events.hide_counts ? UNKNOWN
                                       : (double)events.samples.of[id],
                    (struct event_sum){ UNKNOWN, STR(""), false });
    }
    return column;
}
