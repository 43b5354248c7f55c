#include "cli/arguments.h"

#include <getopt.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/completion.h"
#include "cli/habits.h"
#include "cli/help.h"
#include "cli/input_files.h"
#include "cli/option_value.h"
#include "cli/version.h"
#include "util/diag.h"
#include "util/nearest.h"

/* For a long option, getopt_long returns ROW + the index of its row, which is
   no letter. */
enum { ROW = 256 };

/* ---- The table for getopt_long ---- */

/* The table of options as getopt_long takes it. */
struct getopt_table {
    struct option *longs;
    char *letters;
};

static struct getopt_table make_table(struct arena *arena)
{
    size_t n = 0;
    while (!option_row_ends(&option_rows[n]))
        n++;
    struct getopt_table table = { NEW_N(arena, struct option, n + 1),
                                  NEW_N(arena, char, 2 * n + 2) };
    struct option *next_long = table.longs;
    char *next_letter = table.letters;
    *next_letter++ = ':';
    for (size_t i = 0; i < n; i++) {
        const struct option_row *row = &option_rows[i];
        if (row->name)
            *next_long++ = (struct option){
                .name = row->name,
                .has_arg = option_arg_is_optional(row) ? optional_argument
                           : row->arg                  ? required_argument
                                                       : no_argument,
                .val = ROW + (int)i,
            };
        if (row->letter)
            *next_letter++ = row->letter;
        if (row->letter && row->arg && !option_arg_is_optional(row))
            *next_letter++ = ':';
    }
    return table;
}

/* ---- The arguments ---- */

/* Stores the argument or, if it is missing, its substitute. */
static bool take(struct options *options, const struct option_row *row,
                 const char *arg, struct arena *arena)
{
    if (row->given_at)
        *(bool *)((char *)options + row->given_at) = true;
    options->read.asked |= row->asks;
    *PUSH_IN(arena, &options->given) = (struct given_option){ row->name, arg };
    return option_value_store(options, row, arg ? arg : row->missing, arena);
}

/* Returns the row for a value that getopt_long returned; NULL for no option. */
static const struct option_row *row_of(int value)
{
    const struct option_row *row = option_rows;
    for (; !option_row_ends(row); row++)
        if (ROW + (row - option_rows) == value ||
            (row->letter && row->letter == value))
            return row;
    return NULL;
}

/* Reports a long option, "--NAME" or "--NAME=VALUE", that getopt_long did not
   take: it is the beginning of several names, or of none. */
static void report_long_option(const char *text)
{
    LOCAL_ARENA(scratch);
    struct str name = str_skip(str_of(text), 2), value, list = S("");
    const struct option_row *row;
    str_cut(name, S("="), &name, &value);
    struct nearest near = { .text = name };
    for (row = option_rows; !option_row_ends(row); row++) {
        if (!row->name)
            continue;
        struct str shown = arena_printf(&scratch, "--%s", row->name);
        nearest_add_form(&near, shown, str_of(row->name));
        if (str_starts(str_of(row->name), name))
            list = arena_printf(&scratch, "%s%s%s", list.s,
                                list.len ? ", " : "", shown.s);
    }
    if (list.len)
        diag_error("ambiguous option '--%.*s'; it may be %s", (int)name.len,
                   name.s, list.s);
    else if (habits_advice(&scratch, name).len)
        diag_error("unknown option '--%.*s'; %s", (int)name.len, name.s,
                   habits_advice(&scratch, name).s);
    else
        diag_error("unknown option '--%.*s'%s; see --help=all",
                   (int)name.len, name.s, nearest_text(&near, &scratch).s);
}

/* Explains why getopt_long returned ':' or '?'. */
static enum next_step bad_option(int result, char **argv)
{
    const char *text = argv[optind - 1];
    const struct option_row *row = row_of(optopt);
    if (result == ':')
        diag_error("--%s: expected %s after it; see --help",
                   row ? row->name : text, row ? row->arg : "a value");
    else if (row)
        diag_error("--%s takes no value; see --help", row->name);
    else if (optopt)
        diag_error("unknown option '-%c'; see --help=all; long "
                   "options begin with '--'", optopt);
    else
        report_long_option(text);
    return NEXT_USAGE_ERROR;
}

/* Returns false after a message. */
static bool print(enum option_print what, const char *arg,
                  const struct options *options, struct buf *out)
{
    switch (what) {
    case PRINT_FORMATS:
        help_print_formats(out);
        return true;
    case PRINT_HELP:
        return help_print(out, arg);
    case PRINT_COMPLETION:
        return completion_print(out, arg);
    case PRINT_VERSION:
        version_print(out, &options->layout);
        return true;
    }
    return false;
}

/* Is standard input a device, as /dev/null is in many CI jobs? Devices other
   than terminals have no profile. */
static bool is_device(void)
{
    struct stat status;
    return fstat(STDIN_FILENO, &status) == 0 && S_ISCHR(status.st_mode);
}

/* Adds a profile of the current folder if no file is named and standard input
   is a device. */
static void add_default_files(struct options *options, struct arena *arena)
{
    const char *files[MOST_DEFAULT_FILES];
    bool is_terminal = isatty(STDIN_FILENO);
    size_t n = is_device() && !options->reader
                   ? input_files_find_default(files, arena)
                   : 0;
    options->is_waiting = is_terminal && n == 0;
    if (n == 0)
        files[n++] = "-";
    else
        options->is_default = true;
    for (size_t i = 0; i < n; i++)
        option_value_append(&options->files, &options->n_files, files[i],
                            arena);
}

enum next_step arguments_read(struct options *options, int argc, char **argv,
                              struct arena *arena, struct buf *out)
{
    struct getopt_table table = make_table(arena);
    int value;
    argv = habits_replaced(arena, &argc, argv);
    if (!argv)
        return NEXT_USAGE_ERROR;
    opterr = 0;
    optind = 0; /* options are read again for served pages */
    while ((value = getopt_long(argc, argv, table.letters, table.longs,
                                NULL)) != -1) {
        const struct option_row *row = row_of(value);
        if (!row) /* the value is ':' or '?' */
            return bad_option(value, argv);
        if (row->kind == OPTION_PRINT) {
            if (!optarg && option_arg_is_optional(row))
                optarg = argv[optind]; /* "--help WORD", or NULL */
            return print((enum option_print)row->value, optarg, options, out)
                       ? NEXT_STOP
                       : NEXT_USAGE_ERROR;
        }
        bool good = !option_row_is_left_out(row) ||
                    diag_error("--%s: this prof2dot is built without "
                               "dependences (WITH_DEPS=no); use one that is "
                               "built with them",
                               row->name);
        if (!good || !take(options, row, optarg, arena))
            return NEXT_USAGE_ERROR;
    }
    for (int i = optind; i < argc; i++)
        option_value_append(&options->files, &options->n_files, argv[i], arena);
    if (options->files0_from) {
        enum next_step next = input_files_add_listed(options, arena);
        if (next != NEXT_RUN)
            return next;
    }
    if (options->n_files == 0)
        add_default_files(options, arena);
    return input_files_add_base(options, arena);
}
