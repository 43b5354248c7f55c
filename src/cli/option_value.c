#include "cli/option_value.h"

#include <string.h>

#include "util/diag.h"

static bool wrong(const struct option_row *row, const char *arg,
                  const char *expected)
{
    if (row->expected)
        expected = row->expected;
    return diag_error("--%s: expected %s, found '%s'", row->name, expected,
                      arg);
}

static bool wrong_whole(const struct option_row *row, const char *arg)
{
    LOCAL_ARENA(scratch);
    struct str expected = S("a whole number");
    if (row->least > 0)
        expected = arena_printf(&scratch, "a whole number from %.0f up",
                                row->least);
    wrong(row, arg, expected.s);
    return false;
}

/* Expects "a, b or c". */
static bool wrong_choice(const struct option_row *row, const char *arg)
{
    LOCAL_ARENA(scratch);
    const struct option_choice *c = row->choices;
    struct str names = str_of(c->name);
    for (c++; c->name; c++)
        names = arena_printf(&scratch, "%s%s%s", names.s,
                             c[1].name ? ", " : " or ", c->name);
    wrong(row, arg, names.s);
    return false;
}

static const struct option_choice *find_choice(const struct option_row *row,
                                               const char *arg)
{
    const struct option_choice *c = row->choices;
    while (c->name && strcmp(arg, c->name) != 0)
        c++;
    return c->name ? c : NULL;
}

static bool is_wrong_text(const struct option_row *row, const char *arg)
{
    return (row->expected && arg[0] == '\0') ||
           (row->is_valid && !row->is_valid(str_of(arg)));
}

void option_value_append(const char ***texts, size_t *n, const char *text,
                         struct arena *arena)
{
    if ((*n & (*n - 1)) == 0) {
        const char **larger = NEW_N(arena, const char *, *n ? 2 * *n : 1);
        for (size_t i = 0; i < *n; i++)
            larger[i] = (*texts)[i];
        *texts = larger;
    }
    (*texts)[(*n)++] = text;
}

bool option_value_store(struct options *options, const struct option_row *row,
                        const char *arg, struct arena *arena)
{
    void *field = (char *)options + row->at;
    const struct option_choice *choice;
    struct str text;
    uint64_t whole;
    double number;
    switch (row->kind) {
    case OPTION_HEADING:
    case OPTION_PRINT:
        return true;
    case OPTION_FLAG:
        *(bool *)field = row->value;
        return true;
    case OPTION_VALUE:
        *(unsigned *)field = row->value;
        return true;
    case OPTION_NUMBER:
        if (!str_number(str_of(arg), &number) || number < row->least ||
            number > row->most)
            return wrong(row, arg, "a number");
        *(double *)field = number;
        return true;
    case OPTION_WHOLE:
        text = str_of(arg);
        if (!str_take_digits(&text, &whole) || text.len > 0 ||
            (double)whole < row->least || (double)whole > row->most)
            return wrong_whole(row, arg);
        *(long *)field = (long)whole;
        return true;
    case OPTION_TEXT:
        if (row->choices && !find_choice(row, arg))
            return wrong_choice(row, arg);
        if (is_wrong_text(row, arg))
            return wrong(row, arg, "a valid value");
        *(const char **)field = arg;
        return true;
    case OPTION_CHOICE:
        choice = find_choice(row, arg);
        if (!choice)
            return wrong_choice(row, arg);
        *(unsigned *)field = choice->value;
        return true;
    case OPTION_LIST:
        if (is_wrong_text(row, arg))
            return wrong(row, arg, "a valid value");
        option_value_append(field, (size_t *)((char *)options + row->n_at), arg,
                            arena);
        return true;
    case OPTION_CUSTOM:
        return row->take(options, arg) ||
               (row->expected && wrong(row, arg, NULL));
    }
    return false;
}
