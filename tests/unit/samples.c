/*
 * Samples with dimensions: rows and slices of time are compared with lists of
 * all samples, and steps that carry rows along with the same steps on the
 * samples of one tag alone.
 */
#include "cost/cycle/collapse.h"
#include "filter/granularity.h"
#include "filter/stacks.h"
#include "filter/tag_frames.h"
#include "model/merge.h"
#include "plain.h"
#include "text.h"

enum { TAGS = 3, TIMES = 300 };

static uint32_t tag_set(struct samples *samples, uint32_t number)
{
    char value[16];
    snprintf(value, sizeof value, "v%u", number);
    struct sample_tag tag = { S("k"), str_of(value) };
    return samples_tag_set(samples, &tag, 1);
}

/* Returns the number in the value of a row's only tag. */
static uint32_t tag_of(const struct samples *samples,
                       const struct sample_row *row)
{
    return (uint32_t)atoi(samples->tag_sets[row->tags].tags[0].value.s + 1);
}

static void rows(void)
{
    test("rows are distinguished by what is kept");
    struct samples s = { .kept = KEEP_EVENTS | KEEP_TAGS };
    uint32_t a = samples_event(&s, S("a"), S("samples"));
    uint32_t b = samples_event(&s, S("b"), S("samples"));
    uint32_t seconds = samples_event(&s, S("a"), S("seconds"));
    expect(a != b && a != seconds && s.n_events == 3, "%u events", s.n_events);
    expect(samples_event(&s, S("b"), S("samples")) == b, "b is another");
    expect(samples_tag_set(&s, NULL, 0) == NO_ID, "no tags are tags");
    struct sample_tag tags[] = { { S("comm"), S("make") },
                                 { S("pid"), S("17") },
                                 { S("comm"), S("17") } };
    uint32_t one = samples_tag_set(&s, tags, 1);
    uint32_t two = samples_tag_set(&s, tags, 2);
    uint32_t other = samples_tag_set(&s, tags + 2, 1);
    expect(one != two && one != other && two != other, "equal tag sets");
    expect(samples_tag_set(&s, tags, 2) == two, "two is another set");
    expect(s.tag_sets[two].n == 2 &&
               str_eq(s.tag_sets[two].tags[1].value, S("17")),
           "wrong tags");
    samples_add(&s, 0, a, one, 1, 2);
    samples_add(&s, 0, a, one, 2, 3);
    samples_add(&s, 0, a, two, 1, 4);
    samples_add(&s, 0, b, one, 1, 5);
    samples_add(&s, 1, a, one, 1, 6);
    expect(s.n_rows == 4 && s.rows[0].cost == 5, "%u rows, %g", s.n_rows,
           s.rows[0].cost);
    expect(!s.has_time && s.rows[0].slice == SAMPLES_NO_SLICE, "slices");
    samples_free(&s);
    samples_add(&s, 0, NO_ID, NO_ID, 1, 2);
    expect(s.n_rows == 0, "rows of samples that keep nothing");
}

/* ---- Time ---- */

struct timed {
    double time[TIMES], cost[TIMES];
    uint32_t n;
};

/* Times rise from a random start, some out of order, in steps of random size;
   some samples have none. */
static struct timed random_times(void)
{
    struct timed t = { .n = 1 + random_below(TIMES) };
    double at = chance(50) ? 0.001 * random_below(100000000) : 0;
    double step = ldexp(1 + random_below(9), random_below(40) - 25);
    for (uint32_t i = 0; i < t.n; i++) {
        t.time[i] = at - (chance(10) ? step * random_below(20) : 0);
        if (chance(5))
            t.time[i] = UNKNOWN;
        t.cost[i] = 1 + random_below(9);
        at += step * random_below(chance(1) ? 10000 : 20);
    }
    return t;
}

static void add_times(struct samples *s, const struct timed *t, uint32_t from,
                      uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        samples_add(s, 0, NO_ID, NO_ID, t->time[i], t->cost[i]);
}

