#include "compare/align.h"

#include "compare/significance.h"
#include "cost/reduce.h"
#include "model/merge.h"
#include "util/buf.h"
#include "util/diag.h"
#include "util/map.h"
#include "util/unit.h"

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
    return !events[1].len || str_eq(events[0], events[1]) ||
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

/* The functions of one side. */
struct side {
    struct profile *functions; /* nothing but functions */
    uint32_t *partner; /* by function: the one of the other side, or NO_ID */
};

static struct side side_of(struct arena *arena, const struct compare_run *runs,
                           size_t n, bool is_new)
{
    struct side side = { .functions = profile_new(arena) };
    for (size_t i = 0; i < n; i++)
        for (uint32_t f = 0;
             runs[i].is_new == is_new && f < runs[i].profile->n_functions; f++)
            profile_function(side.functions,
                             runs[i].profile->functions[f].is);
    side.partner = NEW_N(arena, uint32_t, side.functions->n_functions);
    for (uint32_t f = 0; f < side.functions->n_functions; f++)
        side.partner[f] = NO_ID;
    return side;
}

static void join(struct side *base, uint32_t f, struct side *other, uint32_t g)
{
    base->partner[f] = g;
    other->partner[g] = f;
}

static void join_equal(struct side *base, struct side *other)
{
    for (uint32_t f = 0; f < base->functions->n_functions; f++) {
        uint32_t g = profile_find_function(other->functions,
                                           &base->functions->functions[f].is);
        if (g != NO_ID)
            join(base, f, other, g);
    }
}

/* A text by which functions without partner are told apart; "" for those that
   shall not find one. */
typedef struct str key_of(struct arena *arena, const struct identity *is);

/* Builds in different folders differ in the folders of modules and files. */
static struct str place_of(struct arena *arena, const struct identity *is)
{
    return arena_printf(arena, "%s\n%s\n%s\n%s", is->name.s,
                        str_basename(is->module).s, str_basename(is->file).s,
                        is->tag.s);
}

/* Versions of a library differ in the names of its files, and code moves. The
   unresolved code of two modules is not the same. */
static struct str name_of(struct arena *arena, const struct identity *is)
{
    (void)arena;
    return str_eq(is->name, UNRESOLVED) ? S("") : is->name;
}

/* The functions of one side without partner, by a text that several of them may
   share. */
struct by_text {
    struct strings texts;
    uint32_t *n;    /* by text: how many functions have it */
    uint32_t *last; /* by text: the last of these */
};

static struct by_text by_text_of(struct arena *arena, const struct side *side,
                                 key_of *key)
{
    uint32_t n = side->functions->n_functions;
    struct by_text by = { .n = NEW_N(arena, uint32_t, n),
                          .last = NEW_N(arena, uint32_t, n) };
    for (uint32_t f = 0; f < n; f++) {
        if (side->partner[f] != NO_ID)
            continue;
        struct str text = key(arena, &side->functions->functions[f].is);
        if (!text.len)
            continue;
        uint32_t id = strings_add(&by.texts, arena, text);
        by.n[id]++;
        by.last[id] = f;
    }
    return by;
}

/* Joins the functions without partner whose text is unique among these on both
   sides. */
static void join_unique(struct side *base, struct side *other, key_of *key)
{
    struct arena scratch = { 0 };
    struct by_text here = by_text_of(&scratch, base, key);
    struct by_text there = by_text_of(&scratch, other, key);
    for (uint32_t id = 0; id < here.texts.n; id++) {
        uint32_t same = strings_find(&there.texts, here.texts.texts[id]);
        if (same != NO_ID && here.n[id] == 1 && there.n[same] == 1)
            join(base, here.last[id], other, there.last[same]);
    }
    strings_free(&here.texts);
    strings_free(&there.texts);
    arena_free(&scratch);
}

static void list_names(struct buf *out, const struct profile *profile)
{
    for (uint32_t f = 0; f < 3 && f < profile->n_functions; f++) {
        buf_add(out, f ? S(", ") : S(""));
        buf_add(out, profile->functions[f].is.name);
    }
}

static void report_strangers(const struct profile *base,
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
}

/* Returns, by function of a run of the base, the identity of its partner, or
   its own. */
static struct identity *new_identities(struct arena *arena,
                                       const struct side *base,
                                       const struct side *other,
                                       const struct profile *profile)
{
    struct identity *identities =
        NEW_N(arena, struct identity, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct identity is = profile->functions[f].is;
        uint32_t g =
            base->partner[profile_find_function(base->functions, &is)];
        is = g == NO_ID ? is : other->functions->functions[g].is;
        identities[f] = (struct identity){ arena_copy(arena, is.name),
                                           arena_copy(arena, is.module),
                                           arena_copy(arena, is.file),
                                           arena_copy(arena, is.tag) };
    }
    return identities;
}

