#include "readers/sample_filter.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "util/array.h"
#include "util/diag.h"

const char *const thread_key_names[N_THREAD_KEYS] = {
    [THREAD_COMM] = "comm",
    [THREAD_PID] = "pid",
    [THREAD_TID] = "tid",
};

/* One argument, or a part of one that is a list. */
struct filter_item {
    struct str text; /* terminated */
    bool met;
    bool list; /* it has commas: its parts follow */
    bool part;
};

/* "cycles:ppp", "cpu-clock:uH"; but "syscalls:sys_enter_read" has none. */
struct str event_base(struct str event)
{
    struct str letters = S("ukhGHpPSDIWebR"), base, modifiers;
    if (!str_cut_last(event, S(":"), &base, &modifiers) || !modifiers.len)
        return event;
    for (size_t i = 0; i < modifiers.len; i++)
        if (!str_has(letters, str_head(str_skip(modifiers, i), 1)))
            return event;
    return base;
}

enum fit event_fit(struct str event, struct str name)
{
    if (str_eq(event, name))
        return FIT_EQUAL;
    return str_eq(event_base(event), name) ? FIT_BASE : FIT_NO;
}

struct str sample_filter_text(struct arena *arena, const struct thread_patterns who[N_THREAD_KEYS])
{
    struct str text = S("");
    for (int w = 0; w < N_THREAD_KEYS; w++)
        for (size_t i = 0; i < who[w].n; i++)
            text = arena_printf(arena, "%s%s%s%s%s", text.s,
                                i         ? " or "
                                : text.len ? ", "
                                           : "",
                                i ? "" : thread_key_names[w], i ? "" : " ",
                                who[w].texts[i]);
    return text;
}

static size_t count_items(const struct thread_patterns *wanted)
{
    size_t n = 0;
    for (size_t i = 0; i < wanted->n; i++) {
        n += 2;
        for (const char *c = wanted->texts[i]; *c; c++)
            n += *c == ',';
    }
    return n;
}

static void add_item(struct sample_filter *choice, struct str text, bool list,
                     bool part)
{
    choice->items[choice->n_items++] = (struct filter_item){
        .text = arena_copy(&choice->seen.texts, text),
        .list = list,
        .part = part,
    };
}

void sample_filter_init(struct sample_filter *choice, enum thread_key who,
                 const struct thread_patterns *wanted)
{
    *choice = (struct sample_filter){ .who = who, .now = NO_ID };
    choice->items = NEW_N(&choice->seen.texts, struct filter_item,
                          count_items(wanted));
    for (size_t i = 0; i < wanted->n; i++) {
        struct str rest = str_of(wanted->texts[i]), part;
        bool list = str_has(rest, S(","));
        add_item(choice, rest, list, false);
        while (str_cut(rest, S(","), &part, &rest))
            add_item(choice, part, false, true);
        if (list)
            add_item(choice, rest, false, true);
    }
}

void sample_filter_free(struct sample_filter *choice)
{
    tally_free(&choice->seen);
    free(choice->chosen);
}

/* Nothing says that a text will not come that an item is equal to, so globs
   count at once. */
static bool matches(struct sample_filter *choice, struct str text)
{
    bool any = false;
    for (size_t i = 0; i < choice->n_items; i++) {
        struct filter_item *item = &choice->items[i];
        if (str_eq(item->text, text) ||
            fnmatch(item->text.s, text.s, 0) == 0)
            any = item->met = true;
    }
    return any;
}

bool sample_filter_wants(struct sample_filter *choice, struct str text)
{
    uint32_t n = choice->seen.names.n;
    choice->now = NO_ID;
    if (choice->n_items == 0)
        return true;
    if (text.len == 0)
        return false;
    uint32_t id = choice->now = tally_id(&choice->seen, text);
    if (id == n) {
        choice->chosen = array_grow(choice->chosen, n, &choice->chosen_room,
                                    sizeof *choice->chosen);
        choice->chosen[n] = matches(choice, choice->seen.names.texts[n]);
    }
    return choice->chosen[id];
}

void sample_filter_count(struct sample_filter *choice)
{
    if (choice->now != NO_ID)
        choice->seen.samples[choice->now]++;
    else if (choice->n_items)
        choice->without++;
}

static bool any_chosen(const struct sample_filter *choice)
{
    for (uint32_t id = 0; id < choice->seen.names.n; id++)
        if (choice->chosen[id] && choice->seen.samples[id])
            return true;
    return false;
}

static void warn_missing(const struct sample_filter *choice, const char *input)
{
    const char *name = thread_key_names[choice->who];
    bool covered = false;
    for (size_t i = 0; i < choice->n_items; i++) {
        const struct filter_item *item = &choice->items[i];
        if (item->list || !item->part)
            covered = item->list && item->met;
        if (!item->list && !item->met && !covered)
            diag_warn("%s: there is no %s '%s'", input, name, item->text.s);
    }
    if (choice->without)
        diag_warn("%s: %zu samples without %s are left out", input,
                  choice->without, name);
}

/* What was asked for: "'bash' or 'make'" */
static struct str items_text(const struct sample_filter *choice,
                             struct arena *arena)
{
    struct str text = S("");
    for (size_t i = 0; i < choice->n_items; i++)
        if (!choice->items[i].list)
            text = arena_printf(arena, "%s%s'%s'", text.s,
                                text.len ? " or " : "",
                                choice->items[i].text.s);
    return text;
}

bool sample_filter_explain(const struct sample_filter *choice, const char *input,
                    const char *cure)
{
    const char *name = thread_key_names[choice->who];
    struct arena scratch = { 0 };
    bool good = choice->n_items == 0 || any_chosen(choice);
    if (good)
        warn_missing(choice, input);
    else if (tally_used(&choice->seen) == 0)
        diag_error("%s: --%s: this input has no %s; %s", input, name, name,
                   cure);
    else
        diag_error("%s: there is no %s %s, but: %s", input, name,
                   items_text(choice, &scratch).s,
                   tally_list(&choice->seen, &scratch, "", NO_ID).s);
    arena_free(&scratch);
    return good;
}
