#include "readers/select/event.h"

/* The letters of all modifiers: see EVENT MODIFIERS in perf-list(1). */
static const struct str modifiers = STR("ukhGHpPSDIWebR");

struct str event_base(struct str event)
{
    struct str base, suffix;
    if (!str_cut_last(event, S(":"), &base, &suffix) || !suffix.len)
        return event;
    for (size_t i = 0; i < suffix.len; i++)
        if (!str_has(modifiers, str_head(str_skip(suffix, i), 1)))
            return event;
    return base;
}

/* Times that a thread was not running, or was, in nanoseconds: perf record
   --off-cpu, and trace points of the scheduler that count by __perf_count(). */
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
    event = event_base(event);
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
    event = event_base(event);
    return event.len ? event : S("periods");
}

/* Are the names equal if case does not matter and '_' in the first is '-'? */
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

/* The name may have terms after it, or a unit of the processor before it:
   "cycles/freq=99/u", "cpu_core/cycles/u", "cpu_clk_unhalted.thread". */
enum event_rank event_rank(struct str event)
{
    struct str base = event_base(event), unit, term;
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

enum event_fit event_fit(struct str event, struct str name)
{
    if (str_eq(event, name))
        return FIT_EQUAL;
    return str_eq(event_base(event), name) ? FIT_BASE : FIT_NO;
}
