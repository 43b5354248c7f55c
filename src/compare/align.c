#include "compare/align.h"

#include "compare/significance.h"
#include "cost/reduce.h"
#include "model/event_name.h"
#include "model/merge.h"
#include "util/diag.h"
#include "util/text/unit.h"

/* ---- Can they be compared? ---- */

static bool fits_unit(const struct compare_run *a, const struct compare_run *b)
{
    struct str units[] = { a->profile->unit, b->profile->unit };
    return merge_units_fit(units[0], units[1]) ||
           diag_error("%s has costs in %s and %s in %s: only equal units can "
                      "be compared; --unit=NAME names the unit of folded text",
                      a->name, units[0].s, b->name, units[1].s);
}

static bool fits_event(const struct compare_run *a, const struct compare_run *b)
{
    struct str events[] = { a->profile->event, b->profile->event };
    if (!events[1].len)
        return true;
    if (event_names_agree(events[0], events[1]) &&
        !event_name_levels_agree(events[0], events[1]))
        diag_warn("%s counts %s and %s counts %s: what one of them leaves out, "
                  "code of user space, of the kernel or of guests, shows as a "
                  "difference",
                  a->name, events[0].s, b->name, events[1].s);
    return event_names_agree(events[0], events[1]) ||
           diag_error("%s counts %s and %s counts %s: only equal events can "
                      "be compared; choose one by --event",
                      a->name, events[0].s, b->name, events[1].s);
}

/* Compares each run with the first one that says what it counts. */
static bool have_same_unit(const struct compare_run *runs, size_t n)
{
    const struct compare_run *unit = NULL, *event = NULL;
    for (size_t i = 0; i < n; i++) {
        const struct profile *profile = runs[i].profile;
        if ((unit && !fits_unit(unit, &runs[i])) ||
            (event && !fits_event(event, &runs[i])))
            return false;
        if (!unit || str_eq(unit->profile->unit, S(UNIT_COUNTS)))
            unit = &runs[i];
        if (!event && profile->event.len)
            event = &runs[i];
    }
    return true;
}

/* ---- Do they differ in length? ---- */

/* Warns about runs that have less than a tenth of the samples of the median
   run, because they are most often recordings that failed. */
static void warn_of_small(struct arena *arena, const struct compare_run *runs,
                          size_t n)
{
    double *others = NEW_N(arena, double, n);
    for (size_t i = 0; i < n; i++) {
        double samples = UNKNOWN;
        size_t k = 0;
        for (size_t j = 0; j < n; j++) {
            double quantum = runs[j].quantum;
            double found = quantum > 0 ? runs[j].read / quantum : UNKNOWN;
            if (j == i)
                samples = found;
            else if (known(found))
                others[k++] = found;
        }
        double median = significance_median(others, k);
        if (k && known(samples) && samples < median / 10)
            diag_warn("%s has %.0f samples and the others have %.0f: was the "
                      "recording cut off? Leave it out if so",
                      runs[i].name, samples, median);
    }
}

/* Wholes that differ by more than this part may come from recordings of
   different length, or from a change of the machine's speed. Then all costs
   differ, which says little about the program. */
#define ALIKE .05

static void note_length(const struct compare_run *runs, size_t n)
{
    double sums[2] = { 0, 0 }, sides[2] = { 0, 0 };
    double least[2] = { INFINITY, INFINITY }, most[2] = { 0, 0 };
    for (size_t i = 0; i < n; i++) {
        double whole = profile_whole(runs[i].profile);
        enum compare_side side = runs[i].is_new;
        if (!(runs[i].quantum > 0))
            return;
        sums[side] += whole;
        sides[side]++;
        least[side] = fmin(least[side], whole);
        most[side] = fmax(most[side], whole);
    }
    double base = sums[BASE_SIDE] / sides[BASE_SIDE];
    double new = sums[NEW_SIDE] / sides[NEW_SIDE];
    enum compare_side wider =
        most[NEW_SIDE] * least[BASE_SIDE] > most[BASE_SIDE] * least[NEW_SIDE];
    if (base > 0 && new > 0 && fabs(new - base) > base * ALIKE)
        diag_note("the new side is %.0f%% %s than the base; if the speed of "
                  "the machine or the length of the recordings explains that, "
                  "--normalize makes both equal",
                  100 * fabs(new / base - 1),
                  new > base ? "larger" : "smaller");
    else if (least[wider] > 0 && most[wider] > least[wider] * (1 + ALIKE))
        diag_note("the runs of the %s differ by up to %.0f%%; if the speed of "
                  "the machine or the length of the recordings explains that, "
                  "--normalize makes all equal",
                  wider == NEW_SIDE ? "new side" : "base",
                  100 * (most[wider] / least[wider] - 1));
}

