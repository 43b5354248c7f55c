#include "readers/choice.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "util/diag.h"

const char *const who_names[N_WHO] = {
    [WHO_COMM] = "comm",
    [WHO_PID] = "pid",
    [WHO_TID] = "tid",
};

/* One argument, or a part of one that is a list. */
struct choice_item {
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

struct str wanted_text(struct arena *arena, const struct wanted who[N_WHO])
{
    struct str text = S("");
    for (int w = 0; w < N_WHO; w++)
        for (size_t i = 0; i < who[w].n; i++)
            text = arena_printf(arena, "%s%s%s%s%s", text.s,
                                i         ? " or "
                                : text.len ? ", "
                                           : "",
                                i ? "" : who_names[w], i ? "" : " ",
                                who[w].texts[i]);
    return text;
}

static size_t count_items(const struct wanted *wanted)
{
    size_t n = 0;
    for (size_t i = 0; i < wanted->n; i++) {
        n += 2;
        for (const char *c = wanted->texts[i]; *c; c++)
            n += *c == ',';
    }
    return n;
}

static void add_item(struct choice_column *choice, struct str text, bool list,
                     bool part)
{
    choice->items[choice->n_items++] = (struct choice_item){
        .text = arena_copy(&choice->seen.texts, text),
        .list = list,
        .part = part,
    };
}

void choice_init(struct choice_column *choice, enum who who,
                 const struct wanted *wanted)
{
    *choice = (struct choice_column){ .who = who, .now = NO_ID };
    choice->items = NEW_N(&choice->seen.texts, struct choice_item,
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

void choice_free(struct choice_column *choice)
{
    tally_free(&choice->seen);
    free(choice->chosen);
}

/* Nothing says that a text will not come that an item is equal to, so globs
   count at once. */
static bool matches(struct choice_column *choice, struct str text)
{
    bool any = false;
    for (size_t i = 0; i < choice->n_items; i++) {
        struct choice_item *item = &choice->items[i];
        if (str_eq(item->text, text) ||
            fnmatch(item->text.s, text.s, 0) == 0)
            any = item->met = true;
    }
    return any;
}

bool choice_wants(struct choice_column *choice, struct str text)
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

void choice_count(struct choice_column *choice)
{
    if (choice->now != NO_ID)
        choice->seen.samples[choice->now]++;
    else if (choice->n_items)
        choice->without++;
}

static bool any_chosen(const struct choice_column *choice)
{
    for (uint32_t id = 0; id < choice->seen.names.n; id++)
        if (choice->chosen[id] && choice->seen.samples[id])
            return true;
    return false;
}

static void warn_missing(const struct choice_column *choice, const char *input)
{
    const char *name = who_names[choice->who];
    bool covered = false;
    for (size_t i = 0; i < choice->n_items; i++) {
        const struct choice_item *item = &choice->items[i];
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
static struct str items_text(const struct choice_column *choice,
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

bool choice_explain(const struct choice_column *choice, const char *input,
                    const char *cure)
{
    const char *name = who_names[choice->who];
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
