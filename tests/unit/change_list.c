/* The list of changes: which changes of totals have a row, and which are callers
   of another row. */
#include "output/change_list.h"

#include "compare/align.h"
#include "named.h"

/* Two texts of edges that are compared. Costs are exact, so that each difference
   is real. */
struct compared {
    struct arena arena;
    struct compare_run runs[2];
    struct report report;
    struct change_list list;
};

static struct compared compared(const char *base, const char *other)
{
    const char *texts[] = { base, other };
    struct compared c = { 0 };
    struct match_counts counts;
    for (int i = 0; i < 2; i++)
        c.runs[i] = (struct compare_run){
            .name = texts[i],
            .is_new = i == 1,
            .profile = read_text(&c.arena, "edges", str_of(texts[i])),
        };
    struct profile *sum =
        compare_align(&c.arena, c.runs, 2, CYCLES_SPLIT, &counts);
    if (!expect(sum, "not aligned"))
        return c;
    for (int i = 0; i < 2; i++)
        compare_run_take_costs(
            &c.arena, &c.runs[i],
            costs_from_calls(&c.arena, c.runs[i].profile, CYCLES_SPLIT));
    c.report.profile = sum;
    c.report.comparison = compare_runs(&c.arena, c.runs, 2,
                                       &(struct compare_options){ 0 });
    uint32_t *all = NEW_N(&c.arena, uint32_t, sum->n_functions);
    for (uint32_t f = 0; f < sum->n_functions; f++)
        all[f] = f;
    c.list = change_list_of(&c.arena, &c.report, all, sum->n_functions);
    return c;
}

static void compared_free(struct compared *c)
{
    profile_free(c->runs[0].profile);
    profile_free(c->runs[1].profile);
    profile_free((struct profile *)c->report.profile);
    arena_free(&c->arena);
}

/* Compares the list with a text: a row is NAME, " self" or " total", the
   difference, and what change_list_callers says. */
static void list_is(const char *base, const char *other, const char *expected)
{
    struct compared c = compared(base, other);
    struct buf text = { 0 };
    for (uint32_t i = 0; i < c.list.n; i++) {
        const struct listed_change *row = &c.list.of[i];
        buf_printf(&text, "%s %s %+g%s\n",
                   c.report.profile->functions[row->function].is.name.s,
                   row->is_self ? "self" : "total",
                   compare_difference(row->change),
                   change_list_callers(&c.arena, row).s);
    }
    expect(str_eq(buf_text(&text), str_of(expected)), "the list is\n%snot\n%s",
           buf_text(&text).s, expected);
    buf_free(&text);
    compared_free(&c);
}

static void callers(void)
{
    test("callers of what changed");
    /* main calls a, a calls b, and b costs 10 more. */
    list_is("main 5 entry=1\nmain -> a x1\na 5 x1\na -> b x1\nb 10 x1\n",
            "main 5 entry=1\nmain -> a x1\na 5 x1\na -> b x1\nb 20 x1\n",
            "b self +10, and 2 callers of it\n");
    list_is("main 5 entry=1\nmain -> b x1\nb 10 x1\n",
            "main 5 entry=1\nmain -> b x1\nb 20 x1\n",
            "b self +10, and 1 caller of it\n");
    list_is("main 5 entry=1\nmain -> b x1\nb 20 x1\n",
            "main 5 entry=1\nmain -> b x1\nb 10 x1\n",
            "b self -10, and 1 caller of it\n");
    list_is("main 5\n", "main 5\n", "");
    list_is("main 5\n", "main 6\n", "main self +1\n");
}

/* One callee explains a change if it makes at least .8 of it. */
static void parts(void)
{
    test("the part that one callee explains");
    static const char *const base =
        "main 5 entry=1\nmain -> a x1\nmain -> b x1\na 10 x1\nb 10 x1\n";
    list_is(base,
            "main 5 entry=1\nmain -> a x1\nmain -> b x1\na 18 x1\nb 12 x1\n",
            "a self +8, and 1 caller of it\nb self +2\n");
    list_is(base,
            "main 5 entry=1\nmain -> a x1\nmain -> b x1\na 17 x1\nb 13 x1\n",
            "a self +7\nb self +3\nmain total +10\n");
    /* The largest one is it, whatever comes first. */
    list_is(base,
            "main 5 entry=1\nmain -> a x1\nmain -> b x1\na 10.5 x1\nb 15 x1\n",
            "b self +5, and 1 caller of it\na self +0.5\n");
    /* Its own change is a row already, so that the total has none. */
    list_is("main 5 entry=1\nmain -> a x1\na 10 x1\n",
            "main 15 entry=1\nmain -> a x1\na 12 x1\n",
            "main self +10\na self +2\n");
    list_is("main 5 entry=1\nmain -> a x1\na 10 x1\n",
            "main 12 entry=1\nmain -> a x1\na 13 x1\n",
            "main self +7\na self +3\nmain total +10\n");
    /* One becomes slower and one faster: the total tells of neither. */
    list_is(base,
            "main 5 entry=1\nmain -> a x1\nmain -> b x1\na 20 x1\nb 4 x1\n",
            "a self +10\nb self -6\nmain total +4\n");
}