/* ---- Does one side lack inlined functions? ---- */

static void note_inlines(const struct compare_run *runs, size_t n)
{
    bool has[2] = { false, false }, would[2] = { false, false };
    for (size_t i = 0; i < n; i++) {
        const struct profile *profile = runs[i].profile;
        has[runs[i].is_new] |= profile->has_inlines;
        would[runs[i].is_new] |= profile->inlines_by == INLINES_BY_US;
    }
    enum compare_side lacking = has[BASE_SIDE] ? NEW_SIDE : BASE_SIDE;
    if (has[BASE_SIDE] != has[NEW_SIDE] && !would[lacking])
        diag_note("%s tells inlined functions and %s does not, where callers "
                  "have their cost; to compare like with like, leave them out "
                  "with --no-inline, of perf script or of prof2dot",
                  lacking == NEW_SIDE ? "the base" : "the new side",
                  lacking == NEW_SIDE ? "the new side" : "the base");
}

/* ---- Details ---- */

/* Profiles that do not say how many events a sample stands for, or which
   threads they show, fit to all others. */
static void forget_details(struct compare_run *runs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        profile_set_sample_period(runs[i].profile, S(""));
        if (!str_eq(runs[i].profile->selected_threads,
                    runs[0].profile->selected_threads))
            profile_set_selected_threads(runs[0].profile, S(""));
    }
}

/* Stacks are reduced to what the other profiles have: exact totals, as a stored
   JSON has them, or calls, from which totals are estimated. */
static void reduce_if_mixed(struct arena *arena, struct compare_run *runs,
                            size_t n)
{
    bool mixed = false, is_exact = true;
    for (size_t i = 0; i < n; i++) {
        const struct profile *profile = runs[i].profile;
        mixed |= profile->kind != runs[0].profile->kind;
        is_exact &= profile->kind != FROM_CALLS ||
                    profile->call_costs == CALLS_MEASURED_ONCE;
    }
    for (size_t i = 0; i < n && mixed; i++) {
        struct profile *profile = runs[i].profile;
        if (profile->kind == FROM_CALLS)
            continue;
        runs[i].profile = is_exact ? reduce_to_measured_calls(arena, profile)
                                   : reduce_to_calls(arena, profile);
        profile_free(profile);
    }
}

static bool has_estimates(const struct profile *profile)
{
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].is_estimated)
            return true;
    return false;
}

/* A stored JSON has the estimates of a profile but not all the weights behind
   them. So if one run has stored estimates, those of the others are stored as
   well. */
static void keep_estimates(struct compare_run *runs, size_t n,
                           enum cycles cycles)
{
    bool is_stored = false;
    for (size_t i = 0; i < n; i++)
        is_stored |= has_estimates(runs[i].profile);
    for (size_t i = 0; i < n && is_stored; i++)
        if (runs[i].profile->kind == FROM_CALLS &&
            runs[i].profile->call_costs == CALLS_ESTIMATED)
            reduce_to_estimates(runs[i].profile, cycles);
}

/* ---- Functions ---- */

/* Gives the functions of all runs the identities by which they are the same.
   Returns false after a message. */
static bool rename_functions(struct arena *arena, struct compare_run *runs,
                             size_t n, struct match_counts *counts)
{
    LOCAL_ARENA(scratch);
    const struct identity **identities =
        match_functions(&scratch, runs, n, counts);
    for (size_t i = 0; identities && i < n; i++) {
        struct profile *profile = runs[i].profile;
        if (!identities[i])
            continue;
        runs[i].profile = merge_functions(arena, profile, identities[i]);
        profile_free(profile);
    }
    return identities != NULL;
}

/* ---- Profiles with equal ids ---- */

static void clear_costs(struct profile *profile)
{
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct function *function = &profile->functions[f];
        function->self = function->entry = 0;
        function->count = function->total = UNKNOWN;
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        profile->calls[c].count = profile->calls[c].cost = UNKNOWN;
        profile->calls[c].weight = 0;
    }
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        profile->contexts[c].self = 0;
    profile->unlisted = 0;
}

static double add_part(double sum, double more, double part)
{
    return add_known(sum, known(more) ? more * part : UNKNOWN);
}

/* Adds a part of the costs of an aligned profile. `contexts` is by its contexts
   and has those of the sum. */
