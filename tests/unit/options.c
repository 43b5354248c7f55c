/* The table of options: its rows make sense, and man/prof2dot.1 describes each
   option and no other. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli/option_rows.h"

enum { LINES = 1000 };

/* The .It lines of the manual page that have an option. */
static struct str items[LINES];
static size_t n_items;

static void read_manual(struct arena *arena)
{
    const char *tests = getenv("TESTS");
    struct str path = arena_printf(arena, "%s/../man/prof2dot.1",
                                   tests ? tests : "tests");
    FILE *manual = fopen(path.s, "r");
    char line[1000];
    if (!manual) {
        perror(path.s);
        exit(1);
    }
    while (fgets(line, sizeof line, manual) && n_items < LINES) {
        struct str text = str_trim(str_of(line));
        if (str_take(&text, S(".It ")) && str_starts(text, S("Fl ")))
            items[n_items++] = arena_copy(arena, text);
    }
    fclose(manual);
}

/* "Fl s , Fl Fl strip", "Fl Fl dark Ns = Ns Cm auto | never" */
static struct str item_of(struct arena *arena, const struct option_row *row)
{
    struct str item = arena_printf(arena, "Fl Fl %s", row->name);
    const struct option_choice *c = row->choices;
    if (row->letter)
        item = arena_printf(arena, "Fl %c , %s", row->letter, item.s);
    if (option_arg_is_optional(row))
        return arena_printf(arena, "%s Ns Op = Ns Ar ", item.s);
    if (!row->arg)
        return item;
    if (!c)
        return arena_printf(arena, "%s Ns = Ns Ar ", item.s);
    item = arena_printf(arena, "%s Ns = Ns Cm %s", item.s, c->name);
    for (c++; c->name; c++)
        item = arena_printf(arena, "%s | %s", item.s, c->name);
    return item;
}

/* An item may describe several options: what comes before or after this one
   begins or ends with a comma. */
static bool has_item(const struct option_row *row, struct str item)
{
    for (size_t i = 0; i < n_items; i++) {
        struct str before, after, line = items[i];
        while (str_cut(line, item, &before, &after)) {
            bool begins = before.len == 0 || str_ends(before, S(" , "));
            bool ends = after.len == 0 || str_starts(after, S(" , "));
            if (begins && (ends || (row->arg && !row->choices)))
                return true;
            line = after;
        }
    }
    return false;
}

static const struct option_row *row_by_name(struct str name)
{
    for (const struct option_row *row = option_rows; !option_row_ends(row);
         row++)
        if (row->name && str_eq(str_of(row->name), name))
            return row;
    return NULL;
}

static void test_manual(struct arena *arena)
{
    const char *section = "";
    test("man/prof2dot.1 describes every option");
    for (const struct option_row *row = option_rows; !option_row_ends(row);
         row++) {
        if (!row->name) {
            section = row->help;
            continue;
        }
        struct str item = item_of(arena, row);
        expect(has_item(row, item),
               "expected a paragraph in the section '%.*s' that begins with "
               "'.It %s%s'", (int)strcspn(section, ","), section, item.s,
               row->arg && !row->choices ? "argument" : "");
    }
    test("man/prof2dot.1 describes no other option");
    for (size_t i = 0; i < n_items; i++) {
        struct str rest = items[i], before, name;
        while (str_cut(rest, S("Fl Fl "), &before, &rest)) {
            str_take_word(&rest, &name);
            expect(row_by_name(name), "there is no option --%.*s",
                   (int)name.len, name.s);
        }
    }
}

static void test_row(const struct option_row *row)
{
    bool stores = true, takes_argument = true;
    switch (row->kind) {
    case OPTION_HEADING:
        stores = takes_argument = false;
        break;
    case OPTION_PRINT: /* the text may be about the argument */
        stores = false;
        takes_argument = row->arg;
        break;
    case OPTION_FLAG:
    case OPTION_VALUE:
        takes_argument = false;
        break;
    case OPTION_CHOICE:
        expect(row->choices && row->choices[0].name, "--%s: no choices",
               row->name);
        break;
    case OPTION_LIST:
        expect(row->n_at, "--%s: no number of texts", row->name);
        break;
    case OPTION_CUSTOM:
        stores = false;
        takes_argument = row->arg != NULL;
        expect(row->take, "--%s: no function", row->name);
        break;
    case OPTION_NUMBER:
    case OPTION_WHOLE:
        expect(row->least <= row->most, "--%s: accepts no number", row->name);
        break;
    case OPTION_TEXT:
        break;
    }
    if (!row->name)
        return;
    expect(!stores || row->at, "--%s: no field of struct options", row->name);
    expect((row->arg != NULL) == takes_argument, "--%s: the name of the "
           "argument does not fit its kind", row->name);
    expect(!option_arg_is_optional(row) || row->missing ||
               row->kind == OPTION_PRINT,
           "--%s: nothing stands for a missing argument", row->name);
    expect(!row->is_valid || row->expected,
           "--%s: a wrong argument has no message", row->name);
    expect(row_by_name(str_of(row->name)) == row, "--%s: two rows", row->name);
    for (const struct option_row *other = option_rows; other < row; other++)
        expect(!row->letter || other->letter != row->letter,
               "-%c: --%s and --%s", row->letter, other->name, row->name);
}

static enum todo read_option(struct options *options, const char *name,
                             const char *arg)
{
    struct arena arena = { 0 };
    struct buf out = { 0 };
    struct str option = arena_printf(&arena, "--%s=%s", name, arg);
    /* A margin needs something to compare with. */
    bool needs_base = strcmp(name, "margin") == 0;
    char *argv[] = { "prof2dot", (char *)option.s,
                     needs_base ? "--base=/dev/null" : NULL, NULL };
    optind = 1;
    enum todo todo =
        options_read(options, needs_base ? 3 : 2, argv, &arena, &out);
    buf_free(&out);
    arena_free(&arena);
    return todo;
}

/* The program starts with the defaults of all rows, and with each choice. */
static void test_arguments(void)
{
    struct options options;
    test("defaults and choices are accepted");
    for (const struct option_row *row = option_rows; !option_row_ends(row);
         row++) {
        enum todo todo =
            option_row_is_left_out(row) ? TODO_USAGE_ERROR : TODO_RUN;
        if (row->initial)
            expect(read_option(&options, row->name, row->initial) == todo,
                   "--%s=%s", row->name, row->initial);
        for (const struct option_choice *c = row->choices; c && c->name; c++)
            expect(read_option(&options, row->name, c->name) == todo,
                   "--%s=%s", row->name, c->name);
    }
    test("arguments are stored");
    read_option(&options, "label-length", "7");
    expect(options.look.label_length == 7, "a whole number");
    expect(options.view.node_thres == 0.5, "a default");
    expect(options.look.legend && !options.read.period, "other flags");
    read_option(&options, "weight", "period");
    expect(options.read.period && options.read.asked == ASK_WEIGHT,
           "a switch, and that it was given");
    read_option(&options, "recursion", "cluster");
    expect(options.look.recursion == RECURSION_CLUSTER, "a choice");
}

UNIT(options)
{
    struct arena arena = { 0 };
    read_manual(&arena);
    test("every row makes sense");
    for (const struct option_row *row = option_rows; !option_row_ends(row);
         row++)
        test_row(row);
    test_arguments();
    test_manual(&arena);
    arena_free(&arena);
    return finish_tests();
}
