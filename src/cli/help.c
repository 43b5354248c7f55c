#include "cli/help.h"

#include "cli/option_rows.h"
#include "output/theme.h"
#include "util/diag.h"
#include "util/text/utf8.h"

enum { WIDTH = 80, HELP_COLUMN = 30 };

/* Prints "  -f, --format=NAME      help". */
static void print_item(struct buf *out, struct str item, struct str help)
{
    buf_printf(out, "%-*.*s", HELP_COLUMN, (int)item.len, item.s);
    if (item.len >= HELP_COLUMN)
        buf_printf(out, "\n%*s", HELP_COLUMN, "");
    utf8_fill(out, help, WIDTH, HELP_COLUMN, HELP_COLUMN);
}

static void print_row(struct buf *out, const struct option_row *row)
{
    LOCAL_ARENA(scratch);
    const char *arg = row->arg ? row->arg : "";
    const char *equals = row->arg && !option_arg_is_optional(row) ? "=" : "";
    struct str item =
        row->letter ? arena_printf(&scratch, "  -%c, --%s%s%s", row->letter,
                                   row->name, equals, arg)
                    : arena_printf(&scratch, "      --%s%s%s", row->name,
                                   equals, arg);
    struct str help = str_of(row->help);
    if (row->initial)
        help = arena_printf(&scratch, "%s (%s)", row->help, row->initial);
    print_item(out, item, help);
}

static void print_name(struct buf *out, const char *name,
                        const char *description)
{
    LOCAL_ARENA(scratch);
    print_item(out, arena_printf(&scratch, "  %s", name), str_of(description));
}

/* Returns the description and the other names of a format: "call graph printed
   by gprof; also prof". */
static struct str describe(struct arena *arena, const struct reader *reader)
{
    struct str aliases = str_of(reader->aliases), alias;
    struct str text = str_of(reader->description);
    const char *between = "; also";
    while (str_take_word(&aliases, &alias)) {
        text = arena_printf(arena, "%s%s %.*s", text.s, between,
                            (int)alias.len, alias.s);
        between = ",";
    }
    return text;
}

/* The columns of the table of --list-formats. Their titles are names of options
   as far as possible. */
static const struct {
    const char *title;
    unsigned asks; /* any of these makes the column "yes" */
} columns[] = {
    { "event", ASK_EVENT },
    { "weight", ASK_WEIGHT },
    { "comm", ASK_COMM },
    { "pid", ASK_PID },
    { "tid", ASK_TID },
    { "tags", ASK_TAGS },
    { "lines", ASK_LINES },
    { "addresses", ASK_ADDRESSES | ASK_UNRESOLVED },
};

/* Prints the row of a format, or the title if it is NULL. The table is for
   scripts as well: each row has the same number of words, and other lines
   begin with a blank. */
static void print_columns(struct buf *out, const struct reader *reader,
                          size_t name_width)
{
    static const char *const totals[] = {
        [TOTALS_EXACT] = "exact",
        [TOTALS_MEASURED] = "measured",
        [TOTALS_ESTIMATED] = "estimated",
    };
    buf_printf(out, "%-*s  %-9s", (int)name_width,
               reader ? reader->name : "format",
               reader ? totals[reader->totals] : "totals");
    for (size_t i = 0; i < ROWS(columns); i++) {
        const char *title = columns[i].title;
        bool is_last = i + 1 == ROWS(columns);
        const char *cell = title;
        if (reader)
            cell = reader->supports & columns[i].asks ? "yes" : "-";
        buf_printf(out, "  %-*s", is_last ? 0 : (int)strlen(title), cell);
    }
    buf_char(out, '\n');
}

