#include "model/merge.h"

#include "model/event_name.h"
#include "util/diag.h"
#include "util/text/unit.h"

/* Plain counts may be samples or events of any kind, but not times or sizes:
   their unit would be named. */
static bool is_unknown(struct str unit)
{
    return str_eq(unit, S(UNIT_COUNTS));
}

bool merge_units_fit(struct str a, struct str b)
{
    return str_eq(a, b) || (is_unknown(a) && !unit_is_base(b)) ||
           (is_unknown(b) && !unit_is_base(a));
}

/* Reports why two profiles cannot be added up and returns false; true if they
   can. */
static bool can_merge(const struct profile *profile, const struct profile *from,
                      const char *name)
{
    if (profile->kind != from->kind)
        return diag_error("%s: a profile from %s cannot be added to one from "
                          "%s; draw them apart",
                          name, profile_kind_name(from),
                          profile_kind_name(profile));
    if (!merge_units_fit(profile->unit, from->unit))
        return diag_error("%s: costs in %s cannot be added to costs in %s%s",
                          name, from->unit.s, profile->unit.s,
                          is_unknown(profile->unit) || is_unknown(from->unit)
                              ? "; --unit=NAME names the unit of folded text"
                              : "; draw them apart");
    if (profile->event.len && from->event.len &&
        !event_names_agree(profile->event, from->event))
        return diag_error("%s: samples of %s cannot be added to those of %s; "
                          "choose one by --event, or draw them apart",
                          name, from->event.s, profile->event.s);
    if (profile->sample_period.len && from->sample_period.len &&
        !str_eq(profile->sample_period, from->sample_period))
        return diag_error("%s: samples that stand for %s events each cannot "
                          "be added to samples that stand for %s; draw them "
                          "apart",
                          name, from->sample_period.s,
                          profile->sample_period.s);
    return true;
}

/* Returns the smaller of two lines, of which 0 is not known. */
static uint64_t earlier_line(uint64_t a, uint64_t b)
{
    return !a || (b && b < a) ? b : a;
}

/* Returns, by function of `from`, its function in the profile. Functions keep
   their identities if `identities` is NULL. */
static uint32_t *find_functions(struct arena *arena, struct profile *profile,
                                const struct profile *from,
                                const struct identity *identities)
{
    uint32_t *ids = NEW_N(arena, uint32_t, from->n_functions);
    for (uint32_t f = 0; f < from->n_functions; f++)
        ids[f] = profile_function(profile, identities ? identities[f]
                                                      : from->functions[f].is);
    return ids;
}

static void add_functions(struct profile *profile, const struct profile *from,
                          const uint32_t *ids)
{
    for (uint32_t f = 0; f < from->n_functions; f++) {
        const struct function *more = &from->functions[f];
        struct function *function = &profile->functions[ids[f]];
        function->nameless |= more->nameless;
        function->is_under_study |= more->is_under_study;
        function->is_tag |= more->is_tag;
        function->is_line |= more->is_line;
        function->is_estimated |= more->is_estimated;
        function->self += more->self;
        function->entry += more->entry;
        function->count = add_known(function->count, more->count);
        function->total = add_known(function->total, more->total);
        function->line = earlier_line(function->line, more->line);
        function->start = earlier_line(function->start, more->start);
    }
}

/* Fills ids->calls, unless the profile has the calls already. */
static void add_calls(struct profile *profile, const struct profile *from,
                      const struct merge_ids *ids, bool has_calls)
{
    for (uint32_t i = 0; i < from->n_calls; i++) {
        const struct call *more = &from->calls[i];
        uint32_t n_before = profile->n_calls;
        if (!has_calls)
            ids->calls[i] =
                profile_call(profile, ids->functions[more->caller],
                             ids->functions[more->callee]);
        uint32_t id = ids->calls[i];
        struct call *call = &profile->calls[id];
        call_add_count(call, more, id == n_before);
        call->cost = add_known(call->cost, more->cost);
        call->weight += more->weight;
        call->is_estimated |= more->is_estimated;
    }
}

/* Most contexts share their calls with others, so each call is looked up once
   only. */
