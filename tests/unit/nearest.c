/* Tests of the nearest names in messages. */
#include "check.h"
#include "util/nearest.h"

/* Expects the message about a text; `names` ends with NULL. */
static void expect_nearest(const char *text, const char *const *names,
                           const char *wanted)
{
    struct arena arena = { 0 };
    struct nearest near = { .text = str_of(text) };
    for (; *names; names++)
        nearest_add(&near, str_of(*names));
    struct str found = nearest_text(&near, &arena);
    expect(str_eq(found, str_of(wanted)), "%s: expected \"%s\", found \"%.*s\"",
           text, wanted, (int)found.len, found.s);
    arena_free(&arena);
}

#define NAMES(...) (const char *const[]){ __VA_ARGS__, NULL }

static void test_distances(void)
{
    const char *const *options = NAMES("focus", "force", "format", "show",
                                       "show-from", "list-events");
    test("a letter too many, too few, another one, two swapped");
    expect_nearest("foocus", options, "; the nearest is 'focus'");
    expect_nearest("foces", options, "; the nearest is 'focus'");
    expect_nearest("ocus", options, "; the nearest is 'focus'");
    expect_nearest("fcous", options, "; the nearest is 'focus'");
    expect_nearest("FOCUS", options, "; the nearest is 'focus'");

    test("far names are not near");
    expect_nearest("xyz", options, "");
    expect_nearest("x", options, "");
    expect_nearest("", options, "");
    expect_nearest("fxcxs", options, "");

    test("a name that contains the text, or is part of it");
    expect_nearest("events", options, "; the nearest is 'list-events'");
    expect_nearest("show-from-here", options,
                   "; the nearest are 'show-from' and 'show'");
    expect_nearest("sh", options, "");
}

static void test_order(void)
{
    test("the nearest come first, at most three, each once");
    expect_nearest("parse", NAMES("parses_it", "parse_all", "passe", "parse2",
                                  "parsed", "passe"),
                   "; the nearest are 'passe', 'parse2' and 'parsed'");
    test("of equal names the first comes first");
    expect_nearest("abc", NAMES("abx", "aby", "abz", "abw"),
                   "; the nearest are 'abx', 'aby' and 'abz'");
    test("a worse name does not push out a better one");
    expect_nearest("abcdef", NAMES("abcdxx", "abcdyy", "abcdzz", "abcdez",
                                   "abcdww"),
                   "; the nearest are 'abcdez', 'abcdxx' and 'abcdyy'");
}

static void test_long_texts(void)
{
    char text[300], name[300];
    test("only the first bytes of long texts count");
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = name[i] = 'a';
    text[299] = name[299] = '\0';
    name[250] = 'b';
    struct nearest near = { .text = str_of(text) };
    nearest_add(&near, str_of(name));
    expect(near.n == 1 && near.names[0].distance == 0, "not near");
}

UNIT(nearest)
{
    test_distances();
    test_order();
    test_long_texts();
    return finish_tests();
}