static int by_name(const void *a, const void *b)
{
    const struct reader *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

/* Returns all readers by name, followed by NULL. */
static const struct reader **sort_readers(struct arena *arena)
{
    size_t n = 0;
    while (readers[n])
        n++;
    const struct reader **sorted = NEW_N(arena, const struct reader *, n + 1);
    memcpy(sorted, readers, n * sizeof *sorted);
    SORT(sorted, n, by_name);
    return sorted;
}

static struct str tested(struct arena *arena, const struct reader *reader)
{
    return reader->tested
               ? arena_printf(arena, "tested with files of %s", reader->tested)
               : S("written from its documentation: a real file in an issue "
                   "is welcome");
}

/* Recipes are lines of any length, so that their commands can be copied. */
static void print_recipes(struct buf *out, const struct reader *reader)
{
    struct str lines = str_of(reader->recipes ? reader->recipes : ""), line;
    while (str_take_part(&lines, S("\n"), &line))
        buf_printf(out, "  %.*s\n", (int)line.len, line.s);
}

void help_print_formats(struct buf *out)
{
    LOCAL_ARENA(scratch);
    size_t name_width = 0;
    for (size_t i = 0; readers[i]; i++)
        if (strlen(readers[i]->name) > name_width)
            name_width = strlen(readers[i]->name);
    print_columns(out, NULL, name_width);
    for (const struct reader **r = sort_readers(&scratch); *r; r++) {
        struct str files = arena_printf(&scratch, "%s, written by %s",
                                        (*r)->file, (*r)->programs);
        print_columns(out, *r, name_width);
        buf_add(out, S("  "));
        utf8_fill(out, describe(&scratch, *r), WIDTH, 2, 4);
        buf_add(out, S("  "));
        utf8_fill(out, files, WIDTH, 2, 4);
        buf_add(out, S("  "));
        utf8_fill(out, tested(&scratch, *r), WIDTH, 2, 4);
        print_recipes(out, *r);
    }
}

/* Prints the names of all formats. */
static void print_format_names(struct buf *out)
{
    LOCAL_ARENA(scratch);
    struct str names = S("");
    for (const struct reader **r = sort_readers(&scratch); *r; r++)
        names = arena_printf(&scratch, "%s%s%s", names.s,
                             names.len ? ", " : "", (*r)->name);
    buf_add(out, S("  "));
    utf8_fill(out, names, WIDTH, 2, 2);
}

static void print_all(struct buf *out)
{
    EACH_OPTION(row) {
        if (!row->name)
            buf_printf(out, "\n%s\n", row->help);
        else if (option_row_is_shown(row) && !row->is_rare)
            print_row(out, row);
    }
    buf_add(out, S("\n--help=WORD finds rarer options as well; the manual, "
                   "prof2dot(1), has all.\n"));
    buf_add(out, S("\nFormats, for -f; --list-formats describes them\n"));
    print_format_names(out);
    buf_add(out, S("\nThemes, for -c\n"));
    for (const struct theme *theme = themes; theme->name; theme++)
        print_name(out, theme->name, theme->description);
    buf_add(out, S("\nOutputs, for -T\n"));
    for (const struct writer *const *writer = writers; *writer; writer++)
        print_name(out, (*writer)->name, (*writer)->description);
}

/* The options that --help shows. */
static const struct str common[] = {
    STR("output"), STR("to"),     STR("base"),  STR("event"), STR("tags"),
    STR("focus"),  STR("ignore"), STR("path"),  STR("root"),  STR("leaf"),
    STR("strip"),  STR("fit"),    STR("serve"), STR("help"),
};

static bool is_common(const struct option_row *row)
{
    for (size_t i = 0; i < ROWS(common); i++)
        if (str_eq(common[i], str_of(row->name)))
            return true;
    return false;
}

/* Does the text have the word, in upper or lower case? */
static bool has_word(const char *text, const char *word)
{
    for (; *text; text++) {
        size_t i = 0;
        while (word[i] && ascii_lower(text[i]) == ascii_lower(word[i]))
            i++;
        if (!word[i])
            return true;
    }
    return false;
}

static void print_usage(struct buf *out)
{
    buf_add(out, S("usage: prof2dot [OPTION]... [FILE]...\n"
                   "       prof2dot [OPTION]... PROGRAM gmon.out...\n"
                   "Draws the call graph of a profile. Without FILE, or for "
                   "-, reads standard\ninput; several files are added up.\n"));
}

static void print_common(struct buf *out)
{
    print_usage(out);
    buf_char(out, '\n');
    EACH_OPTION(row)
        if (option_row_is_shown(row) && is_common(row))
            print_row(out, row);
    buf_add(out, S("\n--help=all prints most options, formats and outputs, "
                   "--help=WORD those about a\nword such as threads; the "
                   "manual, prof2dot(1), explains them.\n"));
}

/* Prints the outputs and formats about a word. Returns false if there are
   none. */
static bool print_names_about(struct buf *out, const char *word)
{
    LOCAL_ARENA(scratch);
    bool is_found = false;
    for (const struct writer *const *w = writers; *w; w++) {
        const char *texts[] = { (*w)->name, (*w)->also, (*w)->description };
        for (size_t i = 0; i < ROWS(texts); i++)
            if (texts[i] && has_word(texts[i], word)) {
                print_name(out, arena_printf(&scratch, "-T %s", (*w)->name).s,
                           (*w)->description);
                is_found = true;
                break;
            }
    }
    for (const struct reader **r = sort_readers(&scratch); *r; r++) {
        struct str about = arena_printf(&scratch, "%s %s %s %s", (*r)->name,
                                        (*r)->aliases, (*r)->description,
                                        (*r)->file);
        if (!has_word(about.s, word))
            continue;
        print_name(out, arena_printf(&scratch, "-f %s", (*r)->name).s,
                   describe(&scratch, *r).s);
        is_found = true;
    }
    return is_found;
}

static bool print_about(struct buf *out, const char *word)
{
    bool is_found = false;
    const char *name = word + strspn(word, "-");
    bool is_letter = name[0] && !name[1];
    EACH_OPTION(row)
        if (option_row_is_shown(row) &&
            (is_letter ? row->letter == name[0]
                       : has_word(row->name, name) ||
                             has_word(row->help, name))) {
            is_found = true;
            print_row(out, row);
        }
    return (!is_letter && print_names_about(out, name)) || is_found ||
           diag_error("--help: no option tells anything about '%s'; --help=all "
                      "prints most",
                      word);
}

bool help_print(struct buf *out, const char *word)
{
    if (word && strcmp(word, "all") != 0)
        return print_about(out, word);
    if (!word) {
        print_common(out);
        return true;
    }
    print_usage(out);
    print_all(out);
    return true;
}
