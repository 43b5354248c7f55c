#include "cli/help.h"

#include "cli/option_rows.h"
#include "output/theme.h"

/* Prints "  -f, --format=NAME      help", with the help in lines that end at
   column 80 at the latest. */
static void print_item(struct buf *out, struct str item, struct str help)
{
    const size_t indent = 30, width = 80 - indent;
    buf_printf(out, "%-*.*s", (int)indent, (int)item.len, item.s);
    if (item.len >= indent)
        buf_printf(out, "\n%*s", (int)indent, "");
    while (help.len > width) {
        struct str line = str_head(help, width + 1), rest;
        str_cut_last(line, S(" "), &line, &rest);
        buf_add(out, line);
        help = str_skip(help, line.len + 1);
        buf_printf(out, "\n%*s", (int)indent, "");
    }
    buf_add(out, help);
    buf_char(out, '\n');
}

static void print_row(struct buf *out, const struct option_row *row)
{
    struct arena scratch = { 0 };
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
    arena_free(&scratch);
}

static void print_name(struct buf *out, const char *name,
                        const char *description)
{
    struct arena scratch = { 0 };
    print_item(out, arena_printf(&scratch, "  %s", name), str_of(description));
    arena_free(&scratch);
}

/* The description and the other names of a format: "call graph printed by
   gprof; also prof". */
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

void help_print_formats(struct buf *out)
{
    struct arena scratch = { 0 };
    for (size_t i = 0; readers[i]; i++)
        buf_printf(out, "%-14s%s\n", readers[i]->name,
                   describe(&scratch, readers[i]).s);
    arena_free(&scratch);
}

static void print_readers(struct buf *out)
{
    struct arena scratch = { 0 };
    for (size_t i = 0; readers[i]; i++)
        print_name(out, readers[i]->name,
                    describe(&scratch, readers[i]).s);
    arena_free(&scratch);
}

void help_print(struct buf *out)
{
    buf_add(out, S("usage: prof2dot [OPTION]... [FILE]...\n"
                   "       prof2dot [OPTION]... PROGRAM gmon.out...\n"
                   "Draws the call graph of a profile. Without FILE, or for "
                   "-, reads standard\ninput; several files are added up.\n"));
    for (const struct option_row *row = option_rows; !option_row_ends(row);
         row++) {
        if (!row->name)
            buf_printf(out, "\n%s\n", row->help);
        else if (row->help)
            print_row(out, row);
    }
    buf_add(out, S("\nFormats, for -f\n"));
    print_readers(out);
    buf_add(out, S("\nThemes, for -c\n"));
    for (const struct theme *theme = themes; theme->name; theme++)
        print_name(out, theme->name, theme->description);
    buf_add(out, S("\nOutputs, for -T\n"));
    for (const struct writer *const *writer = writers; *writer; writer++)
        print_name(out, (*writer)->name, (*writer)->description);
}