static void add_costs(struct profile *sum, const struct profile *profile,
                      const uint32_t *contexts, double part)
{
    sum->unlisted += part * profile->unlisted;
    for (uint32_t f = 0; f < sum->n_functions; f++) {
        struct function *to = &sum->functions[f];
        const struct function *from = &profile->functions[f];
        to->self += part * from->self;
        to->entry += part * from->entry;
        to->count = add_part(to->count, from->count, part);
        to->total = add_part(to->total, from->total, part);
    }
    for (uint32_t c = 0; c < sum->n_calls; c++) {
        struct call *to = &sum->calls[c];
        const struct call *from = &profile->calls[c];
        to->count = add_part(to->count, from->count, part);
        to->cost = add_part(to->cost, from->cost, part);
        to->weight += part * from->weight;
    }
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        sum->contexts[contexts[c]].self += part * profile->contexts[c].self;
}

/* Returns a profile with all functions and calls of `sum`, and with the costs
   and contexts of `run`, from which the contexts are moved. */
static struct profile *spread(struct arena *arena, const struct profile *sum,
                              const struct compare_run *run,
                              const struct merge_ids *ids)
{
    struct profile *profile = profile_twin(arena, sum);
    profile->samples.kept = 0;
    if (run->profile->kind == FROM_STACKS)
        profile_take_contexts(profile, run->profile, ids->functions,
                              ids->calls);
    merge_costs(profile, run->profile, ids);
    profile->call_costs = sum->call_costs;
    return profile;
}

/* Sets the lines of functions to those of the new side, whose files they
   have. The identity of a line of source has its number there. */
static void take_new_lines(struct profile *sum, const struct compare_run *runs,
                           size_t n, const struct merge_ids *ids)
{
    for (size_t i = n; i-- > 0;) {
        const struct profile *profile = runs[i].profile;
        if (!runs[i].is_new)
            continue;
        for (uint32_t f = profile->n_functions; f-- > 0;)
            if (profile->functions[f].line)
                sum->functions[ids[i].functions[f]].line =
                    profile->functions[f].line;
    }
    for (uint32_t f = 0; f < sum->n_functions; f++) {
        struct function *function = &sum->functions[f];
        struct str tag = function->is.tag;
        if (function->is_line)
            str_take_digits(&tag, &function->line);
    }
}

/* Stores the ids that each run has in the sum. */
static struct profile *add_up(struct arena *arena,
                              const struct compare_run *runs, size_t n,
                              struct arena *scratch, struct merge_ids *ids)
{
    struct profile *sum = profile_like(arena, runs[0].profile);
    sum->call_costs = runs[0].profile->call_costs;
    sum->samples.kept = 0;
    arena_free(&sum->inventory.arena);
    sum->inventory = (struct inventory){ 0 };
    profile_make_room(sum, runs[0].profile);
    for (size_t i = 0; i < n; i++)
        if (!merge_with_ids(scratch, sum, runs[i].profile, runs[i].name,
                            &ids[i])) {
            profile_free(sum);
            return NULL;
        }
    take_new_lines(sum, runs, n, ids);
    profile_shrink(sum);
    return sum;
}

/* Replaces the profiles of all runs by aligned ones and returns their sum; NULL
   after a message. */
static struct profile *join_runs(struct arena *arena, struct compare_run *runs,
                                 size_t n)
{
    LOCAL_ARENA(scratch);
    double sides[2] = { 0, 0 };
    struct merge_ids *ids = NEW_N(&scratch, struct merge_ids, n);
    struct profile *sum = add_up(arena, runs, n, &scratch, ids);
    for (size_t i = 0; sum && i < n; i++)
        profile_free_texts(runs[i].profile);
    for (size_t i = 0; sum && i < n; i++) {
        struct profile *profile = spread(arena, sum, &runs[i], &ids[i]);
        profile_free(runs[i].profile);
        runs[i].profile = profile;
        runs[i].contexts =
            memcpy(NEW_N(arena, uint32_t, profile->n_contexts), ids[i].contexts,
                   profile->n_contexts * sizeof(uint32_t));
        sides[runs[i].is_new]++;
    }
    if (sum)
        clear_costs(sum);
    for (size_t i = 0; sum && i < n; i++)
        add_costs(sum, runs[i].profile, ids[i].contexts,
                  1 / sides[runs[i].is_new]);
    return sum;
}

struct profile *compare_align(struct arena *arena, struct compare_run *runs,
                              size_t n, enum cycles cycles,
                              struct match_counts *counts)
{
    if (!have_same_unit(runs, n))
        return NULL;
    warn_of_small(arena, runs, n);
    note_length(runs, n);
    note_inlines(runs, n);
    forget_details(runs, n);
    keep_estimates(runs, n, cycles);
    reduce_if_mixed(arena, runs, n);
    for (size_t i = 0; i < n; i++)
        profile_shrink(runs[i].profile);
    return rename_functions(arena, runs, n, counts) ? join_runs(arena, runs, n)
                                                    : NULL;
}
