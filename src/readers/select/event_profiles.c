#include "readers/select/event_profiles.h"

#include "readers/select/choices.h"
#include "readers/select/event.h"
#include "util/diag.h"

uint32_t event_profiles_id(struct event_profiles *all, struct str name)
{
    return tally_id(&all->events, name);
}

struct profile *event_profiles_get(struct event_profiles *all, uint32_t event)
{
    struct profile **profile = REACH_IN(&all->arena, &all->profiles, event);
    if (!*profile)
        *profile = profile_new(&all->arena);
    return *profile;
}

/* Returns the event with samples that fits the user's name best, or NO_ID. */
static uint32_t find_wanted(const struct event_profiles *all, struct str wanted)
{
    enum event_fit best_fit = FIT_NO;
    uint32_t best = NO_ID;
    for (uint32_t e = 0; e < all->events.names.n; e++) {
        enum event_fit fit = event_fit(all->events.names.texts[e], wanted);
        if (all->events.samples.of[e] && fit > best_fit) {
            best_fit = fit;
            best = e;
        }
    }
    return best;
}

static void report_missing(const struct event_profiles *all, const char *input,
                           struct str wanted)
{
    struct arena scratch = { 0 };
    struct str list = tally_list(&all->events, &scratch, "", NO_ID);
    if (list.len)
        diag_error("%s: there is no event '%.*s'%s; the input has: %s", input,
                   (int)wanted.len, wanted.s,
                   tally_nearest(&all->events, &scratch, wanted).s, list.s);
    else
        diag_error("%s: --event: this input has no events", input);
    arena_free(&scratch);
}

static void warn_of_others(const struct event_profiles *all, const char *input,
                           uint32_t drawn)
{
    struct arena scratch = { 0 };
    struct str name = all->events.names.texts[drawn];
    struct str others = tally_list(&all->events, &scratch, "--event=", drawn);
    if (others.len)
        diag_warn("%s: several events, of which one is drawn: %.*s (%zu "
                  "samples); for others: %s",
                  input, (int)name.len, name.s, all->events.samples.of[drawn],
                  others.s);
    arena_free(&scratch);
}

static void move(struct event_profiles *all, struct profile *profile,
                 uint32_t drawn)
{
    struct event_sum *sums =
        NEW_N(&all->arena, struct event_sum, all->events.names.n);
    for (uint32_t e = 0; e < all->events.names.n; e++) {
        const struct profile *of = event_profiles_get(all, e);
        sums[e].cost = profile_whole(of);
        sums[e].unit = arena_copy(&all->arena, of->unit);
    }
    profile_move(profile, event_profiles_get(all, drawn));
    all->profiles.of[drawn] = NULL;
    profile_event(profile, all->events.names.texts[drawn]);
    profile->stats.other_samples = 0;
    for (uint32_t e = 0; e < all->events.names.n; e++) {
        double samples = (double)all->events.samples.of[e];
        if (samples > 0 && all->events.names.texts[e].len)
            inventory_add_event(&profile->inventory, all->events.names.texts[e],
                                samples, sums[e]);
        if (e != drawn)
            profile->stats.other_samples += samples;
    }
}

static void fill_choices(struct event_profiles *all, struct profile *choices)
{
    choices_begin(choices);
    for (uint32_t e = 0; choices && e < all->events.names.n; e++)
        if (all->events.samples.of[e] &&
            event_profiles_get(all, e)->kind == FROM_STACKS)
            choices_add(choices, event_profiles_get(all, e),
                        all->events.names.texts[e]);
    if (choices)
        choices_convert_units(choices, S(""));
}

bool event_profiles_finish(struct event_profiles *all, struct input *in,
                           struct profile *profile,
                           const struct reader_options *options,
                           uint32_t best)
{
    bool asked = options->asked & ASK_EVENT, good = true;
    uint32_t n_events = all->events.names.n;
    if (options->event.len)
        best = find_wanted(all, options->event);
    else if (best == NO_ID)
        best = event_default(&all->events);
    for (uint32_t e = 0; best == NO_ID && !asked && e < n_events; e++)
        if (all->events.samples.of[e])
            best = e;
    if (best != NO_ID) {
        if (!asked)
            warn_of_others(all, in->name, best);
        fill_choices(all, options->choices);
        move(all, profile, best);
    } else if (tally_used(&all->events) && options->event.len) {
        report_missing(all, in->name, options->event);
        good = false;
    }
    return good;
}

void event_profiles_free(struct event_profiles *all)
{
    for (size_t e = 0; e < all->profiles.n; e++)
        if (all->profiles.of[e])
            profile_free(all->profiles.of[e]);
    tally_free(&all->events);
    arena_free(&all->arena);
}