static bool have_common(const struct side *base, const struct side *other)
{
    for (uint32_t f = 0; f < base->functions->n_functions; f++)
        if (base->partner[f] != NO_ID)
            return true;
    return !base->functions->n_functions || !other->functions->n_functions;
}

/* Returns, by run, the identities of its functions in the arena: those of the
   base get the identities of the new side, and those of the new side NULL. NULL
   after a message if both sides have functions, but none in common. */
static const struct identity **match_functions(struct arena *arena,
                                               const struct compare_run *runs,
                                               size_t n)
{
    struct arena scratch = { 0 };
    struct side base = side_of(&scratch, runs, n, false);
    struct side other = side_of(&scratch, runs, n, true);
    const struct identity **identities = NULL;
    join_equal(&base, &other);
    join_unique(&base, &other, place_of);
    join_unique(&base, &other, name_of);
    if (have_common(&base, &other)) {
        identities = NEW_N(arena, const struct identity *, n);
        for (size_t i = 0; i < n; i++)
            if (!runs[i].is_new)
                identities[i] =
                    new_identities(arena, &base, &other, runs[i].profile);
    } else {
        report_strangers(base.functions, other.functions);
    }
    profile_free(base.functions);
    profile_free(other.functions);
    arena_free(&scratch);
    return identities;
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

/* Returns a profile that has all functions and calls of `sum`, the costs of
   `run`, and its contexts, which leave the run. */
static struct profile *spread(struct arena *arena, const struct profile *sum,
                              const struct compare_run *run,
                              const struct identity *identities,
                              const struct merge_ids *ids)
{
    struct arena scratch = { 0 };
    struct merge_ids same;
    struct profile *profile = profile_like(arena, sum);
    profile->samples.kept = 0;
    for (uint32_t f = 0; f < sum->n_functions; f++)
        profile_function(profile, sum->functions[f].is);
    for (uint32_t c = 0; c < sum->n_calls; c++)
        profile_call(profile, sum->calls[c].caller, sum->calls[c].callee);
    if (run->profile->kind == FROM_STACKS)
        profile_take_contexts(profile, run->profile, ids->functions);
    merge_with_ids(&scratch, profile, run->profile, run->name, identities,
                   &same);
    profile->call_costs = sum->call_costs;
    arena_free(&scratch);
    return profile;
}

/* Stores the ids that each run has in the sum. */
static struct profile *add_up(struct arena *arena,
                              const struct compare_run *runs, size_t n,
                              const struct identity **identities,
                              struct arena *scratch, struct merge_ids *ids)
{
    struct profile *sum = profile_like(arena, runs[0].profile);
    sum->call_costs = runs[0].profile->call_costs;
    sum->samples.kept = 0;
    inventory_free(&sum->inventory);
    sum->inventory = (struct inventory){ 0 };
    for (size_t i = 0; i < n; i++)
        if (!merge_with_ids(scratch, sum, runs[i].profile, runs[i].name,
                            identities[i], &ids[i])) {
            profile_free(sum);
            return NULL;
        }
    return sum;
}

/* Replaces the profiles of all runs by aligned ones and returns their sum; NULL
   after a message. */
static struct profile *join_runs(struct arena *arena, struct compare_run *runs,
                                 size_t n)
{
    struct arena scratch = { 0 };
    double sides[2] = { 0, 0 };
    struct merge_ids *ids = NEW_N(&scratch, struct merge_ids, n);
    const struct identity **identities = match_functions(&scratch, runs, n);
    struct profile *sum =
        identities ? add_up(arena, runs, n, identities, &scratch, ids) : NULL;
    for (size_t i = 0; sum && i < n; i++) {
        struct profile *profile =
            spread(arena, sum, &runs[i], identities[i], &ids[i]);
        profile_free(runs[i].profile);
        runs[i].profile = profile;
        sides[runs[i].is_new]++;
    }
    if (sum)
        clear_costs(sum);
    for (size_t i = 0; sum && i < n; i++)
        add_costs(sum, runs[i].profile, ids[i].contexts,
                  1 / sides[runs[i].is_new]);
    arena_free(&scratch);
    return sum;
}

struct profile *compare_align(struct arena *arena, struct compare_run *runs,
                              size_t n)
{
    if (!have_same_unit(runs, n))
        return NULL;
    warn_of_small(arena, runs, n);
    note_length(runs, n);
    forget_details(runs, n);
    reduce_if_mixed(arena, runs, n);
    return join_runs(arena, runs, n);
}