static double plain_slice(const struct samples *s, double time)
{
    return known(time) ? floor(floor(time * 1e6) / ldexp(1, s->doublings))
                       : (double)SAMPLES_NO_SLICE;
}

static void check_slices(const struct samples *s, const struct timed *t)
{
    double sum = 0, all = 0;
    for (uint32_t r = 0; r < s->n_rows; r++) {
        double cost = 0;
        int64_t slice = s->rows[r].slice;
        for (uint32_t i = 0; i < t->n; i++)
            if (plain_slice(s, t->time[i]) == (double)slice)
                cost += t->cost[i];
        expect(cost == s->rows[r].cost, "slice %lld has %g, not %g",
               (long long)slice, s->rows[r].cost, cost);
        expect(slice == SAMPLES_NO_SLICE ||
                   (slice >= s->first_slice && slice <= s->last_slice),
               "slice %lld is out of range", (long long)slice);
        sum += s->rows[r].cost;
    }
    for (uint32_t i = 0; i < t->n; i++)
        all += t->cost[i];
    expect(sum == all, "the sum is %g, not %g", sum, all);
    int64_t n = s->last_slice - s->first_slice + 1;
    expect(n <= SAMPLES_MOST_SLICES, "%lld slices", (long long)n);
    expect(s->doublings == 0 || n > SAMPLES_MOST_SLICES / 2,
           "only %lld slices", (long long)n);
}

static void slices(void)
{
    test("slices double in width");
    for (unsigned long i = 1; i <= 300; i++) {
        start_input(i);
        struct timed t = random_times();
        struct samples s = { .kept = KEEP_TIME };
        add_times(&s, &t, 0, t.n);
        check_slices(&s, &t);
        samples_free(&s);
    }
    test("times of any size");
    static const double odd[] = { 0, -5, 1e11, -1e11, 1e13, INFINITY, -1e300 };
    struct samples s = { .kept = KEEP_TIME };
    for (size_t i = 0; i < ROWS(odd); i++)
        samples_add(&s, 0, NO_ID, NO_ID, odd[i], 1);
    expect(s.last_slice - s.first_slice < SAMPLES_MOST_SLICES, "too many");
    double width = ldexp(1e-6, s.doublings);
    expect(width >= 2e11 / SAMPLES_MOST_SLICES, "width %g", width);
    samples_free(&s);
}

static void merged_slices(void)
{
    test("slices of two inputs");
    static const uint32_t contexts[] = { 0 };
    for (unsigned long i = 1; i <= 300; i++) {
        start_input(i);
        struct timed t = random_times();
        uint32_t middle = random_below(t.n + 1);
        struct samples a = { .kept = KEEP_TIME }, b = a, all = a;
        add_times(&a, &t, 0, middle);
        add_times(&b, &t, middle, t.n);
        add_times(&all, &t, 0, t.n);
        samples_merge(&a, &b, contexts);
        expect(a.doublings == all.doublings && a.n_rows == all.n_rows,
               "%u rows of 2^%d, not %u of 2^%d", a.n_rows, a.doublings,
               all.n_rows, all.doublings);
        check_slices(&a, &t);
        samples_free(&a);
        samples_free(&b);
        samples_free(&all);
    }
}