/* A total that several callees explain has a row, and its own callers are those
   of this row. */
static void rows_of_totals(void)
{
    test("callers of a total");
    list_is("main 0 entry=1\nmain -> r x1\nr 1 x1\nr -> a x1\nr -> b x1\n"
            "a 10 x1\nb 10 x1\n",
            "main 0 entry=1\nmain -> r x1\nr 1 x1\nr -> a x1\nr -> b x1\n"
            "a 15 x1\nb 15 x1\n",
            "a self +5\nb self +5\nr total +10, and 1 caller of it\n");
    /* r has both rows: the callers belong to that of the total. */
    list_is("main 0 entry=1\nmain -> r x1\nr 1 x1\nr -> a x1\na 10 x1\n",
            "main 0 entry=1\nmain -> r x1\nr 6 x1\nr -> a x1\na 15 x1\n",
            "r self +5\na self +5\nr total +10, and 1 caller of it\n");
    /* c costs the same, but others call it. */
    list_is("main 0 entry=1\nmain -> a x1\nmain -> b x1\na 4 x1\nb 0 x1\n"
            "b -> c x1\na -> c x1\nc 20 x2\n",
            "main 0 entry=1\nmain -> a x1\nmain -> b x1\na 4 x1\nb 0 x1\n"
            "b -> c x3\na -> c x1\nc 20 x4\n",
            "a total -5\nb total +5\n");
}

/* Nobody outside of a circle changed. */
static void circles(void)
{
    test("changes that lead to each other");
    struct compared c = compared(
        "main 0 entry=1\nmain -> a x1\na 1 x9\na -> b x9\nb 10 x9\n"
        "b -> a x8\n",
        "main 0 entry=1\nmain -> a x1\na 1 x9\na -> b x9\nb 30 x9\n"
        "b -> a x8\n");
    expect(c.list.n == 1 && c.list.of[0].is_self, "%u rows", c.list.n);
    expect(c.list.of[0].n_callers == 2, "%u callers", c.list.of[0].n_callers);
    compared_free(&c);
}

/* Each function that changed has a row, or is a caller of one. */
static void none_is_lost(void)
{
    test("each change has a row or is counted in one");
    for (unsigned long input = 1; input <= 500; input++) {
        start_input(input);
        struct buf texts[2] = { 0 };
        uint32_t n = 2 + random_below(6);
        for (uint32_t f = 0; f < n; f++) {
            uint32_t self = 1 + random_below(30);
            buf_printf(&texts[0], "f%u %u x1%s\n", f, self,
                       f ? "" : " entry=1");
            if (chance(40))
                self += random_below(10);
            buf_printf(&texts[1], "f%u %u x1%s\n", f, self,
                       f ? "" : " entry=1");
            for (uint32_t g = f + 1; g < n; g++)
                if (g == f + 1 || chance(30))
                    for (int i = 0; i < 2; i++)
                        buf_printf(&texts[i], "f%u -> f%u x1\n", f, g);
        }
        struct compared c = compared(buf_text(&texts[0]).s,
                                     buf_text(&texts[1]).s);
        uint32_t changed = 0, listed = 0, callers_ = 0;
        bool has_row[8] = { false };
        for (uint32_t f = 0; f < n; f++)
            changed += compare_has_changed(c.report.comparison, f);
        for (uint32_t i = 0; i < c.list.n; i++) {
            const struct listed_change *row = &c.list.of[i];
            listed += !has_row[row->function];
            has_row[row->function] = true;
            callers_ += row->n_callers;
            expect(row->change->is_real, "row %u is no change", i);
        }
        expect(listed + callers_ == changed, "%u and %u of %u", listed,
               callers_, changed);
        compared_free(&c);
        buf_free(&texts[0]);
        buf_free(&texts[1]);
    }
}

UNIT(change_list)
{
    callers();
    parts();
    rows_of_totals();
    circles();
    none_is_lost();
    return finish_tests();
}
