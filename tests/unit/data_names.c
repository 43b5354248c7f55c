/* How data are called that statements share. */
#include "deps/outputs/data_names.h"

#include "check.h"

/* Compares the text for pairs of an expression and a place. */
static void text_is(const char *variable, const char *const *pairs,
                    const char *expected, const char *plain)
{
    struct arena arena = { 0 };
    struct data_names names = { 0 };
    for (; *pairs; pairs += 2)
        data_names_add(&names, str_of(pairs[0]), str_of(pairs[1]));
    struct str name = str_of(variable), near = S("/src/a.c:1");
    struct str text = data_names_text(&arena, name, &names, "`", near);
    expect(str_eq(text, str_of(expected)), "%s", text.s);
    text = data_names_text(&arena, name, &names, "", near);
    expect(str_eq(text, str_of(plain)), "%s", text.s);
    arena_free(&arena);
}

#define LIST_OF(...)                                                           \
    (const char *const[])                                                      \
    {                                                                          \
        __VA_ARGS__, NULL                                                      \
    }

UNIT(data_names)
{
    test("names of data");
    text_is("n", LIST_OF("p->n", "", "q->n", "a.c:5"), "`n`", "n");
    text_is("", LIST_OF("", ""), "memory without a name",
            "memory without a name");
    text_is("", LIST_OF("p->n", "", "", "", "p->n", ""), "`p->n`", "p->n");
    text_is("", LIST_OF("a", "", "b", "", "c", ""), "`a`, `b`, `c`", "a, b, c");
    text_is("", LIST_OF("a", "", "b", "", "c", "", "b", ""), "`a`, `b`, `c`",
            "a, b, c");
    text_is("", LIST_OF("a", "", "b", "", "c", "", "d", "", "e", ""),
            "`a`, `b`, `c`, ...", "a, b, c, ...");
    text_is("n", LIST_OF("a", "", "b", "", "c", "", "d", ""), "`n`", "n");
    test("places that have allocated data");
    text_is("", LIST_OF("", "/src/a.c:5"), "memory allocated at :5",
            "memory allocated at :5");
    text_is("", LIST_OF("", "/src/b.c:5"), "memory allocated at b.c:5",
            "memory allocated at b.c:5");
    text_is("", LIST_OF("p->n", "a.c:5"), "`p->n` (allocated at :5)", "p->n");
    text_is("", LIST_OF("p->n", "a.c:5", "p->n", "a.c:6", "p->n", "a.c:5"),
            "`p->n` (allocated at :5), `p->n` (allocated at :6)", "p->n, p->n");
    text_is("", LIST_OF("p->n", "a.c:5", "p->m", "a.c:5", "q->m", "a.c:7"),
            "`p->n`, `p->m` (allocated at :5), `q->m` (allocated at :7)",
            "p->n, p->m, q->m");
    text_is("", LIST_OF("p->n", "a.c:5", "", "a.c:5", "", "a.c:7"),
            "`p->n` (allocated at :5), memory allocated at :7",
            "p->n, memory allocated at :7");
    text_is("", LIST_OF("", "a.c:5", "p->n", "a.c:5", "q", ""),
            "`p->n` (allocated at :5), `q`", "p->n, q");
    return finish_tests();
}