static void merged_dimensions(void)
{
    test("only what both inputs keep stays");
    static const uint32_t contexts[] = { 0, NO_ID };
    struct samples a = { .kept = KEEP_EVENTS | KEEP_TAGS };
    struct samples b = { .kept = KEEP_TAGS | KEEP_TIME };
    samples_add(&a, 0, samples_event(&a, S("x"), S("")), tag_set(&a, 1), 1, 1);
    samples_add(&a, 0, samples_event(&a, S("y"), S("")), tag_set(&a, 1), 1, 2);
    samples_add(&b, 0, NO_ID, tag_set(&b, 2), 5, 4);
    samples_add(&b, 0, NO_ID, tag_set(&b, 1), 6, 8);
    samples_add(&b, 1, NO_ID, tag_set(&b, 1), 6, 16);
    samples_merge(&a, &b, contexts);
    expect(a.kept == KEEP_TAGS && a.n_rows == 2, "%u: %u rows", a.kept,
           a.n_rows);
    expect(a.rows[0].cost == 11 && a.rows[1].cost == 4, "%g and %g",
           a.rows[0].cost, a.rows[1].cost);
    samples_free(&b);
    samples_merge(&a, &b, contexts);
    expect(!a.kept && a.n_rows == 0, "%u rows of nothing", a.n_rows);
    samples_free(&a);
    struct samples times = { .kept = KEEP_TIME };
    struct samples tags = { .kept = KEEP_TIME | KEEP_TAGS };
    samples_add(&tags, 0, NO_ID, tag_set(&tags, 1), 5, 4);
    samples_merge(&times, &tags, contexts);
    expect(times.n_rows == 1 && times.rows[0].tags == NO_ID,
           "tags that one of them keeps");
    samples_free(&tags);
    samples_free(&times);
}

/* ---- Steps ---- */

static struct profile *tagged_profile(struct arena *arena,
                                      const struct stacks *p,
                                      uint32_t only_tag)
{
    struct profile *profile = profile_new(arena);
    profile->samples.kept = KEEP_TAGS | KEEP_TIME;
    for (uint32_t i = 0; i < p->n; i++) {
        const struct stack *s = &p->of[i];
        uint32_t context = NO_ID;
        if (only_tag < TAGS && i % TAGS != only_tag)
            continue;
        for (uint32_t k = 0; k < s->depth; k++) {
            uint32_t f = add_named(profile, s->f[k]);
            context = profile_context(profile, context, f);
        }
        profile_sample(profile, context, s->cost);
        samples_add(&profile->samples, context, NO_ID,
                    tag_set(&profile->samples, i % TAGS), i, s->cost);
    }
    return profile;
}

/* Are the rows of each context its self cost? */
static void rows_are_self(const struct profile *profile, const char *step)
{
    struct arena arena = { 0 };
    double *sum = NEW_N(&arena, double, profile->n_contexts);
    for (uint32_t r = 0; r < profile->samples.n_rows; r++)
        sum[profile->samples.rows[r].context] += profile->samples.rows[r].cost;
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        expect(sum[c] == profile->contexts[c].self,
               "%s: context %u: rows of %g, self %g", step, c, sum[c],
               profile->contexts[c].self);
    arena_free(&arena);
}

/* Returns the cost of the rows of one tag that end in a function. */
static double self_of_tag(const struct profile *profile, struct str name,
                          uint32_t tag)
{
    const struct samples *s = &profile->samples;
    double sum = 0;
    for (uint32_t r = 0; r < s->n_rows; r++) {
        uint32_t f = profile->contexts[s->rows[r].context].function;
        if (tag_of(s, &s->rows[r]) == tag &&
            str_eq(profile->functions[f].is.name, name))
            sum += s->rows[r].cost;
    }
    return sum;
}

typedef struct profile *filter_step(struct arena *arena,
                                    const struct profile *profile,
                                    const bool *marked);

static const struct {
    const char *name;
    filter_step *run;
} steps[] = {
    { "focus", filter_stacks_focus },
    { "ignore", filter_stacks_ignore },
    { "show-from", filter_stacks_show_from },
    { "prune-from", filter_stacks_prune_from },
    { "hide", filter_stacks_hide },
};

