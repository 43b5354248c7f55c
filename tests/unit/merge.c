/* Tests that the sum of two profiles is the profile of both inputs in one, and
   that a profile whose functions were merged is that of an input in which they
   have one name. */
#include <string.h>

#include "model/merge.h"
#include "output/wing.h"
#include "plain.h"
#include "text.h"

/* Two inputs. Both begin with the same lines; each later line is dealt to one
   of them at random. The input that has all lines consists of `both`, the rest
   of the first and the rest of the second. */
struct halves {
    struct buf first, second, both;
};

static void add_to_both(struct halves *h, struct str line)
{
    buf_add(&h->first, line);
    buf_add(&h->second, line);
    buf_add(&h->both, line);
}

static void deal(struct halves *h, struct str line)
{
    buf_add(chance(50) ? &h->first : &h->second, line);
}

static void compare(struct halves *h, const char *reader)
{
    struct arena arena = { 0 };
    struct buf all = { 0 };
    struct profile *first = read_text(&arena, reader, buf_text(&h->first));
    struct profile *second = read_text(&arena, reader, buf_text(&h->second));
    buf_add(&all, buf_text(&h->first));
    buf_add(&all, str_skip(buf_text(&h->second), h->both.len));
    struct profile *whole = read_text(&arena, reader, buf_text(&all));
    expect(merge_profiles(first, second, "second"), "cannot be merged");
    struct buf merged = edges_of(first), expected = edges_of(whole);
    expect(same_text(&merged, &expected), "merged is not the whole");
    buf_free(&merged);
    buf_free(&expected);
    buf_free(&all);
    profile_free(first);
    profile_free(second);
    profile_free(whole);
    arena_free(&arena);
    buf_free(&h->first);
    buf_free(&h->second);
    buf_free(&h->both);
}

static struct str folded_line(struct arena *arena, const struct stack *s)
{
    struct str line = S("");
    for (uint32_t i = 0; i < s->depth; i++)
        line = arena_printf(arena, "%sf%u%s", line.s, s->f[i],
                            i + 1 < s->depth ? ";" : " ");
    return arena_printf(arena, "%s%g\n", line.s, s->cost);
}

static void random_stack_files(void)
{
    test("merging files of folded stacks");
    for (unsigned long i = 1; i <= 400; i++) {
        struct arena arena = { 0 };
        struct halves h = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        add_to_both(&h, S("f0 0\n")); /* no file may be empty */
        for (uint32_t s = 0; s < p.n; s++)
            deal(&h, folded_line(&arena, &p.of[s]));
        compare(&h, "folded");
        arena_free(&arena);
    }
}

/* Every file declares all functions, with an entry of 0. Costs, counts, entries
   and weights add up. A weight that is left out is the cost, so it must be left
   out in all lines of a call or in none. */
static void deal_call(struct halves *h, struct arena *arena, uint32_t n)
{
    uint32_t f = random_below(n), g = random_below(n);
    bool weighed = (f + g) % 2;
    struct str line = arena_printf(arena, "f%u -> f%u", f, g);
    if (!weighed || chance(60))
        line = arena_printf(arena, "%s %u", line.s, random_below(50));
    if (chance(60))
        line = arena_printf(arena, "%s x%u", line.s, random_below(9));
    if (weighed)
        line = arena_printf(arena, "%s w=%u", line.s, random_below(9));
    deal(h, arena_printf(arena, "%s\n", line.s));
}

/* There are few places, so that the same dependence comes several times. */
static void deal_dependence(struct halves *h, struct arena *arena, uint32_t n)
{
    struct str line =
        arena_printf(arena, "f%u ~> f%u kind=%s wrote=a:%u read=b:%u",
                     random_below(n), random_below(n), chance(80) ? "R" : "X",
                     random_below(2), random_below(2));
    if (chance(50))
        line = arena_printf(arena, "%s wtop=c:%u wfor=f%u", line.s,
                            random_below(2), random_below(n));
    if (chance(80))
        line = arena_printf(arena, "%s x%u", line.s, random_below(9));
    if (chance(80))
        line = arena_printf(arena, "%s min=%u max=%u", line.s,
                            random_below(9), 9 + random_below(9));
    deal(h, arena_printf(arena, "%s\n", line.s));
}

static void deal_function(struct halves *h, struct arena *arena, uint32_t n)
{
    struct str line = arena_printf(arena, "f%u", random_below(n));
    if (chance(70))
        line = arena_printf(arena, "%s %u.5", line.s, random_below(50));
    if (chance(50))
        line = arena_printf(arena, "%s x%u", line.s, random_below(9));
    if (chance(50))
        line = arena_printf(arena, "%s entry=%u", line.s, random_below(9));
    deal(h, arena_printf(arena, "%s\n", line.s));
}

