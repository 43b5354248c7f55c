#include "compare/align.h"

#include "compare/significance.h"
#include "cost/reduce.h"
#include "model/merge.h"
#include "util/buf.h"
#include "util/diag.h"
#include "util/map.h"

/* ---- Can they be compared? ---- */

static bool have_same_unit(const struct compare_run *runs, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct profile *a = runs[0].profile, *b = runs[i].profile;
        if (!merge_units_fit(a->unit, b->unit))
            return diag_error("%s has costs in %s and %s in %s: only equal "
                              "units can be compared; --unit=NAME names the "
                              "unit of folded text",
                              runs[0].name, a->unit.s, runs[i].name, b->unit.s);
        if (a->event.len && b->event.len && !str_eq(a->event, b->event))
            return diag_error("%s counts %s and %s counts %s: only equal "
                              "events can be compared; choose one by --event",
                              runs[0].name, a->event.s, runs[i].name,
                              b->event.s);
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

/* Profiles of different length differ everywhere, which says little about the
   program. */
static void note_length(const struct compare_run *runs, size_t n)
{
    double sums[2] = { 0, 0 }, sides[2] = { 0, 0 };
    for (size_t i = 0; i < n; i++) {
        if (!(runs[i].quantum > 0))
            return;
        sums[runs[i].is_new] += profile_whole(runs[i].profile);
        sides[runs[i].is_new]++;
    }
    double a = sums[0] / sides[0], b = sums[1] / sides[1];
    if (a > 0 && b > 0 && fabs(b - a) > a / 4)
        diag_note("the new side is %.0f%% %s than the base; --normalize makes "
                  "both equal, for recordings of different length",
                  100 * fabs(b / a - 1), b > a ? "larger" : "smaller");
}

/* ---- Details ---- */

/* Profiles that do not say how many events a sample stands for, or which
   threads they show, fit to all others. */
static void forget_details(struct compare_run *runs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        profile_sample_period(runs[i].profile, S(""));
        if (!str_eq(runs[i].profile->selected_threads,
                    runs[0].profile->selected_threads))
            profile_selected_threads(runs[0].profile, S(""));
    }
}

static void reduce_if_mixed(struct arena *arena, struct compare_run *runs,
                            size_t n)
{
    bool mixed = false;
    for (size_t i = 1; i < n; i++)
        mixed |= runs[i].profile->kind != runs[0].profile->kind;
    for (size_t i = 0; i < n && mixed; i++) {
        struct profile *profile = runs[i].profile;
        if (profile->kind == FROM_CALLS)
            continue;
        runs[i].profile = reduce_to_calls(arena, profile);
        profile_free(profile);
    }
}

/* ---- Functions ---- */

/* Functions by a text that several may share. */
struct by_text {
    struct strings texts;
    uint32_t *n;    /* by text: how many functions have it */
    uint32_t *last; /* by text: the last of these */
};

/* The functions of one side. */
struct side {
    struct profile *functions; /* nothing but functions */
    struct by_text names;
    struct by_text places; /* name, and module and file without folders */
};

static struct by_text by_text_new(struct arena *arena, uint32_t n)
{
    return (struct by_text){ .n = NEW_N(arena, uint32_t, n),
                             .last = NEW_N(arena, uint32_t, n) };
}

static void by_text_add(struct by_text *by, struct arena *arena,
                        struct str text, uint32_t f)
{
    uint32_t id = strings_add(&by->texts, arena, text);
    by->n[id]++;
    by->last[id] = f;
}

static struct str place_of(struct arena *arena, const struct identity *is)
{
    return arena_printf(arena, "%s\n%s\n%s\n%s", is->name.s,
                        str_basename(is->module).s, str_basename(is->file).s,
                        is->tag.s);
}

static struct side side_of(struct arena *arena, const struct compare_run *runs,
                           size_t n, bool is_new)
{
    struct side side = { .functions = profile_new(arena) };
    for (size_t i = 0; i < n; i++)
        for (uint32_t f = 0;
             runs[i].is_new == is_new && f < runs[i].profile->n_functions; f++)
            profile_function(side.functions,
                             runs[i].profile->functions[f].is);
    side.names = by_text_new(arena, side.functions->n_functions);
    side.places = by_text_new(arena, side.functions->n_functions);
    for (uint32_t f = 0; f < side.functions->n_functions; f++) {
        const struct identity *is = &side.functions->functions[f].is;
        by_text_add(&side.names, arena, is->name, f);
        by_text_add(&side.places, arena, place_of(arena, is), f);
    }
    return side;
}

static void side_free(struct side *side)
{
    profile_free(side->functions);
    strings_free(&side->names.texts);
    strings_free(&side->places.texts);
}

/* Returns the function of the other side that has this text, or NO_ID unless
   it is unique on both sides. */
static uint32_t unique_match(const struct by_text *base,
                             const struct by_text *other, struct str text)
{
    uint32_t here = strings_find(&base->texts, text);
    uint32_t there = strings_find(&other->texts, text);
    return there != NO_ID && base->n[here] == 1 && other->n[there] == 1
               ? other->last[there]
               : NO_ID;
}

/* Returns the identity under which a function of the base is compared. Builds
   in different folders differ in the folders of modules and files, and versions
   of a library in the names of its files. */
