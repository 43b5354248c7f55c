/* The table of options: its rows make sense, and man/prof2dot.1 describes each
   option and no other. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli/option_rows.h"
#include "util/diag.h"
#include "util/memory.h"

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

static enum next_step read_option(struct options *options, const char *name,
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
    enum next_step next =
        options_read(options, needs_base ? 3 : 2, argv, &arena, &out);
    buf_free(&out);
    arena_free(&arena);
    return next;
}

/* The program starts with the defaults of all rows, and with each choice. */
static void test_arguments(void)
{
    struct options options;
    test("defaults and choices are accepted");
    for (const struct option_row *row = option_rows; !option_row_ends(row);
         row++) {
        enum next_step next =
            option_row_is_left_out(row) ? NEXT_USAGE_ERROR : NEXT_RUN;
        if (row->initial)
            expect(read_option(&options, row->name, row->initial) == next,
                   "--%s=%s", row->name, row->initial);
        for (const struct option_choice *c = row->choices; c && c->name; c++)
            expect(read_option(&options, row->name, c->name) == next,
                   "--%s=%s", row->name, c->name);
    }
    test("arguments are stored");
    read_option(&options, "label-length", "7");
    expect(options.look.label_length == 7, "a whole number");
    expect(options.view.node_thres == 0.5, "a default");
    expect(options.look.legend && !options.read.weight_is_period,
           "other flags");
    read_option(&options, "weight", "period");
    expect(options.read.weight_is_period && options.read.asked == ASK_WEIGHT,
           "a switch, and that it was given");
    read_option(&options, "recursion", "cluster");
    expect(options.look.recursion == RECURSION_CLUSTER, "a choice");
}

/* ---- What the columns forbid ---- */

/* Returns what is said of these options, of which NULL ends the list. */
static struct str said_of(struct arena *arena, const char *const *words)
{
    struct options options;
    struct buf out = { 0 }, said = { 0 };
    char *argv[9] = { "prof2dot" };
    int argc = 1;
    for (; *words; words++)
        argv[argc++] = (char *)*words;
    argv[argc++] = "/dev/null";
    optind = 1;
    diag_capture(&said);
    options_read(&options, argc, argv, arena, &out);
    diag_capture(NULL);
    memory_limit(SIZE_MAX); /* of --max-memory */
    buf_free(&out);
    return buf_move(&said, arena);
}

/* Calls for each argument that an option might take, until it returns true. */
static bool with_argument(struct arena *arena, const struct option_row *row,
                          struct str expected,
                          const char *const *others)
{
    static const char *const samples[] = { "3",   "a", "a=b", "a/b", "comm", "/",
                                           "+2%", "",  "%n",  "none", "module" };
    const char *words[7] = { NULL };
    for (size_t i = 0; others[i]; i++)
        words[i + 1] = others[i];
    for (size_t i = 0; i < ROWS(samples); i++) {
        const char *arg = samples[i];
        if (row->choices && row->choices[0].name)
            arg = row->choices[i % 2 && row->choices[1].name].name;
        words[0] = row->arg && (*arg || !option_arg_is_optional(row))
                       ? arena_printf(arena, "--%s=%s", row->name, arg).s
                       : arena_printf(arena, "--%s", row->name).s;
        if (str_has(said_of(arena, words), expected))
            return true;
    }
    return false;
}

/* Returns the option that another one needs, or NULL. */
static const char *needed_by(struct arena *arena, const struct option_row *row)
{
    return row->needs ? arena_printf(arena, "--%s=/dev/null", row->needs).s
                      : NULL;
}

/* Is the option refused beside another one, in both orders? `word` is "name" or
   "name=value". */
static void against(struct arena *arena, const struct option_row *row,
                    struct str word)
{
    struct str name = word, value = S("");
    str_cut(word, S("="), &name, &value);
    const struct option_row *other = row_by_name(name);
    if (!other || option_row_is_left_out(row) || option_row_is_left_out(other))
        return;
    struct str text = value.len                     ? value
                      : str_eq(name, S("base"))    ? S("/dev/null")
                      : str_eq(name, S("fit"))     ? S("300x200")
                      : str_eq(name, S("fail-if")) ? S("+2%")
                      : other->choices             ? str_of(other->choices[1].name)
                                                   : S("3");
    struct str second =
        other->arg ? arena_printf(arena, "--%s=%.*s", other->name,
                                  (int)text.len, text.s)
                   : arena_printf(arena, "--%s", other->name);
    struct str expected = arena_printf(arena, "--%s: %s; leave out --%s",
                                       row->name, row->because, other->name);
    const char *words[] = {
        second.s, needed_by(arena, row->needs ? row : other), NULL
    };
    expect(with_argument(arena, row, expected, words),
           "expected '%s' beside %s", expected.s, second.s);
}

static void test_columns(struct arena *arena)
{
    static const char *const none[] = { NULL };
    test("options that exclude each other");
    EACH_OPTION(row) {
        struct str words = str_of(row->against ? row->against : ""), word;
        while (str_take_word(&words, &word))
            against(arena, row, word);
    }
    test("options that need another one");
    EACH_OPTION(row)
        if (row->needs && !option_row_is_left_out(row))
            expect(with_argument(arena, row,
                                 arena_printf(arena,
                                              "--%s: this needs --%s; give both",
                                              row->name, row->needs),
                                 none),
                   "--%s alone", row->name);
    test("outputs that refuse an option");
    EACH_OPTION(row) {
        if (!row->name || option_row_is_left_out(row))
            continue;
        static const char *const outputs[] = {
            "-Tdot", "-Tflame", "-Thtml", "-Tlist", "-Tpprof", "--list-threads"
        };
        size_t n = 0;
        for (size_t i = 0; i < ROWS(outputs); i++) {
            const char *words[] = { outputs[i], "/dev/null",
                                    needed_by(arena, row), NULL };
            bool is_list = outputs[i][1] == '-';
            n += with_argument(arena, row,
                               arena_printf(arena, "--%s: this is not for %s%s",
                                            row->name, is_list ? "" : "-T ",
                                            outputs[i] + (is_list ? 0 : 2)),
                               words);
        }
        expect((n > 0) == row->is_strict && n < ROWS(outputs),
               "--%s: %zu of %zu outputs refuse it", row->name, n,
               ROWS(outputs));
    }
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
    test_columns(&arena);
    test_manual(&arena);
    arena_free(&arena);
    return finish_tests();
}
