/*
 * Brings two runs onto the same functions: which are the same across versions,
 * and what one side costs under the ids of both.
 */
#include "compare/align.h"

#include "named.h"

/* Both sides, and the profile of all functions. */
struct aligned {
    struct arena arena;
    struct compare_run runs[3];
    size_t n;
    struct profile *sum;
    struct match_counts match;
};

/* `more` is a second run of the base, or NULL. */
static struct aligned align(const char *base, const char *more,
                            const char *other)
{
    const char *texts[] = { base, more ? more : other, other };
    struct aligned a = { .n = more ? 3 : 2 };
    for (size_t i = 0; i < a.n; i++)
        a.runs[i] = (struct compare_run){
            .name = i + 1 < a.n ? "base" : "new",
            .is_new = i + 1 == a.n,
            .profile = read_text(&a.arena, "edges", str_of(texts[i])),
        };
    a.sum = compare_align(&a.arena, a.runs, a.n, CYCLES_SPLIT, &a.match);
    expect(a.sum, "not aligned");
    return a;
}

static void aligned_free(struct aligned *a)
{
    for (size_t i = 0; i < a->n; i++)
        profile_free(a->runs[i].profile);
    profile_free(a->sum);
    arena_free(&a->arena);
}

/* Expects n functions, and of all that have this name `alike` ones whose self
   costs are a and b. */
static void costs_are(const struct aligned *a, uint32_t n, const char *name,
                      uint32_t alike, double base, double other)
{
    const struct profile *first = a->runs[0].profile;
    const struct profile *last = a->runs[a->n - 1].profile;
    uint32_t found = 0;
    expect(a->sum->n_functions == n, "%u functions, not %u",
           a->sum->n_functions, n);
    expect(first->n_functions == n && last->n_functions == n,
           "a run lacks functions");
    for (uint32_t f = 0; f < a->sum->n_functions; f++)
        if (str_eq(a->sum->functions[f].is.name, str_of(name)))
            found += close_to(first->functions[f].self, base) &&
                     close_to(last->functions[f].self, other) &&
                     str_eq(first->functions[f].is.name, str_of(name));
    expect(found == alike, "%u of %s are %g and %g, not %u", found, name, base,
           other, alike);
}

static void sides_are(const char *base, const char *other, uint32_t n,
                      const char *name, uint32_t alike, double a, double b)
{
    struct aligned aligned = align(base, NULL, other);
    costs_are(&aligned, n, name, alike, a, b);
    aligned_free(&aligned);
}

static void check_versions(void)
{
    sides_are("f module=/lib/liba.so.1.2 3\ng 1\n",
          "f module=/lib/liba.so.1.3 5\ng 1\n", 2, "f", 1, 3, 5);
    sides_are("f file=build-1a/x.c 3\n", "f file=build-2b/x.c 5\n", 1, "f", 1, 3,
          5);
    sides_are("f module=old 3\n", "f 5\n", 1, "f", 1, 3, 5);
    /* The new side gives the identity. */
    struct aligned a = align("f module=m.1 3\n", NULL, "f module=m.2 5\n");
    expect(str_eq(a.sum->functions[0].is.module, S("m.2")), "module is %s",
           a.sum->functions[0].is.module.s);
    aligned_free(&a);
}

static void check_uniqueness(void)
{
    /* One side has the name twice: nobody can tell which it is. */
    sides_are("1 3 name=f module=m\ng 1\n",
              "1 5 name=f module=x\n2 7 name=f module=y\ng 1\n", 4, "f",
              1, 3, 0);
    sides_are("1 3 name=f module=x\n2 4 name=f module=y\ng 1\n",
              "1 5 name=f module=m\ng 1\n", 4, "f", 1, 0, 5);
    /* A module of another version is the same. */
    sides_are("1 3 name=f module=m.1\ng 1\n",
              "1 5 name=f module=m.2\n2 7 name=f module=n.2\ng 1\n", 3, "f",
              1, 3, 5);
    /* An equal identity comes before an equal name. */
    sides_are("1 3 name=f module=m\n2 4 name=f module=n\n",
              "1 5 name=f module=m\n", 2, "f", 1, 3, 5);
    /* A function that is elsewhere as well does not matter if the module is
       the same. */
    sides_are("1 3 name=f module=m.1\n2 4 name=f module=libc\n",
              "1 5 name=f module=m.2\n2 4 name=f module=libc\n", 2, "f", 1, 3,
              5);
    /* Unresolved code of one module is not that of another. */
    sides_are("\"[unknown]\" module=m 3\ng 9\n",
              "\"[unknown]\" module=n 5\ng 9\n", 3, "[unknown]", 1, 3, 0);
    /* Two of one side that differ by a version each stay apart. */
    sides_are("1 3 name=f module=m.1\n2 4 name=f module=n.1\ng 1\n",
              "1 5 name=f module=m.2\n2 6 name=f module=n.2\ng 1\n", 3, "f",
              1, 4, 6);
}

static void check_one_side(void)
{
    sides_are("f 3\ng 1\n", "f 3\n", 2, "g", 1, 1, 0);
    sides_are("f 3\n", "f 3\nh 9\n", 2, "h", 1, 0, 9);
}

/* Costs of the sum are the mean of the base plus the mean of the new side. */
static void check_runs(void)
{
    struct aligned a = align("f module=m.1 2\ng 1\n", "f module=m.1 6\nh 3\n",
                             "f module=m.2 5\n");
    costs_are(&a, 3, "f", 1, 2, 5);
    uint32_t f = function_by_name(a.sum, "f"), h = function_by_name(a.sum, "h");
    expect(close_to(a.sum->functions[f].self, 9), "f is %g",
           a.sum->functions[f].self);
    expect(close_to(a.sum->functions[h].self, 1.5), "h is %g",
           a.sum->functions[h].self);
    expect(close_to(a.runs[1].profile->functions[h].self, 3), "h of run 1");
    aligned_free(&a);
}

/* Stacks and calls of functions that were renamed follow them. */
static void check_calls(void)
{
    struct aligned a =
        align("main 1\nf module=m.1 3\nmain -> f 3 x2\n", NULL,
              "main 1\nf module=m.2 5\nmain -> f 5 x4\n");
    uint32_t main_ = function_by_name(a.sum, "main");
    uint32_t f = function_by_name(a.sum, "f");
    uint32_t call = profile_find_call(a.sum, main_, f);
    expect(a.sum->n_calls == 1 && call != NO_ID, "%u calls", a.sum->n_calls);
    expect(call != NO_ID && a.runs[0].profile->calls[call].count == 2 &&
               a.runs[1].profile->calls[call].count == 4,
           "counts differ");
    aligned_free(&a);
}

UNIT(align)
{
    test("versions");
    check_versions();
    test("uniqueness");
    check_uniqueness();
    test("one side");
    check_one_side();
    test("runs");
    check_runs();
    test("calls");
    check_calls();
    return finish_tests();
}
