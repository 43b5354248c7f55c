/* Trees of stacks by depth, with inclusive and with self costs. */
#include "readers/frames/indented.h"

#include "check.h"

struct line {
    size_t depth;
    const char *function; /* NULL: none */
    double cost;
};

/* Prints the stacks that have a cost to text, "a;b 2, a 1, ", in the order of
   their contexts. */
static void print_stacks(const struct profile *profile, char *text, size_t size)
{
    size_t len = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < profile->n_contexts; i++) {
        uint32_t path[16];
        uint32_t n = profile_path(profile, i, path);
        if (profile->contexts[i].self <= 0)
            continue;
        while (n--)
            len += (size_t)snprintf(text + len, size - len, "%s%c",
                                    profile->functions[path[n]].is.name.s,
                                    n ? ';' : ' ');
        len += (size_t)snprintf(text + len, size - len, "%g, ",
                                profile->contexts[i].self);
    }
}

static void stacks_are(struct indented tree, const struct line *lines, size_t n,
                       const char *expected, double excess,
                       double without_stack)
{
    struct arena arena = { 0 };
    char text[400];
    tree.arena = &arena;
    tree.profile = profile_new(&arena);
    for (size_t i = 0; i < n; i++) {
        struct str name = str_of(lines[i].function);
        indented_add(&tree, lines[i].depth,
                     name.len ? profile_named(tree.profile, name) : NO_ID,
                     lines[i].cost);
    }
    indented_end(&tree);
    print_stacks(tree.profile, text, sizeof text);
    expect(str_eq(str_of(text), str_of(expected)), "%s", text);
    expect(close_to(tree.excess, excess), "excess is %g", tree.excess);
    expect(close_to(tree.without_stack, without_stack), "without stack: %g",
           tree.without_stack);
    profile_free(tree.profile);
    arena_free(&arena);
}

UNIT(indented)
{
    static const struct line lines[] = {
        { 4, "main", 10 }, { 6, "parse", 7 }, { 8, "token", 4 },
        { 6, "print", 2 }, { 4, "idle", 5 },
    };
    static const struct line threads[] = {
        { 0, NULL, 10 }, { 3, "main", 4 }, { 9, NULL, 3 }, { 12, "a", 1 },
        { 5, "b", 1 },   { 0, NULL, 2 },
    };
    static const struct line wrong[] = {
        { 0, "main", 0.3 }, { 1, "a", 0.1 }, { 1, "b", 0.2 },
        { 0, "main", 5 },   { 1, "a", 7 },
    };
    struct indented self = { .costs = INDENTED_SELF };
    struct indented inclusive = { .costs = INDENTED_INCLUSIVE };
    struct indented callers = { .costs = INDENTED_INCLUSIVE, .callers = true };

    test("self costs");
    stacks_are(self, lines, ROWS(lines),
               "main 10, main;parse 7, main;parse;token 4, main;print 2, "
               "idle 5, ",
               0, 0);
    test("inclusive costs");
    stacks_are(inclusive, lines, ROWS(lines),
               "main 1, main;parse 3, main;parse;token 4, main;print 2, "
               "idle 5, ",
               0, 0);
    test("callers");
    stacks_are(callers, lines, ROWS(lines),
               "token;parse;main 4, parse;main 3, print;main 2, main 1, "
               "idle 5, ",
               0, 0);
    test("lines without a function");
    stacks_are(inclusive, threads, ROWS(threads),
               "main 2, main;a 1, main;b 1, ", 0, 8);
    test("lines that cost more than the one above them");
    stacks_are(inclusive, wrong, ROWS(wrong),
               "main;a 7.1, main;b 0.2, ", 2, 0);
    return finish_tests();
}
