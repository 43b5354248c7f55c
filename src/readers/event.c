#include "readers/event.h"

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

enum event_fit event_fit(struct str event, struct str name)
{
    if (str_eq(event, name))
        return FIT_EQUAL;
    return str_eq(event_base(event), name) ? FIT_BASE : FIT_NO;
}
