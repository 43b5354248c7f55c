#include "readers/choose/event.h"

#include <fnmatch.h>

#include "model/event_name.h"

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

/* Is an event, or what it is without modifiers, a name or a glob? */
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