static void random_call_files(void)
{
    test("merging files of calls");
    for (unsigned long i = 1; i <= 400; i++) {
        struct arena arena = { 0 };
        struct halves h = { 0 };
        start_input(i);
        uint32_t n = 1 + random_below(12);
        add_to_both(&h, S("%edges 1\n%unit seconds\n"));
        for (uint32_t f = 0; f < n; f++)
            add_to_both(&h,
                        arena_printf(&arena, "f%u entry=0 module=m%u line=%u\n",
                                     f, f % 3, f));
        for (uint32_t k = random_below(60); k-- > 0;) {
            if (chance(50))
                deal_call(&h, &arena, n);
            else if (deps_are_built_in && chance(40))
                deal_dependence(&h, &arena, n);
            else
                deal_function(&h, &arena, n);
        }
        compare(&h, "edges");
        arena_free(&arena);
    }
}

/* A profile that cannot be added must not change the other one. */
static void refused(const char *what, const char *one, const char *other)
{
    struct arena arena = { 0 };
    struct profile *a = read_text(&arena, "edges", str_of(one));
    struct profile *b = read_text(&arena, "edges", str_of(other));
    struct buf before = edges_of(a);
    expect(!merge_profiles(a, b, what), "%s: merged all the same", what);
    struct buf after = edges_of(a);
    expect(same_text(&before, &after), "%s: has changed", what);
    buf_free(&before);
    buf_free(&after);
    profile_free(a);
    profile_free(b);
    arena_free(&arena);
}

static void misfits(void)
{
    test("what does not fit is not merged");
    if (!freopen("/dev/null", "w", stderr)) /* messages are not the point */
        return;
    refused("stacks and calls", "[a b] 1\n", "%unit samples\na -> b 1\n");
    refused("seconds and bytes", "%unit seconds\na -> b 1\n",
            "%unit bytes\na -> b 1\n");
    refused("two events", "%event cycles\n[a b] 1\n",
            "%event faults\n[a b] 1\n");
}

/* Some of the functions f0, f1... become one: those whose numbers have the same
   remainder. */
static void merged_functions(void)
{
    test("merging functions");
    for (unsigned long i = 1; i <= 400; i++) {
        struct arena arena = { 0 };
        struct buf text = { 0 }, renamed = { 0 };
        start_input(i);
        uint32_t divisor = 1 + random_below(4);
        struct stacks p = random_stacks();
        for (uint32_t s = 0; s < p.n; s++) {
            struct stack *stack = &p.of[s];
            buf_add(&text, folded_line(&arena, stack));
            for (uint32_t d = 0; d < stack->depth; d++)
                stack->f[d] %= divisor;
            buf_add(&renamed, folded_line(&arena, stack));
        }
        struct profile *read = read_text(&arena, "folded", buf_text(&text));
        struct profile *expected =
            read_text(&arena, "folded", buf_text(&renamed));
        struct identity *identities =
            NEW_N(&arena, struct identity, read->n_functions);
        for (uint32_t f = 0; f < read->n_functions; f++) {
            struct str name = str_skip(read->functions[f].is.name, 1);
            uint64_t number = 0;
            str_take_digits(&name, &number);
            identities[f] = read->functions[f].is;
            identities[f].name = arena_printf(&arena, "f%u",
                                              (uint32_t)number % divisor);
        }
        struct profile *merged = merge_functions(&arena, read, identities);
        struct buf a = edges_of(merged), b = edges_of(expected);
        expect(same_text(&a, &b), "merged functions differ from one name");
        buf_free(&a);
        buf_free(&b);
        buf_free(&text);
        buf_free(&renamed);
        profile_free(read);
        profile_free(merged);
        profile_free(expected);
        arena_free(&arena);
    }
}

/* Squares are kept only of samples that differ; of counts they are the cost. */
static void squares(void)
{
    static const struct {
        double first, second, sum;
    } rows[] = { { 10, 0, 16 }, { 0, 14, 18 }, { 10, 14, 24 }, { 0, 0, 0 } };
    test("squares of samples");
    for (size_t i = 0; i < ROWS(rows); i++) {
        LOCAL_ARENA(arena);
        struct profile *a = read_text(&arena, "folded", S("f 1\n"));
        struct profile *b = read_text(&arena, "folded", S("f 1\n"));
        a->counted_samples.n = 2;
        a->counted_samples.cost = 4;
        a->counted_samples.squares = rows[i].first;
        b->counted_samples.n = 3;
        b->counted_samples.cost = 6;
        b->counted_samples.squares = rows[i].second;
        a->stats.deepest = 3;
        b->stats.deepest = 7;
        expect(merge_profiles(a, b, "b"), "cannot be merged");
        expect(a->stats.deepest == 7, "deepest %u", a->stats.deepest);
        expect(a->counted_samples.squares == rows[i].sum, "row %zu: %g", i,
               a->counted_samples.squares);
        profile_free(a);
        profile_free(b);
    }
}

UNIT(merge)
{
    squares();
    random_stack_files();
    merged_functions();
    random_call_files();
    misfits();
    return finish_tests();
}
