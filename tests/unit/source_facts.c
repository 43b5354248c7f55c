/* What the plugins of bop-cc know of the source, by place. */
#include "deps/reader/source_facts.h"

#include "check.h"

static const char text[] = "F src/a.c\n"
                           "k 3 9 1 i - - -\n"
                           "k 4 9 0 i,j.k seen x,y big\n"
                           "k 5 9 1 it. - - -\n"
                           "k 6 9 1 i - - -\n"
                           "k 6 9 1 i - - -\n"
                           "k 7 9 1 i - - -\n"
                           "k 7 9 1 j - - -\n"
                           "k 8 9 2 i - - -\n"
                           "k 9 9 1 i -\n"
                           "k 10\n"
                           "x\n"
                           "F ../other/a.c\n"
                           "k 3 9 0 n - - -\n"
                           "F /usr/include/h.h\n"
                           "k 3 9 1 p - - -\n"
                           "k 4 9 1 cut"; /* no line */

static void is(const struct source_facts *facts, const char *file,
               uint64_t line, const char *expected)
{
    struct loop_head head;
    char found[100];
    bool known = source_facts_loop(facts, str_of(file), line, 9, &head);
    snprintf(found, sizeof found, "%d %.*s %.*s %.*s %.*s", head.is_canonical,
             (int)head.counters.len, head.counters.s, (int)head.statics.len,
             head.statics.s, (int)head.locals.len, head.locals.s,
             (int)head.large.len, head.large.s);
    expect(known == (expected != NULL), "%s:%d: %d", file, (int)line, known);
    expect(strcmp(found, expected ? expected : "0    ") == 0, "%s:%d: %s", file,
           (int)line, found);
}

static void has(const char *list, const char *name, int expected)
{
    bool is_member = false;
    bool found = loop_head_has(str_of(list), str_of(name), &is_member);
    expect(found == (expected > 0) && is_member == (expected > 1),
           "\"%s\" has %s: %d %d", list, name, found, is_member);
}

UNIT(source_facts)
{
    struct source_facts facts = { .n = 0 };
    source_facts_add(&facts, str_of(text));

    test("a place is a file, a line and a column");
    is(&facts, "/home/me/src/a.c", 3, "1 i   ");
    is(&facts, "/home/me/src/a.c", 4, "0 i,j.k seen x,y big");
    is(&facts, "/home/me/src/a.c", 5, "1 it.   ");
    is(&facts, "src/a.c", 3, "1 i   ");
    is(&facts, "/home/me/src/b.c", 3, NULL);
    is(&facts, "/home/me/src/a.c", 2, NULL);
    struct loop_head head;
    expect(!source_facts_loop(&facts, S("src/a.c"), 3, 8, &head), "column 8");

    test("files with one name are told apart by their folders");
    is(&facts, "/home/me/other/a.c", 3, "0 n   ");
    is(&facts, "/home/me/mysrc/a.c", 3, NULL);
    is(&facts, "/home/me/third/a.c", 3, NULL);
    is(&facts, "/usr/include/h.h", 3, "1 p   ");
    is(&facts, "/usr/include/h.h", 4, NULL);

    test("a place with several answers has none");
    is(&facts, "src/a.c", 6, "1 i   ");
    is(&facts, "src/a.c", 7, NULL);

    test("what is not right is not known");
    is(&facts, "src/a.c", 8, NULL);
    is(&facts, "src/a.c", 9, NULL);
    is(&facts, "src/a.c", 10, NULL);

    test("lists of variables");
    has("", "i", 0);
    has("i", "i", 1);
    has("i", "in", 0);
    has("in", "i", 0);
    has("i,j", "j", 1);
    has("i,j", "i,j", 0);
    has("it", "it.current", 2);
    has("it.", "it", 2);
    has("it.", "it.current", 2);
    has("it.", "its", 0);
    arena_free(&facts.arena);
    return finish_tests();
}