static void add_contexts(struct profile *profile, const struct profile *from,
                         const struct merge_ids *ids)
{
    for (uint32_t c = 0; c < from->n_contexts; c++) {
        const struct context *more = &from->contexts[c];
        uint32_t f = ids->functions[more->function], id;
        uint32_t parent =
            more->parent == NO_ID ? NO_ID : ids->contexts[more->parent];
        if (more->call == NO_ID) {
            id = profile_context(profile, parent, f);
        } else {
            uint32_t *call = &ids->calls[more->call];
            if (*call == NO_ID) {
                *call = profile_call(profile,
                                     profile->contexts[parent].function, f);
                profile->calls[*call].count =
                    add_known(profile->calls[*call].count,
                              from->calls[more->call].count);
            }
            id = profile_context_of_call(profile, parent, f, *call);
        }
        profile->contexts[id].self += more->self;
        ids->contexts[c] = id;
    }
    samples_merge(&profile->samples, &from->samples, ids->contexts);
}

static double squares_of(const struct profile *profile)
{
    return profile_sample_quantum(profile) * profile->counted_samples.cost;
}

/* If the reader of one profile did not count its samples, those of both are
   unknown. A profile without functions has none of its own. */
static void add_counted_samples(struct profile *profile,
                                const struct profile *from)
{
    if (!from->n_functions)
        return;
    if (!profile->n_functions) {
        profile->counted_samples = from->counted_samples;
    } else if (profile->counted_samples.n > 0 && from->counted_samples.n > 0) {
        if (profile->counted_samples.squares > 0 ||
            from->counted_samples.squares > 0)
            profile->counted_samples.squares =
                squares_of(profile) + squares_of(from);
        profile->counted_samples.n += from->counted_samples.n;
        profile->counted_samples.cost += from->counted_samples.cost;
    } else {
        profile->counted_samples.n = profile->counted_samples.cost = 0;
        profile->counted_samples.squares = 0;
    }
}

/* `has_calls`: the profile has the calls of `from`, and ids->calls says which
   they are. */
static void add_costs(struct profile *profile, const struct profile *from,
                      const struct merge_ids *ids, bool has_calls)
{
    profile->is_sampled |= from->is_sampled;
    profile->weighs |= from->weighs;
    profile->has_inlines |= from->has_inlines;
    profile->has_plain_names |= from->has_plain_names;
    profile->unlisted += from->unlisted;
    add_functions(profile, from, ids->functions);
    dependences_merge(&profile->dependences, from->dependences, ids->functions);
    if (from->call_costs < profile->call_costs)
        profile->call_costs = from->call_costs;
    if (from->kind == FROM_CALLS)
        add_calls(profile, from, ids, has_calls);
    else
        add_contexts(profile, from, ids);
}

void merge_costs(struct profile *profile, const struct profile *from,
                 const struct merge_ids *ids)
{
    add_costs(profile, from, ids, true);
}

static struct merge_ids add_profile(struct arena *arena,
                                    struct profile *profile,
                                    const struct profile *from,
                                    const struct identity *identities)
{
    add_counted_samples(profile, from);
    struct merge_ids ids = {
        .functions = find_functions(arena, profile, from, identities),
        .calls = index_no_ids(arena, from->n_calls),
        .contexts = NEW_N(arena, uint32_t, from->n_contexts),
    };
    add_costs(profile, from, &ids, false);
    return ids;
}

bool merge_profiles(struct profile *profile, const struct profile *from,
                    const char *name)
{
    LOCAL_ARENA(scratch);
    struct merge_ids ids;
    return merge_with_ids(&scratch, profile, from, name, &ids);
}

bool merge_with_ids(struct arena *arena, struct profile *profile,
                    const struct profile *from, const char *name,
                    struct merge_ids *ids)
{
    if (!can_merge(profile, from, name))
        return false;
    /* The first profile that names its unit, event or period decides which one
       all further profiles must have. */
    if (is_unknown(profile->unit))
        profile_set_unit(profile, from->unit);
    if (!profile->event.len)
        profile_set_event(profile, from->event);
    else if (from->event.len && !str_eq(profile->event, from->event))
        profile_set_event(profile, event_name_plain(profile->event));
    if (!profile->sample_period.len)
        profile_set_sample_period(profile, from->sample_period);
    if (!str_eq(profile->selected_threads, from->selected_threads))
        profile_set_selected_threads(profile, S(""));
    *ids = add_profile(arena, profile, from, NULL);
    input_stats_add(&profile->stats, &from->stats);
    inventory_merge(&profile->inventory, &from->inventory);
    return true;
}

struct profile *merge_functions(struct arena *arena,
                                const struct profile *profile,
                                const struct identity *identities)
{
    LOCAL_ARENA(scratch);
    struct profile *merged = profile_like(arena, profile);
    merged->call_costs = profile->call_costs;
    add_profile(&scratch, merged, profile, identities);
    return merged;
}
