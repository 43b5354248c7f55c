/* Names that are shortened together, and the part of a name that must stay. */
#include <time.h>

#include "check.h"
#include "labels/shorten.h"
#include "labels/unique.h"
#include "util/map.h"
#include "util/text/buf.h"
#include "util/text/utf8.h"

static void check_text(const char *what, struct str name, const char *expected,
                       struct str came)
{
    expect(str_eq(came, str_of(expected)),
          "%s of '%.100s': expected '%.300s', came '%.300s'", what, name.s,
          expected, came.s);
}

/* A '|' stands before the byte that must stay. */
static const struct {
    const char *name;
    size_t limit;
    const char *expected;
} kept_names[] = {
    { "sort<A<int>, Less<|Key>, long long>(int, int)", 20,
      "sort<\u2026, Less<Key>, \u2026>(\u2026)" },
    { "sort<A<int>|, Less<Key>, long long>(int, int)", 20,
      "sort<\u2026, Less<\u2026>, \u2026>(\u2026)" },
    { "sort<A<|int>, Less<Key>, long long>(int, int)", 20,
      "sort<A<int>, \u2026>(\u2026)" },
    { "sort<A<int>, Less<Key>, long long|>(int, int)", 20,
      "sort<\u2026, long long>(\u2026)" },
    { "sort<A<int>, Less<Key>, long long>(int, |char)", 20,
      "sort<\u2026>(\u2026, char)" },
    { "|void ns::sort<int*, long*>(int*, int*)", 20,
      "void ns::sort<\u2026>(\u2026)" },
    { "ns::sort(int, long long) [clone .|isra.0] [clone .cold]", 30,
      "ns::sort(\u2026) [clone .isra.0]" },
    { "load (/usr/|lib/python3/json/decoder.py:12)", 30,
      "load (\u2026/lib/\u2026/decoder.py:12)" },
    { "a::bb|::cccccccc::Parser::parse_it", 27,
      "\u2026::bb::\u2026::Parser::parse_it" },
    { "|a::bb::ccc::Parser::parse(int)", 20,
      "a::\u2026::Parser::parse(\u2026)" },
    /* more than a third too long: text is left out around the part */
    { "a cdefghijklmnopqr|stuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 20,
      "a cdef\u2026pqrstu\u2026UVWXYZ" },
    { "abcdefghijklmnopqr|stuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 20,
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" },
    { "a_class_with_a_long_|name_of_its_own::parse", 20,
      "\u2026long_name_o\u2026::parse" },
    { "a::bb::ccc::|Parser::parse", 23, "a::bb::ccc::Parser::parse" },
};

static void test_kept(void)
{
    struct arena arena = { 0 };
    for (size_t i = 0; i < sizeof kept_names / sizeof *kept_names; i++) {
        struct str before, after;
        struct buf name = { 0 };
        str_cut(str_of(kept_names[i].name), S("|"), &before, &after);
        buf_add(&name, before);
        buf_add(&name, after);
        struct str text = buf_move(&name, &arena);
        check_text("shorten keeping", text, kept_names[i].expected,
                   shorten_name_keeping(&arena, text, kept_names[i].limit,
                                        before.len));
    }
    arena_free(&arena);
}

/* The names of one picture, with a limit of 60 code points. */
enum { FIRST_ALIKE = 5 };
static const struct {
    const char *name, *expected;
} crowd[] = {
    { "void std::sort<__gnu_cxx::__normal_iterator<int*, V>, CompareByName>("
      "int, int, CompareByName)",
      "std::sort<__gnu_cxx::__normal_iterator<\u2026>, CompareByName>(\u2026)" },
    { "void std::sort<__gnu_cxx::__normal_iterator<int*, V>, CompareByAge>("
      "int, int, CompareByAge)",
      "std::sort<__gnu_cxx::__normal_iterator<int*, \u2026>, \u2026>(\u2026)" },
    { "void std::sort<__gnu_cxx::__normal_iterator<long*, V>, CompareByAge>("
      "int, int, CompareByAge)",
      "std::sort<__gnu_cxx::__normal_iterator<long*, \u2026>, \u2026>(\u2026)" },
    { "main", "main" },
    /* a name that is a tenth too long is left alone */
    { "a_function_of_sixty_six_columns_is_not_thought_to_be_long_in_boxes",
      "a_function_of_sixty_six_columns_is_not_thought_to_be_long_in_boxes" },
    /* both names show the parameter in which they differ */
    [FIRST_ALIKE] =
    { "v::load(std::map<int, std::string> const&, int, std::vector<A> const&)",
      "v::load(\u2026, int, \u2026)" },
    { "v::load(std::map<int, std::string> const&, long, std::vector<A> const&)",
      "v::load(\u2026, long, \u2026)" },
    /* no other name has these short forms */
    { "store(std::map<int, std::string> const&, int, std::vector<A> const&, int)",
      "store(\u2026)" },
    { "start (synapse/storage/data_stores/main/very/path/__init__.py:123)",
      "start (synapse/storage/data_stores/main/very/path/__init__.py:123)" },
    { "begin (synapse/storage/data_stores/main/very/long/path/file.py:123)",
      "begin (\u2026/very/\u2026/file.py:123)" },
    { "begin (synapse/storage/data_stores/main/other/long/path/file.py:123)",
      "begin (\u2026/other/\u2026/file.py:123)" },
    /* the names differ in the middle */
    { "some very_long_function_name_that_goes_on_for_alpha_while_and_then_ends",
      "some very_long_function_name_\u2026_for_alpha_while_and_then_ends" },
    { "some very_long_function_name_that_goes_on_for_gamma_while_and_then_ends",
      "some very_long_function_name_\u2026_for_gamma_while_and_then_ends" },
    /* the first name is what the second one would become */
    { "std::find<\u2026>(\u2026)", "std::find<\u2026>(\u2026)" },
    { "std::find<a_type_with_a_long_name_of_its_own_in_one_word, b>(int, int)",
      "std::find<a_type_with_a_long_name_of_its_own_in_one_word, \u2026>(\u2026)" },
    /* lambdas differ only in their addresses */
    { "com/example/service/implementation/Main$$Lambda/0x0000000800c31000.run",
      "com/example/service/implementation/Main$$Lambda/0x\u2026.run" },
    { "com/example/service/implementation/Other$$Lambda/0x0000000800c31000.go",
      "\u2026/service/implementation/Other$$Lambda/0x0000000800c31000.go" },
    { "com/example/service/implementation/Other$$Lambda/0x0000000800c32000.go",
      "\u2026/service/implementation/Other$$Lambda/0x0000000800c32000.go" },
    /* equal names have equal results */
    { "twice<std::vector<std::string, std::allocator<std::string> >, int>(int)",
      "twice<std::vector<std::string, std::allocator<\u2026> >, int>(\u2026)" },
    { "twice<std::vector<std::string, std::allocator<std::string> >, int>(int)",
      "twice<std::vector<std::string, std::allocator<\u2026> >, int>(\u2026)" },
};

static void test_crowd(void)
{
    struct arena arena = { 0 };
    size_t n = sizeof crowd / sizeof *crowd;
    struct str all[sizeof crowd / sizeof *crowd];
    for (size_t turn = 0; turn < n; turn++) {
        for (size_t i = 0; i < n; i++)
            all[i] = str_of(crowd[(i + turn) % n].name);
        struct str *labels = unique_names(&arena, all, n, 60);
        for (size_t i = 0; i < n; i++)
            check_text("unique", all[i], crowd[(i + turn) % n].expected,
                       labels[i]);
    }
    for (size_t i = 0; i < 2; i++)
        all[i] = str_of(crowd[FIRST_ALIKE + i].name);
    struct str *two = unique_names(&arena, all, 2, 60);
    for (size_t i = 0; i < 2; i++)
        check_text("one of two", all[i], crowd[FIRST_ALIKE + i].expected, two[i]);
    expect(unique_names(&arena, NULL, 0, 60) != NULL, "no names");
    arena_free(&arena);
}

/* ---- Many names ---- */

/* Many names of several kinds that differ from each other in one place. Their
   labels must be distinct, the same in any order, and found quickly. */
static void test_many(void)
{
    static const char *const kinds[] = {
        "ns::%zu::some_namespace::another_namespace::Parser<int, long>::f(int)",
        "std::sort<std::vector<A<%zu>, std::allocator<A<long long> > >, B, C>()",
        "a_long_name_of_a_function_in_c_that_has_no_parts_%zu_and_still_goes_on",
        "f<a_long_name_of_a_type, another_long_name_of_a_type>(int, V<%zu>, int)",
        "run (/a/long/way/down/to/the/folder%zu/of/the/file/in/question.py:12)",
    };
    enum { MANY = 15000 };
    struct arena arena = { 0 };
    struct strings seen = { 0 };
    struct str *all = NEW_N(&arena, struct str, MANY);
    struct str *back = NEW_N(&arena, struct str, MANY);
    for (size_t i = 0; i < MANY; i++) {
        struct buf name = { 0 };
        struct str before, after;
        str_cut(str_of(kinds[i % 5]), S("%zu"), &before, &after);
        buf_add(&name, before);
        buf_printf(&name, "%zu", i);
        buf_add(&name, after);
        all[i] = back[MANY - 1 - i] = buf_move(&name, &arena);
    }
    clock_t start = clock();
    struct str *labels = unique_names(&arena, all, MANY, 60);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    struct str *others = unique_names(&arena, back, MANY, 60);
    size_t longest = 0, same = 0;
    for (size_t i = 0; i < MANY; i++) {
        size_t length = utf8_length(labels[i]);
        longest = length > longest ? length : longest;
        same += str_eq(labels[i], others[MANY - 1 - i]);
        strings_add(&seen, &arena, labels[i]);
    }
    expect(seen.n == MANY, "of %d names %u labels", MANY, seen.n);
    expect(same == MANY, "%zu labels are the same backwards", same);
    expect(longest <= 80, "a label of %zu columns", longest);
    expect(seconds < 5, "took %.1f s", seconds);
    strings_free(&seen);
    arena_free(&arena);
}

/* ---- Random names ---- */

static void add_piece(struct buf *buf)
{
    static const struct str pieces[] = {
        STR("std::"), STR("ns::"), STR("Type"), STR("f("), STR("int"),
        STR(")"), STR("<"), STR(">"), STR(", "), STR("{lambda(int)#1}::"),
        STR("operator()"), STR("/usr/lib/"), STR("file.py:12"), STR(" as "),
        STR("org.example."), STR(" (anonymous namespace)::"), STR("_a_b_c_d"),
        STR(" [clone .isra.0]"), STR("::h0123456789abcdef"), STR(ELLIPSIS),
        STR("github.com/a/"), STR("(*T)."), STR("void "), STR("\u00e9"),
    };
    buf_add(buf, pieces[random_below(ROWS(pieces))]);
}

/* Random names that are often similar. Different names must have different
   labels, unless a name is longer than any label may be. */
static void test_random_crowds(size_t rounds)
{
    for (size_t round = 1; round <= rounds; round++) {
        struct arena arena = { 0 };
        start_input(round);
        struct str names[12];
        for (size_t i = 0; i < 12; i++) {
            struct buf name = { 0 };
            if (i && random_below(2))
                buf_add(&name, str_head(names[i - 1], random_below(80)));
            for (size_t n = 1 + random_below(14); n > 0; n--)
                add_piece(&name);
            struct str raw = buf_move(&name, &arena);
            names[i] = utf8_cleaned(&arena, raw);
        }
        struct str *labels =
            unique_names(&arena, names, 12, 1 + random_below(60));
        for (size_t i = 0; i < 12; i++)
            for (size_t j = 0; j < i; j++)
                if (utf8_length(names[i]) <= SHORTEN_LIMIT &&
                    utf8_length(names[j]) <= SHORTEN_LIMIT &&
                    !str_eq(names[i], names[j]) &&
                    str_eq(labels[i], labels[j]))
                    expect(false, "'%s' of '%s' and '%s'", labels[i].s,
                           names[i].s, names[j].s);
        arena_free(&arena);
    }
    expect(true, "random crowds");
}

UNIT(unique)
{
    test("kept");
    test_kept();
    test("unique");
    test_crowd();
    test("many");
    test_many();
    test("random crowds");
    test_random_crowds(5000);
    return finish_tests();
}
