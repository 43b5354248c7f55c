/* What the plugins of bop-cc say of reads and writes, by place. */
#include "deps/reader/accesses.h"

#include "check.h"

static const char text[] = "F src/a.c\n"
                           "r 3 5 l n 3:7\n"
                           "r 3 9 l n 3:7\n"
                           "w 3 7 l n 3:7 sum n += …\n"
                           "r 4 5 g a[] 4:7\n"
                           "r 4 5 l i\n"
                           "w 4 7 g a[] 4:7 or a[] |= …\n"
                           "r 5 5 l n 5:7\n"
                           "r 5 5 l k 5:7\n"
                           "w 5 7 l n 5:7 sum n++\n"
                           "w 5 7 l k 5:7 product k *= …\n"
                           "r 6 5 p *p 6:7\n"
                           "r 6 9 p *q 6:7\n"
                           "r 6 10 p - 6:7\n"
                           "r 6 11 p -\n"
                           "w 6 7 p *p 6:7 max *p = max(*p, …)\n"
                           "w 7 7 l n 7:7 sum n++\n"
                           "w 7 7 p -\n"
                           "w 8 7 l n\n"
                           "w 9 7 l t.x\n"
                           "r 10 3 p q->n\n"
                           "r 10 3 l q\n"
                           "c 10 3 p f()\n"
                           "r 11 3 p q->n\n"
                           "r 11 3 p q->m\n"
                           "c 11 3 p g()\n"
                           "r 12 3 p -\n"
                           "r 12 3 l n\n"
                           "w 13 9 l m 13:9 max m = max(m, …)\n"
                           "r 13 4 l m 13:9\n"
                           "r 14 5 l n 3:7\n"
                           "r 15 5 l n 15:7\n"
                           "r 16 5 l n 3:7\n"
                           "r 16 5 l n\n"
                           "r 17 5 l m 3:7\n"
                           "r 18 5 p - 3:7\n"
                           "r 18 5 p *p\n"
                           "r 19 5 p *p 3:7\n";

static struct bop_place at(uint64_t line, uint64_t column)
{
    return (struct bop_place){ .text = S("/home/src/a.c:0"),
                               .statement = S("/home/src/a.c:0"),
                               .file = S("/home/src/a.c"),
                               .line = line,
                               .at_column = column };
}

static void update_is(const struct source_facts *facts, uint64_t line,
                      struct bop_place read, const char *variable,
                      const char *expected)
{
    bool is_output = read.line == line && read.at_column == 7;
    struct bop_place wrote = at(line, line == 13 ? 9 : 7);
    struct bop_update found =
        bop_update(facts, &wrote, &read, str_of(variable), is_output);
    char have[60];
    snprintf(have, sizeof have, "%s: %.*s",
             dependence_reduction_name(found.reduction).s, (int)found.text.len,
             found.text.s);
    expect(strcmp(have, expected) == 0, "line %d, %s: %s", (int)line, variable,
           have);
}

static void naming_is(const struct source_facts *facts, struct bop_place place,
                      const char *variable, bool is_local, bool writes,
                      enum bop_naming expected)
{
    enum bop_naming found = bop_naming(facts, &place, str_of(variable), is_local,
                                       writes);
    expect(found == expected, "line %d, %s: %d", (int)place.line, variable,
           found);
}

static void expression_is(const struct source_facts *facts, uint64_t line,
                          uint64_t column, const char *expected)
{
    struct bop_place place = at(line, column);
    struct str found = bop_expression(facts, &place, column == 7);
    expect(str_eq(found, str_of(expected)), "line %d: %.*s", (int)line,
           (int)found.len, found.s);
}

