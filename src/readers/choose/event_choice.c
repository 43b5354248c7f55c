#include "readers/choose/event_choice.h"

#include "readers/choose/event.h"
#include "util/diag.h"

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
    if (others.len)
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

/* Returns the first column that has samples and fits best, or NO_ID. Columns are
   different costs of the same stacks, so a name that fits several events in part
   fits none. */
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

static void list_events(struct inventory *inventory, const struct tally *events)
{
    for (uint32_t id = 0; id < events->names.n; id++)
        if (events->samples.of[id])
            inventory_add_event(
                inventory, events->names.texts[id],
                events->hide_counts ? UNKNOWN : (double)events->samples.of[id],
                (struct event_sum){ UNKNOWN, STR(""), false });
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
        profile_event(profile, drawn->event);
        profile_unit(profile, drawn->unit);
        list_events(&profile->inventory, &events);
    }
    return column;
}