static struct profile *run_step(struct arena *arena, filter_step *step,
                                const struct profile *profile,
                                const bool *marked)
{
    bool *here = NEW_N(arena, bool, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        here[f] = marked[number_of(profile, f)];
    return step(arena, profile, here);
}

static void filters(void)
{
    test("filters carry rows along");
    for (unsigned long i = 1; i <= 200; i++) {
        struct arena arena = { 0 };
        bool marked[FUNCTIONS];
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *all = tagged_profile(&arena, &p, TAGS);
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            marked[f] = chance(20);
        for (size_t k = 0; k < ROWS(steps); k++) {
            struct profile *left =
                run_step(&arena, steps[k].run, all, marked);
            rows_are_self(left, steps[k].name);
            for (uint32_t tag = 0; tag < TAGS && tag < p.n; tag++) {
                struct profile *one = tagged_profile(&arena, &p, tag);
                struct profile *expected =
                    run_step(&arena, steps[k].run, one, marked);
                for (uint32_t f = 0; f < expected->n_functions; f++) {
                    const struct function *g = &expected->functions[f];
                    double self = self_of_tag(left, g->is.name, tag);
                    expect(self == g->self, "%s: %s: %g of tag %u, not %g",
                           steps[k].name, g->is.name.s, self, tag, g->self);
                }
                profile_free(one);
                profile_free(expected);
            }
            profile_free(left);
        }
        profile_free(all);
        arena_free(&arena);
    }
}

static void other_steps(void)
{
    test("merging and collapsing carry rows along");
    for (unsigned long i = 1; i <= 200; i++) {
        struct arena arena = { 0 };
        struct collapsed collapsed;
        start_input(i);
        struct stacks p = random_stacks(), q = random_stacks();
        struct profile *a = tagged_profile(&arena, &p, TAGS);
        struct profile *b = tagged_profile(&arena, &q, TAGS);
        expect(merge_profiles(a, b, "b"), "cannot be merged");
        rows_are_self(a, "merge");
        struct identity *identities =
            NEW_N(&arena, struct identity, a->n_functions);
        for (uint32_t f = 0; f < a->n_functions; f++)
            identities[f] = a->functions[number_of(a, f) % 2 ? 0 : f].is;
        struct profile *m = merge_functions(&arena, a, identities);
        rows_are_self(m, "merged functions");
        expect(m->samples.n_rows > 0, "no rows");
        profile_free(m);
        struct profile *c = collapse_cycles(&arena, a, &collapsed);
        rows_are_self(c, "collapse");
        profile_divide(a, 4);
        rows_are_self(a, "divide");
        profile_free(a);
        profile_free(b);
        profile_free(c);
        arena_free(&arena);
    }
}

static double plain_tag(const struct stacks *p, uint32_t tag)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += i % TAGS == tag ? p->of[i].cost : 0;
    return sum;
}

static void tag_frames(void)
{
    test("tags as frames");
    for (unsigned long i = 1; i <= 200; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *profile = tagged_profile(&arena, &p, TAGS);
        struct profile *tagged = tag_frames_add(&arena, profile, "k,none");
        expect(!tagged->samples.kept, "rows are kept");
        for (uint32_t f = 0; f < tagged->n_functions; f++) {
            const struct function *g = &tagged->functions[f];
            bool is_outer = str_eq(g->is.tag, S("k"));
            double entry = is_outer ? plain_tag(&p, number_of(tagged, f)) : 0;
            if (is_outer)
                entry = plain_tag(&p, (uint32_t)atoi(g->is.name.s + 4));
            double self = g->is_tag ? 0 : plain_self(&p, number_of(tagged, f));
            expect(g->is_tag == (g->is.tag.len > 0), "%s", g->is.name.s);
            expect(g->self == self, "self(%s) is %g, not %g", g->is.name.s,
                   g->self, self);
            expect(g->entry == entry, "entry(%s) is %g, not %g",
                   g->is.name.s, g->entry, entry);
        }
        for (uint32_t c = 0; c < tagged->n_contexts; c++) {
            uint32_t path[DEPTH + 2];
            uint32_t n = profile_path(tagged, c, path);
            for (uint32_t d = 0; d < n; d++)
                expect(tagged->functions[path[n - 1 - d]].is_tag == (d < 2),
                       "a tag at depth %u", d);
        }
        profile_free(profile);
        profile_free(tagged);
        arena_free(&arena);
    }
}

