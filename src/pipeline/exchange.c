#include "pipeline/exchange.h"

#include "readers/choose/all_events.h"
#include "util/diag.h"

/* Asks for functions by line unless the user asks for something else, because
   compilers and editors need the places of calls. Costs of calls are those of
   whole functions. */
void exchange_options(const struct run *run, const struct reader *reader,
                      struct reader_options *options)
{
    options->exchanges = true;
    options->keep = 0;
    options->lines = true;
    if (!run->options.has_granularity && reader->supports & ASK_LINES &&
        reader->totals == TOTALS_EXACT)
        options->granularity = GRANULARITY_LINE;
}

/* Removes the build ids of modules that have no function in the profile. */
static void keep_builds_met(struct profile *profile)
{
    struct inventory *inventory = &profile->inventory;
    struct strings builds = inventory->builds, modules = { 0 };
    LOCAL_ARENA(scratch);
    struct str module, build_id;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        strings_add(&modules, &scratch, profile->functions[f].is.module);
    inventory->builds = (struct strings){ 0 };
    for (uint32_t i = 0; i < builds.n; i++)
        if (str_cut_last(builds.texts[i], S("\t"), &module, &build_id) &&
            strings_find(&modules, module) != NO_ID)
            inventory_add_build(inventory, module, build_id);
}

/* Makes rows of the costs of stacks, which have one event. Other facts about
   the costs do not hold for rows and are reset. */
static void add_rows(struct profile *profile,
                     const struct reader_options *options)
{
    uint32_t tags = samples_tag_set(&profile->samples, options->labels,
                                    (uint32_t)options->n_labels);
    uint32_t event =
        samples_event(&profile->samples, profile->event, profile->unit);
    all_events_begin(profile);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (profile->contexts[c].self > 0)
            samples_add(&profile->samples, c, event, tags, UNKNOWN,
                        profile->contexts[c].self);
    profile_set_unit(profile, S("samples"));
    profile_set_sample_period(profile, S(""));
    profile_set_selected_threads(profile, S(""));
}

/* Moves the facts that the reader has set in the profile. */
static void move_facts(struct profile *to, struct profile *from)
{
    struct inventory inventory = to->inventory;
    to->inventory = from->inventory;
    from->inventory = inventory;
    to->stats = from->stats;
    to->is_sampled = from->is_sampled;
    profile_set_event(to, from->event);
}

struct profile *exchange_profile(struct profile *profile,
                                 const struct reader_options *options,
                                 const char *name)
{
    struct profile *all = options->all_events;
    if (profile->kind == FROM_CALLS) {
        profile_free(all);
        profile_convert_unit(profile);
        return profile;
    }
    if (all->samples.n_rows) {
        move_facts(all, profile);
        profile_free(profile);
    } else {
        profile_free(all);
        all = profile;
        add_rows(all, options);
    }
    keep_builds_met(all);
    if (all_events_make_whole(all))
        return all;
    profile_free(all);
    diag_error("%s: this output has whole numbers, and some costs are "
               "fractions; --unit=ms or the like makes nanoseconds of times",
               name);
    return NULL;
}

void exchange_agree(struct profile *a, struct profile *b)
{
    if (!a->event.len || !b->event.len)
        return;
    if (str_cmp(a->event, b->event) < 0)
        profile_set_event(b, a->event);
    else
        profile_set_event(a, b->event);
}
