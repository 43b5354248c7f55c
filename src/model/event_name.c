#include "model/event_name.h"

#include "util/text/buf.h"

/* The letters of all modifiers, and of those that choose privilege levels:
   user, kernel, hypervisor, guest, host. */
static const struct str modifiers = STR("ukhGHpPSDIWebR");
static const struct str levels = STR("ukhGH");

static bool are_modifiers(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!str_has(modifiers, str_head(str_skip(text, i), 1)))
            return false;
    return text.len > 0;
}

/* Cuts "cycles:u" and "cpu/cycles/u" into the base and the modifiers. */
static struct str cut_modifiers(struct str event, struct str *suffix)
{
    struct str base;
    if (str_cut_last(event, S(":"), &base, suffix) && are_modifiers(*suffix))
        return base;
    if (str_cut_last(event, S("/"), &base, suffix) && str_has(base, S("/")) &&
        are_modifiers(*suffix))
        return str_head(event, base.len + 1);
    *suffix = S("");
    return event;
}

struct str event_name_base(struct str event)
{
    struct str suffix;
    return cut_modifiers(event, &suffix);
}

/* Does this unit of the kernel (PMU) count events of processor cores? */
static bool is_core(struct str unit)
{
    return str_eq(unit, S("cpu")) || str_starts(unit, S("cpu_")) ||
           str_starts(unit, S("armv")) ||
           (str_starts(unit, S("apple_")) && str_ends(unit, S("_pmu")));
}

/* Is it a code, such as "event=0x3c,umask=0x1", "config=5" or "r003c"? */
static bool is_code(struct str term)
{
    struct str first = term, rest;
    str_cut(term, S(","), &first, &rest);
    if (str_has(first, S("=")) || !first.len)
        return true;
    for (size_t i = 1; i < first.len; i++)
        if (!str_has(S("0123456789abcdefABCDEF"),
                     str_head(str_skip(first, i), 1)))
            return false;
    return first.s[0] == 'r' && first.len > 1;
}

/* Cuts the kind of core off an event without modifiers. */
static struct str cut_core(struct str base)
{
    struct str unit, term;
    if (!str_cut(base, S("/"), &unit, &term) || !is_core(unit) ||
        !str_ends(term, S("/")))
        return base;
    term = str_head(term, term.len - 1);
    return is_code(term) || str_has(term, S("/")) ? base : term;
}

struct str event_name_plain(struct str event)
{
    return event_name_base(cut_core(event_name_base(event)));
}

bool event_names_agree(struct str a, struct str b)
{
    return str_eq(event_name_plain(a), event_name_plain(b));
}

/* Returns the levels among the modifiers of an event, as bits; 0 if there are
   none, so that the event counts in all levels. */
static unsigned levels_of(struct str event)
{
    struct str outer, inner;
    unsigned found = 0;
    cut_modifiers(cut_core(cut_modifiers(event, &outer)), &inner);
    for (size_t i = 0; i < levels.len; i++) {
        struct str level = str_head(str_skip(levels, i), 1);
        if (str_has(outer, level) || str_has(inner, level))
            found |= 1u << i;
    }
    return found;
}

bool event_name_levels_agree(struct str a, struct str b)
{
    return levels_of(a) == levels_of(b);
}

struct str event_name_of_all_cores(struct str event, struct str *core,
                                   struct arena *arena)
{
    struct str base = event_name_base(event), term = cut_core(base);
    unsigned found = levels_of(event);
    LOCAL_BUF(name);
    *core = str_head(base, (size_t)(term.s - base.s));
    if (core->len)
        buf_add(&name, event_name_plain(event));
    if (core->len && found)
        buf_char(&name, ':');
    for (size_t i = 0; core->len && i < levels.len; i++)
        if (found & 1u << i)
            buf_char(&name, levels.s[i]);
    return arena_copy(arena, buf_text(&name));
}
