#include "readers/bop/updates.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "util/utf8.h"

enum { MOST_TEXT = 32 };

/* Reads a line of a file into *text, which must be freed. */
static bool read_line(const char *path, uint64_t line, char **text)
{
    struct stat info;
    size_t room = 0;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    ssize_t n = -1;
    do
        n = getline(text, &room, file);
    while (n >= 0 && --line > 0);
    fclose(file);
    return n >= 0;
}

/* Finds the only operator that updates a variable. Returns false if there is
   none, or if there are several. */
static bool find_operator(struct str s, size_t *at)
{
    static const struct str operators[] = {
        STR("++"), STR("--"), STR("+="), STR("-="),
        STR("*="), STR("&="), STR("|="), STR("^="),
    };
    size_t n = 0;
    for (size_t i = 0; i + 1 < s.len; i++)
        for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
            if (str_eq((struct str){ s.s + i, 2 }, operators[k])) {
                *at = i++;
                n++;
                break;
            }
    return n == 1;
}

/* Returns what follows the last brace before a position. */
static struct str behind_braces(struct str s, size_t *at)
{
    for (size_t i = *at; i-- > 0;)
        if (s.s[i] == '{' || s.s[i] == '}') {
            s = str_skip(s, i + 1);
            *at -= i + 1;
            break;
        }
    while (s.len && *at && (*s.s == ' ' || *s.s == '\t')) {
        s = str_skip(s, 1);
        --*at;
    }
    return s;
}

/* Tells whether the operator changes this variable and nothing else in the
   statement names it. */
static bool updates(struct str statement, size_t at, struct str variable)
{
    struct str left = { statement.s, at };
    struct str right = { statement.s + at + 2, statement.len - at - 2 };
    if (at == 0 || !variable.len)
        return true;
    return str_has(left, variable) && !str_has(right, variable);
}

struct str bop_update(struct arena *arena, struct str file, uint64_t line,
                      struct str variable)
{
    char *text = NULL;
    struct str update = S("");
    if (file.len && line &&
        read_line(arena_copy(arena, file).s, line, &text)) {
        struct str s = str_of(text), statement, rest;
        size_t at;
        str_take_blanks(&s);
        if (str_cut(s, S(";"), &statement, &rest) &&
            find_operator(statement, &at)) {
            statement = behind_braces(statement, &at);
            if (updates(statement, at, variable))
                update = utf8_shortened(arena, arena_copy(arena, statement),
                                        MOST_TEXT);
        }
    }
    free(text);
    return update;
}
