#include "cli/options.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "cli/option_rows.h"
#include "util/diag.h"

/* A long option's value is SET and its row. */
enum { SET = 256 };

static void print(enum print what, struct buf *out)
{
    switch (what) {
    case PRINT_FORMATS:
        help_print_formats(out);
        break;
    case PRINT_HELP:
        help_print(out);
        break;
    case PRINT_VERSION:
        buf_add(out, S("prof2dot " VERSION "\n"));
        break;
    case PRINT_NOTHING:
        break;
    }
}

/* The table as getopt_long wants it. */
struct getopt_table {
    struct option *longs;
    char *letters;
};

static struct option long_option(const struct option_row *row)
{
    return (struct option){
        .name = row->name,
        .has_arg = option_arg_is_optional(row) ? optional_argument
                   : row->arg                  ? required_argument
                                               : no_argument,
        .val = SET + (int)(row - option_rows),
    };
}

static struct getopt_table make_table(struct arena *arena)
{
    const struct option_row *row = option_rows;
    while (!option_row_ends(row))
        row++;
    size_t n = (size_t)(row - option_rows);
    struct getopt_table table = { NEW_N(arena, struct option, n + 1),
                                  NEW_N(arena, char, 2 * n + 2) };
    struct option *longs = table.longs;
    char *letters = table.letters;
    *letters++ = ':';
    for (row = option_rows; !option_row_ends(row); row++) {
        if (row->name)
            *longs++ = long_option(row);
        if (row->letter)
            *letters++ = row->letter;
        if (row->letter && row->arg)
            *letters++ = ':';
    }
    return table;
}

static const struct option_row *row_of(int value)
{
    const struct option_row *row = option_rows;
    for (; !option_row_ends(row); row++)
        if (SET + (row - option_rows) == value ||
            (row->letter && row->letter == value))
            return row;
    return NULL;
}

/* getopt_long returned ':' or '?'. */
static enum todo bad_option(int result, char **argv)
{
    const char *text = argv[optind - 1];
    const struct option_row *row = row_of(optopt);
    if (result == ':')
        diag_error("--%s: expected %s after it; see --help",
                   row ? row->name : text, row ? row->arg : "a value");
    else if (row)
        diag_error("--%s takes no value; see --help", row->name);
    else if (optopt)
        diag_error("unknown option '-%c'; see --help", optopt);
    else
        diag_error("unknown or ambiguous option '%s'; see --help", text);
    return TODO_USAGE_ERROR;
}

static enum todo read_options(struct options *options, int argc, char **argv,
                              struct arena *arena, struct buf *out)
{
    struct getopt_table table = make_table(arena);
    int value;
    opterr = 0;
    while ((value = getopt_long(argc, argv, table.letters, table.longs,
                                NULL)) != -1) {
        if (value == ':' || value == '?')
            return bad_option(value, argv);
        const struct option_row *row = row_of(value);
        if (!row->set) {
            print(row->print, out);
            return TODO_STOP;
        }
        if (!row->set(options, optarg))
            return TODO_USAGE_ERROR;
    }
    return TODO_RUN;
}

static void take_files(struct options *options, int argc, char **argv,
                       struct arena *arena)
{
    options->files = NEW_N(arena, const char *, (size_t)argc + 1);
    for (int i = optind; i < argc; i++)
        options->files[options->n_files++] = argv[i];
    if (options->n_files == 0)
        options->files[options->n_files++] = "-";
}

/* No option can be given more often than there are arguments. */
static struct patterns new_patterns(struct options *options, int argc,
                                    struct arena *arena)
{
    return (struct patterns){
        .texts = NEW_N(arena, const char *, (size_t)argc),
        .names = &options->names,
    };
}

static void make_room(struct options *options, int argc, struct arena *arena)
{
    struct patterns *lists[] = { &options->view.root, &options->view.leaf,
                                 &options->filters.breaks };
    struct patterns *by = options->filters.by;
    for (size_t i = 0; i < ROWS(lists); i++)
        *lists[i] = new_patterns(options, argc, arena);
    for (size_t i = 0; i < N_FILTERS; i++)
        by[i] = new_patterns(options, argc, arena);
    for (size_t i = 0; i < N_THREAD_KEYS; i++)
        options->read.thread_patterns[i].texts =
            NEW_N(arena, const char *, (size_t)argc);
}

/* The writer that -T or the file's name says, and what it needs to know. */
static enum todo choose_writer(struct options *options)
{
    bool standard = strcmp(options->output, "-") == 0;
    if (!options->writer)
        options->writer = writer_for(options->output);
    options->layout.format = options->writer->name;
    options->layout.output = standard ? NULL : options->output;
    if (options->writer->is_picture && !options->has_node_thres &&
        !options->has_nodecount)
        options->view.nodecount = 80;
    if (standard && options->writer->is_binary && !options->list_functions &&
        isatty(STDOUT_FILENO)) {
        diag_error("-T %s: this is not for a terminal; name a file by -o",
                   options->writer->name);
        return TODO_USAGE_ERROR;
    }
    return TODO_RUN;
}

enum todo options_read(struct options *options, int argc, char **argv,
                       struct arena *arena, struct buf *out)
{
    *options = (struct options){
        .read = { .event = S("") },
        .view = { .depth = -1, .node_thres = 0.5, .edge_thres = 0.1 },
        .look = { .theme = &themes[0],
                  .skew = 1,
                  .label_length = 60,
                  .rankdir = "TB",
                  .legend = true },
        .layout = { .limit = 60 },
        .output = "-",
    };
    make_room(options, argc, arena);
    enum todo todo = read_options(options, argc, argv, arena, out);
    if (todo != TODO_RUN)
        return todo;
    if (options->read.program && options->reader &&
        !options->reader->read_together) {
        diag_error("--program: %s input has no use for a program; see --help",
                   options->reader->name);
        return TODO_USAGE_ERROR;
    }
    if (options->look.by_module &&
        options->look.recursion == RECURSION_CLUSTER) {
        diag_error("--clusters=module and --recursion=cluster: a function can "
                   "be in one box only");
        return TODO_USAGE_ERROR;
    }
    if (strcmp(options->output, "-") == 0 &&
        (options->depfile || options->if_changed)) {
        diag_error("%s: this needs a file named by -o",
                   options->depfile ? "--depfile" : "--if-changed");
        return TODO_USAGE_ERROR;
    }
    if (options->look.url_target && !options->look.url) {
        diag_error("--url-target: there are no links without --url");
        return TODO_USAGE_ERROR;
    }
    take_files(options, argc, argv, arena);
    return choose_writer(options);
}
