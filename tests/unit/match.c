/*
 * Which function of the new side is which of the base: each row is an edit of a
 * program, what its functions cost before and after it, and how they were
 * found.
 */
#include "compare/align.h"

#include <stdlib.h>

#include "named.h"
#include "util/text/buf.h"

/* Costs before and after it, "3>5" where a side has none "0>5"; "|" and then the
   numbers of struct match_counts in the order of enum match_way. Functions are
   in the order in which the base and then the new side lists them. */
struct row {
    const char *edit, *base, *other, *expected;
};

/* Lines of the edges language: a key, a cost and a place. */
#define AT(key, cost, name, file, line) \
    key " " cost " name=\"" name "\" file=" file " line=" line " tag=" line "\n"
#define IN(name, cost, module) "\"" name "\" " cost " module=" module "\n"
#define TAGGED(key, cost, tag) \
    key " " cost " name=f file=a.js tag=\"" tag "\"\n"
#define NAMED(name, cost) "\"" name "\" " cost "\n"

static const struct row rows[] = {
    { "two of a name become three in one of two files",
      AT("1", "3", "f", "a.c", "2") AT("2", "4", "f", "a.c", "9")
          AT("3", "50", "f", "b.c", "2") AT("4", "60", "f", "b.c", "9"),
      AT("1", "3", "f", "a.c", "3") AT("2", "4", "f", "a.c", "20")
          AT("5", "5", "f", "a.c", "31") AT("3", "70", "f", "b.c", "5"),
      "7>12 110>70 | 0 0 0 0 2" },
    { "versions of a namespace, in two files",
      AT("1", "3", "icu_70::f", "a.c", "2") AT("2", "4", "icu_70::f", "b.c",
                                               "2"),
      AT("1", "3", "icu_71::f", "b.c", "2") AT("2", "4", "icu_71::f", "a.c",
                                               "2"),
      "3>4 4>3 | 0 2 0 0 0" },
    { "versions of a namespace, in two modules",
      IN("icu_70::f", "3", "a") "g 4 name=icu_70::f module=b\n",
      IN("icu_71::f", "5", "b") "g 6 name=icu_71::f module=a\n",
      "3>6 4>5 | 0 2 0 0 0" },
    { "a comment above all",
      AT("1", "3", "f", "a.py", "2") AT("2", "4", "g", "a.py", "9"),
      AT("1", "3", "f", "a.py", "3") AT("2", "4", "g", "a.py", "10"),
      "3>3 4>4 | 0 2 0 0 0" },
    { "one name in two files",
      AT("1", "3", "f", "a.py", "2") AT("2", "4", "f", "b.py", "9"),
      AT("1", "3", "f", "a.py", "3") AT("2", "4", "f", "b.py", "10"),
      "3>3 4>4 | 0 2 0 0 0" },
    { "lines that another function had",
      AT("1", "10000", "m", "a.py", "5") AT("2", "100", "m", "a.py", "8"),
      AT("1", "10000", "m", "a.py", "8") AT("2", "100", "m", "a.py", "11"),
      "10000>10000 100>100 | 0 0 0 2 0" },
    { "a class was moved above another",
      AT("1", "1", "A", "a.py", "1") AT("2", "50", "m", "a.py", "3")
          AT("3", "1", "B", "a.py", "10") AT("4", "60", "m", "a.py", "12"),
      AT("3", "1", "B", "a.py", "1") AT("4", "60", "m", "a.py", "3")
          AT("1", "1", "A", "a.py", "10") AT("2", "50", "m", "a.py", "12"),
      "1>1 50>50 1>1 60>60 | 0 2 2 0 0" },
    { "one of several is gone, and the lines around it stay",
      AT("1", "1", "A", "a.py", "1") AT("2", "50", "m", "a.py", "3")
          AT("3", "60", "m", "a.py", "5") AT("4", "1", "B", "a.py", "9"),
      AT("1", "1", "A", "a.py", "1") AT("3", "60", "m", "a.py", "5")
          AT("4", "1", "B", "a.py", "9"),
      "1>1 50>0 60>60 1>1 | 1 2 1 0 0" },
    { "a function that costs nothing stands before those of its name",
      AT("1", "8", "<lambda>", "a.py", "5") AT("2", "10", "<lambda>", "a.py",
                                               "6"),
      AT("0", "0", "<lambda>", "a.py", "5") AT("1", "8", "<lambda>", "a.py",
                                               "6")
          AT("2", "10", "<lambda>", "a.py", "7"),
      "8>8 10>10 0>0 | 1 0 0 2 0" },
    { "one costs too little to be in both samples",
      AT("1", "1", "<lambda>", "a.py", "5") AT("2", "900", "<lambda>", "a.py",
                                               "6"),
      AT("2", "900", "<lambda>", "a.py", "6") AT("3", "1", "<lambda>", "a.py",
                                                 "7"),
      "1>1 900>900 | 0 1 0 1 0" },
    { "nobody can tell which is new",
      AT("1", "8", "<lambda>", "a.py", "5") AT("2", "10", "<lambda>", "a.py",
                                               "6"),
      AT("0", "7", "<lambda>", "a.py", "5") AT("1", "8", "<lambda>", "a.py",
                                               "6")
          AT("2", "10", "<lambda>", "a.py", "7"),
      "18>25 | 0 0 0 0 1" },
    { "a file was renamed",
      AT("1", "3", "f", "a.py", "2") AT("2", "4", "g", "a.py", "9")
          AT("3", "5", "<module>", "a.py", "1"),
      AT("1", "3", "f", "b.py", "2") AT("2", "4", "g", "b.py", "9")
          AT("3", "5", "<module>", "b.py", "1"),
      "3>3 4>4 5>5 | 0 3 0 0 0" },
    { "one file goes and another comes",
      AT("1", "3", "f", "a.py", "2") AT("2", "1", "g", "x.py", "2"),
      AT("1", "3", "f", "b.py", "2") AT("2", "1", "g", "x.py", "2"),
      "3>0 1>1 0>3 | 2 1 0 0 0" },
    { "functions above all that are alone, and below them",
      AT("1", "50", "m", "a.py", "3") AT("2", "1", "A", "a.py", "5")
          AT("3", "60", "m", "a.py", "8"),
      AT("1", "50", "m", "a.py", "3") AT("2", "1", "A", "a.py", "6")
          AT("3", "60", "m", "a.py", "9"),
      "50>50 1>1 60>60 | 0 1 2 0 0" },
    { "one is new above the first that is alone",
      AT("2", "1", "A", "a.py", "5") AT("3", "60", "m", "a.py", "8")
          AT("4", "70", "m", "a.py", "12"),
      AT("1", "50", "m", "a.py", "3") AT("2", "1", "A", "a.py", "6")
          AT("3", "60", "m", "a.py", "9") AT("4", "70", "m", "a.py", "13"),
      "1>1 60>60 70>70 0>50 | 1 1 2 0 0" },
    { "one is gone above the first that is alone",
      AT("1", "50", "m", "a.py", "3") AT("2", "1", "A", "a.py", "5")
          AT("3", "60", "m", "a.py", "8") AT("4", "70", "m", "a.py", "12"),
      AT("2", "1", "A", "a.py", "5") AT("3", "60", "m", "a.py", "8")
          AT("4", "70", "m", "a.py", "12"),
      "50>0 1>1 60>60 70>70 | 1 1 2 0 0" },
    { "columns of functions on one line, of which one is new",
      TAGGED("1", "8", "5:9") TAGGED("2", "10", "5:10"),
      TAGGED("1", "8", "7:9") TAGGED("2", "10", "7:10")
          TAGGED("3", "0", "7:11"),
      "8>8 10>10 0>0 | 1 0 0 2 0" },
    { "columns of functions that change their order",
      TAGGED("1", "10", "5:10") TAGGED("2", "8", "5:9"),
      TAGGED("1", "8", "7:9") TAGGED("2", "10", "7:10"),
      "10>10 8>8 | 0 0 0 2 0" },
    { "lines in another order than their digits",
      TAGGED("1", "10", "10") TAGGED("2", "8", "9"),
      TAGGED("1", "8", "11") TAGGED("2", "10", "12"),
      "10>10 8>8 | 0 0 0 2 0" },
    { "addresses",
      TAGGED("1", "10", "a0") TAGGED("2", "8", "9f"),
      TAGGED("1", "8", "b1") TAGGED("2", "10", "b2"),
      "10>10 8>8 | 0 0 0 2 0" },
    { "three numbers, or text behind a number, are no place",
      TAGGED("1", "8", "5:9:1") TAGGED("2", "10", "5:10:1"),
      TAGGED("1", "10", "5:10:1") TAGGED("2", "8", "6:9:1"),
      "8>0 10>10 0>8 | 2 1 0 0 0" },
    { "other tags",
      TAGGED("1", "8", "5:x") TAGGED("2", "10", "y"),
      TAGGED("1", "10", "y") TAGGED("2", "8", "6:x"),
      "8>0 10>10 0>8 | 2 1 0 0 0" },
    { "a folder was moved, and one of its files has no name in common",
      AT("1", "3", "f", "/a/w/x.py", "2") AT("2", "4", "<module>", "/a/w/y.py",
                                            "1"),
      AT("1", "3", "f", "/b/x.py", "2") AT("2", "4", "<module>", "/b/y.py", "1"),
      "3>3 4>4 | 0 2 0 0 0" },
    { "a module of the same program in another folder",
      IN("f", "3", "/a/prog") IN("g", "4", "/a/prog"),
      IN("f", "3", "/b/prog") IN("g", "4", "/b/prog"),
      "3>3 4>4 | 0 2 0 0 0" },
    { "two libraries of another version each",
      IN("f", "3", "liba.so.1.2") IN("g", "4", "libb.so.1"),
      IN("f", "3", "liba.so.1.3") IN("g", "4", "libb.so.2"),
      "3>3 4>4 | 0 2 0 0 0" },
    { "clones of a compiler",
      NAMED("f.constprop.0", "3") NAMED("g", "4"),
      NAMED("f", "3") NAMED("g.isra.0.part.1", "4"),
      "3>3 4>4 | 0 2 0 0 0" },
    { "a clone more",
      NAMED("f", "30") NAMED("g", "4"),
      NAMED("f", "20") NAMED("f.part.0", "11") NAMED("g", "4"),
      "30>31 4>4 | 0 1 0 0 1" },
    { "numbers of closures",
      NAMED("main.f.func1", "8") NAMED("main.f.func2", "10"),
      NAMED("main.f.func2", "8") NAMED("main.f.func3", "10"),
      "8>8 10>10 | 0 0 0 2 0" },
    { "numbers that moved by one, beside functions that cost nothing",
      NAMED("main.f.func1", "0") NAMED("main.f.func2", "100")
          NAMED("main.f.func3", "0"),
      NAMED("main.f.func2", "0") NAMED("main.f.func3", "100")
          NAMED("main.f.func4", "0"),
      "0>0 100>100 0>0 | 0 0 0 3 0" },
    { "numbers that stayed, beside functions that cost nothing",
      NAMED("main.f.func1", "0") NAMED("main.f.func2", "60")
          NAMED("main.f.func3", "40"),
      NAMED("main.f.func2", "60") NAMED("main.f.func3", "40")
          NAMED("main.f.func4", "0"),
      "0>0 60>60 40>40 | 0 2 0 1 0" },
    { "numbers that stayed or moved by one, which is as near",
      NAMED("main.f.func1", "0") NAMED("main.f.func2", "100")
          NAMED("main.f.func3", "0"),
      NAMED("main.f.func2", "50") NAMED("main.f.func3", "50")
          NAMED("main.f.func4", "0"),
      "0>0 100>50 0>50 | 0 2 0 1 0" },
    { "hashes of functions, one of which is new",
      NAMED("a::f::h0000000000000001", "8")
          NAMED("a::f::h0000000000000002", "10"),
      NAMED("a::f::h0000000000000002", "10")
          NAMED("a::f::h0000000000000003", "8"),
      "8>8 10>10 | 0 1 0 1 0" },
    { "hashes of closures, which change places",
      NAMED("a::{{closure}}::h0000000000000001", "8")
          NAMED("a::{{closure}}::h0000000000000002", "10"),
      NAMED("a::{{closure}}::h0000000000000001", "10")
          NAMED("a::{{closure}}::h0000000000000002", "8"),
      "18>18 | 0 0 0 0 1" },
    { "mangled names",
      NAMED("_ZZ1fvENKUlvE_clEv", "8") NAMED("_ZZ1fvENKUlvE0_clEv", "10")
          NAMED("_RNvCs39KNn8nnhTz_4prog5plain", "3")
              NAMED("_ZN4prog4call17h036213f4a1ed0a4bE", "4"),
      NAMED("_ZZ1fvENKUlvE0_clEv", "8") NAMED("_ZZ1fvENKUlvE1_clEv", "10")
          NAMED("_RNvCsbKO41vzbb79_4prog5plain", "3")
              NAMED("_ZN4prog4call17hcb0cdb684fe28b04E", "4"),
      "8>8 10>10 3>3 4>4 | 0 2 0 2 0" },
    { "another template argument",
      NAMED("Box<Big>::get(int)", "8") NAMED("Box<Small>::get(int)", "10"),
      NAMED("Box<Huge>::get(int)", "8") NAMED("Box<Small>::get(int)", "10"),
      "8>8 10>10 | 0 2 0 0 0" },
    { "one side knows no files",
      AT("1", "3", "f", "a.c", "2") AT("2", "4", "g", "b.c", "9"),
      NAMED("f", "3") NAMED("g", "4"), "3>3 4>4 | 0 2 0 0 0" },
    { "a name that several files have",
      AT("1", "3", "f", "a.c", "2") AT("2", "4", "f", "b.c", "9")
          NAMED("g", "1"),
      NAMED("f", "7") NAMED("g", "1"), "7>7 1>1 | 0 1 0 0 1" },
    { "a name that another module has on each side",
      "1 3 name=f module=a.so\n2 4 name=f module=b.so\n3 1 name=g\n",
      "1 3 name=f module=a.so\n2 5 name=f module=c.so\n3 1 name=g\n",
      "3>3 4>0 1>1 0>5 | 2 2 0 0 0" },
    { "a function without partner whose line another one has now",
      AT("1", "1", "A", "a.py", "1") AT("2", "50", "m", "a.py", "3")
          AT("3", "60", "m", "a.py", "5") AT("4", "1", "B", "a.py", "9"),
      AT("1", "1", "A", "a.py", "3") AT("2", "50", "m", "a.py", "5")
          AT("4", "1", "B", "a.py", "11"),
      "1>1 50>50 60>0 1>1 | 1 2 1 0 0" },
    { "one of three that have only numbers is gone: which number it had is "
      "not known",
      TAGGED("1", "50", "1") TAGGED("2", "60", "2") TAGGED("3", "40", "3"),
      TAGGED("1", "60", "1") TAGGED("2", "40", "2"),
      "150>100 | 0 0 0 0 1" },
};

