/* How data are called that statements share. */
#include "output/deps/data_names.h"

#include "check.h"

static void text_is(const char *variable, const char *const *expressions,
                    const char *expected)
{
    struct arena arena = { 0 };
    struct data_names names = { 0 };
    for (; *expressions; expressions++)
        data_names_add(&names, str_of(*expressions));
    struct str text = data_names_text(&arena, str_of(variable), &names, "`");
    expect(str_eq(text, str_of(expected)), "%s", text.s);
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
    text_is("n", LIST_OF("p->n", "q->n"), "`n`");
    text_is("", LIST_OF(""), "memory without a name");
    text_is("", LIST_OF("p->n", "", "p->n"), "`p->n`");
    text_is("", LIST_OF("a", "b", "c"), "`a`, `b`, `c`");
    text_is("", LIST_OF("a", "b", "c", "b"), "`a`, `b`, `c`");
    text_is("", LIST_OF("a", "b", "c", "d", "e"), "`a`, `b`, `c`, ...");
    text_is("n", LIST_OF("a", "b", "c", "d"), "`n`");
    return finish_tests();
}