UNIT(accesses)
{
    struct source_facts facts = { .n = 0 };
    source_facts_add(&facts, str_of(text));
    struct bop_place inlined = at(230, 11), other = at(3, 5);

    test("updates");
    update_is(&facts, 3, at(3, 5), "n", "sum: n += …");
    update_is(&facts, 3, at(3, 9), "n", "sum: n += …");
    update_is(&facts, 3, at(3, 7), "n", "sum: n += …");
    update_is(&facts, 3, at(3, 6), "n", ": ");
    update_is(&facts, 3, at(2, 5), "n", ": ");
    update_is(&facts, 3, at(3, 5), "m", ": ");
    update_is(&facts, 3, at(3, 5), "", "sum: n += …");
    update_is(&facts, 4, at(4, 5), "a", "or: a[] |= …");
    update_is(&facts, 4, at(4, 5), "a[].k", "or: a[] |= …");
    update_is(&facts, 6, at(6, 5), "n", "max: *p = max(*p, …)");
    update_is(&facts, 6, at(6, 9), "n", ": ");
    update_is(&facts, 6, at(6, 10), "n", "max: *p = max(*p, …)");
    update_is(&facts, 6, at(6, 11), "n", ": ");
    update_is(&facts, 8, at(8, 7), "n", ": ");
    other.file = S("/home/src/b.c");
    update_is(&facts, 3, other, "n", ": ");

    test("several statements that update one variable");
    update_is(&facts, 3, at(14, 5), "n", "sum: n += …");
    update_is(&facts, 3, at(15, 5), "n", ": ");
    update_is(&facts, 3, at(16, 5), "n", ": ");
    update_is(&facts, 3, at(17, 5), "n", ": ");
    update_is(&facts, 3, at(18, 5), "n", "sum: n += …");
    update_is(&facts, 3, at(19, 5), "n", ": ");

    test("several writes at one place");
    update_is(&facts, 5, at(5, 5), "n", "sum: n++");
    update_is(&facts, 5, at(5, 5), "k", "product: k *= …");
    update_is(&facts, 5, at(5, 5), "", ": ");
    update_is(&facts, 7, at(7, 5), "n", ": ");

    test("a read in a function that is inlined");
    inlined.file = S("/usr/include/c++/12/bits/stl_algobase.h");
    inlined.statement = S("/home/src/a.c:13");
    inlined.column = 4;
    update_is(&facts, 13, inlined, "m", "max: m = max(m, …)");
    naming_is(&facts, inlined, "m", true, false, BOP_AS_SCALAR);
    inlined.column = 5;
    update_is(&facts, 13, inlined, "m", ": ");
    naming_is(&facts, inlined, "m", true, false, BOP_OTHERWISE);

    test("names");
    naming_is(&facts, at(3, 7), "n", true, true, BOP_AS_SCALAR);
    naming_is(&facts, at(3, 5), "n", true, false, BOP_AS_SCALAR);
    naming_is(&facts, at(3, 5), "n", true, true, BOP_OTHERWISE);
    naming_is(&facts, at(3, 7), "n", false, true, BOP_OTHERWISE);
    naming_is(&facts, at(4, 7), "a", false, true, BOP_AS_ARRAY);
    naming_is(&facts, at(4, 5), "i", true, false, BOP_AS_SCALAR);
    naming_is(&facts, at(6, 7), "p", true, true, BOP_OTHERWISE);
    naming_is(&facts, at(9, 7), "t", true, true, BOP_AS_PART);
    naming_is(&facts, at(9, 7), "t.x", true, true, BOP_AS_SCALAR);
    naming_is(&facts, at(9, 7), "t.y", true, true, BOP_AS_PART);
    naming_is(&facts, at(3, 7), "n.x", true, true, BOP_AS_SCALAR);

    test("expressions");
    expression_is(&facts, 3, 7, "n");
    expression_is(&facts, 6, 7, "*p");
    expression_is(&facts, 10, 3, "q->n");
    expression_is(&facts, 11, 3, "g()");
    expression_is(&facts, 12, 3, "");
    expression_is(&facts, 99, 3, "");
    arena_free(&facts.arena);
    return finish_tests();
}