static void check_row(const struct row *row)
{
    struct arena arena = { 0 };
    struct match_counts counts;
    struct buf found = { 0 };
    struct compare_run runs[] = {
        { .name = "base",
          .profile = read_text(&arena, "edges", str_of(row->base)) },
        { .name = "new",
          .is_new = true,
          .profile = read_text(&arena, "edges", str_of(row->other)) },
    };
    struct profile *sum = compare_align(&arena, runs, ROWS(runs), CYCLES_SPLIT,
                                        &counts);
    test(row->edit);
    expect(sum, "not aligned");
    for (uint32_t f = 0; sum && f < sum->n_functions; f++)
        buf_printf(&found, "%g>%g ", runs[0].profile->functions[f].self,
                   runs[1].profile->functions[f].self);
    buf_char(&found, '|');
    for (int way = 0; way < N_MATCH_WAYS; way++)
        buf_printf(&found, " %u", counts.n[way]);
    buf_char(&found, '\0');
    expect(str_eq(str_of(buf_text(&found).s), str_of(row->expected)), "%s",
           buf_text(&found).s);
    buf_free(&found);
    for (size_t i = 0; i < ROWS(runs); i++)
        profile_free(runs[i].profile);
    if (sum)
        profile_free(sum);
    arena_free(&arena);
}

UNIT(match)
{
    for (size_t i = 0; i < ROWS(rows); i++)
        check_row(&rows[i]);
    return finish_tests();
}