static struct identity new_identity(const struct side *base,
                                    const struct side *other,
                                    struct identity is)
{
    struct arena scratch = { 0 };
    uint32_t found = profile_find_function(other->functions, &is);
    if (found == NO_ID)
        found = unique_match(&base->places, &other->places,
                             place_of(&scratch, &is));
    if (found == NO_ID)
        found = unique_match(&base->names, &other->names, is.name);
    arena_free(&scratch);
    return found == NO_ID ? is : other->functions->functions[found].is;
}

static void list_names(struct buf *out, const struct profile *profile)
{
    for (uint32_t f = 0; f < 3 && f < profile->n_functions; f++) {
        buf_add(out, f ? S(", ") : S(""));
        buf_add(out, profile->functions[f].is.name);
    }
}

static bool report_strangers(const struct profile *base,
                             const struct profile *other)
{
    struct buf base_names = { 0 }, other_names = { 0 };
    list_names(&base_names, base);
    list_names(&other_names, other);
    buf_char(&base_names, '\0');
    buf_char(&other_names, '\0');
    diag_error("the two sides have no function in common: the base has %u, "
               "such as %s, and the other side %u, such as %s; were symbols "
               "stripped, or filters too narrow?",
               base->n_functions, buf_text(&base_names).s, other->n_functions,
               buf_text(&other_names).s);
    buf_free(&base_names);
    buf_free(&other_names);
    return false;
}

/* Gives the functions of the base the identities of the new side. Returns false
   after a message if both sides have functions, but none in common. */
static bool match_functions(struct arena *arena, struct compare_run *runs,
                            size_t n)
{
    struct arena scratch = { 0 };
    struct side base = side_of(&scratch, runs, n, false);
    struct side other = side_of(&scratch, runs, n, true);
    uint32_t common = 0;
    for (size_t i = 0; i < n; i++) {
        struct profile *profile = runs[i].profile;
        struct identity *identities =
            NEW_N(&scratch, struct identity, profile->n_functions);
        bool renames = false;
        for (uint32_t f = 0; f < profile->n_functions && !runs[i].is_new;
             f++) {
            struct identity is = profile->functions[f].is;
            identities[f] = new_identity(&base, &other, is);
            common += profile_find_function(other.functions,
                                            &identities[f]) != NO_ID;
            renames |= identities[f].module.s != is.module.s ||
                       identities[f].file.s != is.file.s ||
                       identities[f].tag.s != is.tag.s;
        }
        if (renames) {
            runs[i].profile = merge_functions(arena, profile, identities);
            profile_free(profile);
        }
    }
    bool good = common || !base.functions->n_functions ||
                !other.functions->n_functions ||
                report_strangers(base.functions, other.functions);
    side_free(&base);
    side_free(&other);
    arena_free(&scratch);
    return good;
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

/* Adds a part of the costs of a profile with the same ids. */
static void add_costs(struct profile *sum, const struct profile *profile,
                      double part)
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
    for (uint32_t c = 0; c < sum->n_contexts; c++)
        sum->contexts[c].self += part * profile->contexts[c].self;
}

/* Returns a profile that has all ids of `sum` and the costs of `run`. */
static struct profile *spread(struct arena *arena, const struct profile *sum,
                              const struct compare_run *run)
{
    struct profile *profile = profile_like(arena, sum);
    profile->samples.kept = 0;
    for (uint32_t f = 0; f < sum->n_functions; f++)
        profile_function(profile, sum->functions[f].is);
    for (uint32_t c = 0; c < sum->n_contexts; c++)
        profile_context(profile, sum->contexts[c].parent,
                        sum->contexts[c].function);
    for (uint32_t c = 0; c < sum->n_calls; c++)
        profile_call(profile, sum->calls[c].caller, sum->calls[c].callee);
    merge_profiles(profile, run->profile, run->name);
    profile->call_costs = sum->call_costs;
    return profile;
}

static struct profile *add_up(struct arena *arena,
                              const struct compare_run *runs, size_t n)
{
    struct profile *sum = profile_like(arena, runs[0].profile);
    sum->call_costs = runs[0].profile->call_costs;
    sum->samples.kept = 0;
    inventory_free(&sum->inventory);
    sum->inventory = (struct inventory){ 0 };
    for (size_t i = 0; i < n; i++)
        if (!merge_profiles(sum, runs[i].profile, runs[i].name)) {
            profile_free(sum);
            return NULL;
        }
    return sum;
}

struct profile *compare_align(struct arena *arena, struct compare_run *runs,
                              size_t n)
{
    double sides[2] = { 0, 0 };
    if (!have_same_unit(runs, n))
        return NULL;
    warn_of_small(arena, runs, n);
    note_length(runs, n);
    forget_details(runs, n);
    reduce_if_mixed(arena, runs, n);
    if (!match_functions(arena, runs, n))
        return NULL;
    struct profile *sum = add_up(arena, runs, n);
    if (!sum)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        struct profile *profile = spread(arena, sum, &runs[i]);
        profile_free(runs[i].profile);
        runs[i].profile = profile;
        sides[runs[i].is_new]++;
    }
    clear_costs(sum);
    for (size_t i = 0; i < n; i++)
        add_costs(sum, runs[i].profile, 1 / sides[runs[i].is_new]);
    return sum;
}