/* ---- Readers ---- */

/* The inlined function has no module until it joins the other. */
#define EVENTS_AND_INLINED \
    "a 1 1.5: 3 faults:\n\t 1 f (/x)\n\t 2 main (/x)\n\n" \
    "b 1 1.5: 3 faults:\n\t 1 h (/x)\n\t 2 main (/x)\n\n" \
    "a 1 1.5: 3 cycles:\n\t 3 f (inlined)\n\t 2 main (/x)\n\n" \
    "a 1 1.5: 3 cycles:\n\t 1 f (/x)\n\t 2 main (/x)\n\n" \
    "b 1 1.5: 3 cycles:\n\t 1 f (/x)\n\t 2 main (/x)\n\n"

static void perf(void)
{
    test("samples of perf");
    static const char text[] =
        "a b 7/8 [001] 10.5: 3 cycles:\n\t 1 f (/x)\n\t 2 main (/x)\n\n"
        "a b 7/8 [001] 10.500001: 3 faults:\n\t 1 f (/x)\n\t 2 main (/x)\n\n"
        "c 9/9 [001] 10.50002: 3 cycles:\n\t 1 g (/x)\n\t 2 main (/x)\n\n"
        "c 9/9 [001] 10.50002: 3 cycles:\n\t 1 g (/x)\n\t 2 main (/x)\n\n";
    struct arena arena = { 0 };
    struct reader_options options = { .event = S(""), .tags = "tid,comm" };
    options.keep = KEEP_EVENTS | KEEP_TAGS | KEEP_TIME;
    struct profile *p =
        read_text_with(&arena, "perf", str_of(text), &options, 0);
    const struct samples *s = &p->samples;
    expect(s->kept == options.keep && s->n_rows == 3, "%u rows", s->n_rows);
    expect(s->n_events == 2 && str_eq(s->events[1].name, S("faults")),
           "%u events", s->n_events);
    expect(s->n_tag_sets == 2 && s->tag_sets[0].n == 2, "%u sets",
           s->n_tag_sets);
    const struct sample_tag *tags = s->tag_sets[0].tags;
    expect(str_eq(tags[0].key, S("tid")) && str_eq(tags[0].value, S("8")) &&
               str_eq(tags[1].value, S("a b")),
           "%s %s %s", tags[0].key.s, tags[0].value.s, tags[1].value.s);
    expect(s->rows[2].cost == 2 && s->rows[2].slice == 10500020, "%g %lld",
           s->rows[2].cost, (long long)s->rows[2].slice);
    expect(profile_whole(p) == 4, "whole %g", profile_whole(p));
    rows_are_self(p, "perf");
    profile_free(p);
    p = read_text_with(&arena, "perf", S(EVENTS_AND_INLINED), &options, 0);
    rows_are_self(p, "all events");
    expect(profile_whole(p) == 5 && p->samples.n_rows == 4, "all events: %g",
           profile_whole(p));
    profile_free(p);
    options.keep = KEEP_TAGS;
    p = read_text_with(&arena, "perf", S(EVENTS_AND_INLINED), &options, 0);
    rows_are_self(p, "an event that comes late");
    expect(profile_whole(p) == 3 && p->n_functions == 2 &&
               p->samples.n_rows == 2 && p->samples.kept == KEEP_TAGS,
           "an event that comes late: %g", profile_whole(p));
    profile_free(p);
    options.keep = 0;
    p = read_text_with(&arena, "perf", str_of(text), &options, 0);
    expect(!p->samples.kept && !p->samples.index, "samples without option");
    profile_free(p);
    arena_free(&arena);
}

UNIT(samples)
{
    rows();
    slices();
    merged_slices();
    merged_dimensions();
    filters();
    other_steps();
    tag_frames();
    perf();
    return finish_tests();
}
