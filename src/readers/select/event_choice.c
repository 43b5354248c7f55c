#include "readers/select/event_choice.h"

#include "util/diag.h"

static void report_missing(const char *input, const struct tally *events,
                           struct str wanted)
{
    struct arena scratch = { 0 };
    struct str all = tally_list(events, &scratch, "", NO_ID);
    diag_error("%s: there is no event '%.*s'%s; the input has: %s", input,
               (int)wanted.len, wanted.s,
               tally_nearest(events, &scratch, wanted).s,
               all.len ? all.s : "none");
    arena_free(&scratch);
}

static void note_others(const char *input, const struct tally *events,
                        uint32_t drawn)
{
    struct arena scratch = { 0 };
    struct str others = tally_list(events, &scratch, "--event=", drawn);
    struct str name = events->names.texts[drawn];
    if (others.len)
        diag_note("%s: several events, of which one is drawn: %.*s; for "
                  "others: %s",
                  input, (int)name.len, name.s, others.s);
    arena_free(&scratch);
}

/* Returns the preferred event or, if it has no samples, the first that has. */
static uint32_t default_event(const struct tally *events, uint32_t preferred)
{
    for (uint32_t id = 0; id < events->names.n; id++)
        if (!events->samples.of[preferred] && events->samples.of[id])
            return id;
    return preferred;
}

uint32_t event_choice(const char *input, struct profile *profile,
                      const struct tally *events, uint32_t preferred,
                      const struct reader_options *options)
{
    uint32_t event = default_event(events, preferred);
    if (options->event.len) {
        event = strings_find(&events->names, options->event);
        if (event == NO_ID || !events->samples.of[event]) {
            report_missing(input, events, options->event);
            return NO_ID;
        }
    } else {
        note_others(input, events, event);
    }
    profile_event(profile, events->names.texts[event]);
    for (uint32_t id = 0; id < events->names.n; id++)
        if (events->samples.of[id])
            inventory_add_event(
                &profile->inventory, events->names.texts[id],
                events->hide_counts ? UNKNOWN : (double)events->samples.of[id],
                (struct event_sum){ UNKNOWN, STR("") });
    return event;
}
