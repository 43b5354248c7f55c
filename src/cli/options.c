#include "cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/completion.h"
#include "cli/depfile.h"
#include "cli/ending.h"
#include "cli/habits.h"
#include "cli/help.h"
#include "cli/input_files.h"
#include "cli/option_rows.h"
#include "cli/overwrite.h"
#include "cli/version.h"
#include "elf/disassembler.h"
#include "readers/choose/all_events.h"
#include "util/diag.h"
#include "util/files/save_folder.h"
#include "util/memory.h"
#include "util/nearest.h"
#include "util/progress.h"

/* getopt_long returns ROW plus the row's number for a long option, which is
   no letter. */
enum { ROW = 256 };

/* ---- One option ---- */

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

/* Appends to a list of n texts. Its array has room for n texts rounded up to
   a power of two, so it is full when n is one. */
static void append(const char ***texts, size_t *n, const char *text,
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

/* Stores the argument where and how the row says. False after a message. */
static bool store(struct options *options, const struct option_row *row,
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
    case OPTION_SWITCH:
    case OPTION_CHOICE:
        choice = find_choice(row, arg);
        if (!choice)
            return wrong_choice(row, arg);
        if (row->kind == OPTION_SWITCH)
            *(bool *)field = choice->value;
        else
            *(unsigned *)field = choice->value;
        return true;
    case OPTION_LIST:
        if (is_wrong_text(row, arg))
            return wrong(row, arg, "a valid value");
        append(field, (size_t *)((char *)options + row->n_at), arg, arena);
        return true;
    case OPTION_CUSTOM:
        return row->take(options, arg) ||
               (row->expected && wrong(row, arg, NULL));
    }
    return false;
}

/* Remembers an option that was given. The array grows as in append. */
static void remember(struct options *options, const struct option_row *row,
                     const char *arg, struct arena *arena)
{
    size_t n = options->n_given;
    struct given_option *larger = options->given;
    if ((n & (n - 1)) == 0) {
        larger = NEW_N(arena, struct given_option, n ? 2 * n : 1);
        for (size_t i = 0; i < n; i++)
            larger[i] = options->given[i];
    }
    larger[n] = (struct given_option){ row->name, arg };
    options->given = larger;
    options->n_given++;
}

/* Does the option choose or change what a picture shows? Such options stand
   below these headings. */
static bool is_of_pictures(const struct option_row *row)
{
    while (row->kind != OPTION_HEADING)
        row--;
    return strcmp(row->help, "Selection") == 0 ||
           strcmp(row->help, "Look") == 0;
}

/* Stores what the user gave, or what stands for an argument that is missing. */
static bool take(struct options *options, const struct option_row *row,
                 const char *arg, struct arena *arena)
{
    if (row->given_at)
        *(bool *)((char *)options + row->given_at) = true;
    options->read.asked |= row->asks;
    options->wants_picture |= is_of_pictures(row);
    remember(options, row, arg, arena);
    return store(options, row, arg ? arg : row->missing, arena);
}

/* ---- The command line ---- */

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
        if (row->letter && row->arg)
            *next_letter++ = ':';
    }
    return table;
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
        diag_error("unknown option '--%.*s'%s; --help=all lists all",
                   (int)name.len, name.s, nearest_text(&near, &scratch).s);
}

/* Explains why getopt_long returned ':' or '?'. */
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
        diag_error("unknown option '-%c'; --help=all lists all, and long "
                   "options begin with '--'", optopt);
    else
        report_long_option(text);
    return TODO_USAGE_ERROR;
}

static enum todo report_left_out(const struct option_row *row)
{
    diag_error("--%s: this prof2dot is built without dependences "
               "(WITH_DEPS=no); use one that is built with them",
               row->name);
    return TODO_USAGE_ERROR;
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
        append(&options->files, &options->n_files, files[i], arena);
}

static enum todo read_arguments(struct options *options, int argc, char **argv,
                                struct arena *arena, struct buf *out)
{
    struct getopt_table table = make_table(arena);
    int value;
    argv = habits_replaced(arena, &argc, argv);
    if (!argv)
        return TODO_USAGE_ERROR;
    opterr = 0;
    optind = 0; /* a served page reads options again */
    while ((value = getopt_long(argc, argv, table.letters, table.longs,
                                NULL)) != -1) {
        const struct option_row *row = row_of(value);
        if (!row) /* the value is ':' or '?' */
            return bad_option(value, argv);
        if (row->kind == OPTION_PRINT) {
            return print((enum option_print)row->value, optarg, options, out)
                       ? TODO_STOP
                       : TODO_USAGE_ERROR;
        }
        if (option_row_is_left_out(row))
            return report_left_out(row);
        if (!take(options, row, optarg, arena))
            return TODO_USAGE_ERROR;
    }
    for (int i = optind; i < argc; i++)
        append(&options->files, &options->n_files, argv[i], arena);
    if (options->files0_from) {
        enum todo todo = input_files_add_listed(options, arena);
        if (todo != TODO_RUN)
            return todo;
    }
    if (options->n_files == 0)
        add_default_files(options, arena);
    return input_files_add_base(options, arena);
}

static void set_defaults(struct options *options, struct arena *arena)
{
    *options = (struct options){
        .read = { .event = S(""), .unit = S("") },
        .max_memory = UNKNOWN,
        .view = { .depth = -1 },
        .look = { .theme = &themes[0], .legend = true },
        .output = "-",
    };
    for (const struct option_row *row = option_rows; !option_row_ends(row);
         row++)
        if (row->initial)
            store(options, row, row->initial, arena);
    struct demangler *names = &options->names;
    options->view.root.names = options->view.leaf.names = names;
    options->filters.breaks.names = options->filters.folds.names = names;
    for (size_t i = 0; i < N_FILTERS; i++)
        options->filters.by[i].names = names;
    options->look.listed.names = names;
}

#define PICTURE_EDGE_THRES .5 /* percent */
enum {
    TERMINAL_COLUMNS = 80, /* where the system does not know */
    LEAST_COLUMNS = 40,
    MOST_COLUMNS = 1000,
};

/* Returns the width of the terminal. COLUMNS is what the user says it is. */
static unsigned terminal_columns(void)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    struct str digits = str_of(columns ? columns : "");
    uint64_t wanted;
    if (str_take_digits(&digits, &wanted) && digits.len == 0 &&
        wanted >= LEAST_COLUMNS && wanted <= MOST_COLUMNS)
        return (unsigned)wanted;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
                   size.ws_col >= LEAST_COLUMNS
               ? size.ws_col
               : TERMINAL_COLUMNS;
}

/* People at a terminal get a report in place of DOT, which programs read,
   unless an option is about the picture. */
static void choose_report(struct options *options)
{
    options->is_report = !options->writer && !options->list &&
                         strcmp(options->output, "-") == 0 &&
                         !options->wants_picture && isatty(STDOUT_FILENO);
    if (options->is_report)
        options->writer = writer_find(S("top"));
}

/* Sets what depends on the writer. */
static void prepare_writer(struct options *options)
{
    if (!options->layout.format)
        options->layout.format = options->writer->name;
    bool is_capped =
        options->writer->kind == WRITES_BOXES ||
        options->writer->kind == WRITES_PAGE;
    if (is_capped && !options->has_node_thres && !options->has_nodecount)
        options->view.nodecount = 80;
    /* Frames surround single functions, so each has a box of its own. */
    if (!is_capped || options->look.clusters || options->look.bare ||
        options->look.recursion == RECURSION_CLUSTER)
        options->view.chains = CHAINS_KEEP;
    /* Arrows of small calls cross the whole picture. */
    if (is_capped && !options->has_edge_thres && !options->n_base) {
        options->view.edge_thres = PICTURE_EDGE_THRES;
        options->view.for_picture = true;
    }
    if (options->writer->is_complete && !options->has_node_thres)
        options->view.node_thres = 0;
    if (options->writer->is_complete && !options->has_edge_thres)
        options->view.edge_thres = 0;
}

/* Reports are short unless the user says how much they show. The tree has
   thresholds of its own, because a function of which little comes by one path
   may cost much. */
static void prepare_report(struct options *options)
{
    struct view_options *view = &options->view;
    struct look *look = &options->look;
    bool to_terminal =
        strcmp(options->output, "-") == 0 && isatty(STDOUT_FILENO);
    look->columns = to_terminal ? terminal_columns() : 0;
    look->shows_all =
        options->list || options->has_node_thres || options->has_nodecount;
    if (strcmp(options->writer->name, "tree") != 0)
        return;
    look->least_part = view->node_thres > view->edge_thres
                           ? view->node_thres / 100
                           : view->edge_thres / 100;
    view->node_thres = view->edge_thres = 0;
}

/* A picture that people look at fits the column of a README, unless the user
   wants all of the profile or chose a part of the graph. Thresholds and limits
   above 0 leave out some of what fits. */
static void prepare_fit(struct options *options)
{
    const struct view_options *view = &options->view;
    const char *name = options->writer->name;
    bool wants_all = (options->has_node_thres && view->node_thres <= 0) ||
                     (options->has_edge_thres && view->edge_thres <= 0) ||
                     (options->has_nodecount && view->nodecount <= 0);
    bool is_chosen = options->has_fit || wants_all || view->depth >= 0 || view->root.n || view->leaf.n ||
                     options->look.clusters || options->look.bare;
    if (is_chosen || (strcmp(name, "svg") != 0 && strcmp(name, "png") != 0))
        return;
    options->look.space = &options->space;
    options->space = space_default();
    if (options->look.deps.by == DEPS_TOPLEV)
        options->space.width = SPACE_OF_STATEMENTS;
}

/* Noise is measured by times. A pattern may match on one side only. */
static void prepare_comparison(struct options *options)
{
    if (!options->n_base)
        return;
    options->read.keep |= KEEP_TIME;
    options->filters.may_miss = true;
    options->compare.threshold =
        options->has_node_thres ? options->view.node_thres : .5;
}

/* Tells readers the tags of the samples that a page offers, or that the user
   wants in a file for other programs, and the key of --split-by among them. */
static void prepare_choices(struct options *options, struct arena *arena)
{
    struct reader_options *read = &options->read;
    const char *tags =
        options->writer->exchanges ? read->tags : ALL_EVENTS_TAGS;
    const char *key = read->split_by;
    read->all_events_tags = tags;
    if (key && strcmp(key, "module") != 0 &&
        !(tags && str_has(arena_printf(arena, ",%s,", tags),
                          arena_printf(arena, ",%s,", key))))
        read->all_events_tags = arena_printf(arena, "%s%s%s", tags ? tags : "",
                                         tags ? "," : "", key)
                                .s;
}

/* A dark picture is one of the dark theme, whatever the reader prefers. Returns
   false after a message. */
static bool prepare_dark(struct options *options)
{
    struct look *look = &options->look;
    const struct theme *dark = theme_find(S("dark"));
    if (look->dark != DARK_ALWAYS)
        return true;
    if (look->theme != &themes[0] && look->theme != dark)
        return diag_error("--dark=always: the theme %s is not dark; leave one "
                          "of them out",
                          look->theme->name);
    look->theme = dark;
    look->dark = DARK_NEVER;
    return true;
}

/* Thread names become parts of functions. Returns false after a message. */
static bool prepare_clusters(struct options *options)
{
    if (options->look.clusters != CLUSTERS_COMM)
        return true;
    if (options->read.tags || options->n_base)
        return diag_error("--clusters=comm: leave out %s",
                          options->n_base ? "--base" : "--tags");
    options->read.tags = "comm";
    options->read.keep |= KEEP_TAGS;
    options->read.asked |= ASK_TAGS;
    return true;
}

/* Returns the key of "KEY=VALUE", and its value. */
static const char *split_label(struct arena *arena, const char *text,
                               const char **value)
{
    struct str key, rest;
    str_cut(str_of(text), S("="), &key, &rest);
    *value = rest.s;
    return arena_copy(arena, key).s;
}

/* The last label of a key is the one that counts. */
static void prepare_labels(struct options *options, struct arena *arena)
{
    const struct text_list *texts = &options->labels;
    struct sample_tag *labels = NEW_N(arena, struct sample_tag, texts->n);
    size_t n = 0;
    for (size_t i = 0; i < texts->n; i++) {
        const char *value;
        struct str key = str_of(split_label(arena, texts->texts[i], &value));
        size_t at = 0;
        while (at < n && !str_eq(labels[at].key, key))
            at++;
        labels[at] = (struct sample_tag){ key, str_of(value) };
        n += at == n;
    }
    options->read.labels = labels;
    options->read.n_labels = n;
}

/* The patterns of one key are alternatives. */
static void prepare_label_filters(struct options *options, struct arena *arena)
{
    const struct text_list *texts = &options->with_labels;
    struct label_patterns *all = NEW_N(arena, struct label_patterns, texts->n);
    size_t n = 0;
    for (size_t i = 0; i < texts->n; i++) {
        const char *value, *key = split_label(arena, texts->texts[i], &value);
        size_t at = 0;
        while (at < n && strcmp(all[at].key, key) != 0)
            at++;
        all[at].key = key;
        append(&all[at].patterns.texts, &all[at].patterns.n, value, arena);
        n += at == n;
    }
    options->read.with_labels = all;
    options->read.n_with_labels = n;
}

/* A list has everything, unless the user gave thresholds. */
static void prepare_list(struct options *options)
{
    if (!options->has_node_thres)
        options->view.node_thres = 0;
    if (!options->has_edge_thres)
        options->view.edge_thres = 0;
    if (!options->has_nodecount)
        options->view.nodecount = 0;
    options->view.chains = CHAINS_KEEP;
}

/* A comparison has the functions of both sides, but no profile. */
static bool fit_comparison(const struct options *options)
{
    const struct compare_options *compare = &options->compare;
    const char *alone = compare->normalize             ? "--normalize"
                        : options->fail_if.is_given    ? "--fail-if"
                        : compare->has_margin          ? "--margin"
                        : compare->only != CHANGES_ALL ? "--compare-only"
                                                       : NULL;
    if (!options->n_base && alone)
        return diag_error("%s: there is nothing to compare with; name a "
                          "profile by --base",
                          alone);
    if (options->n_base && options->keeps_going)
        return diag_error("--keep-going: a comparison needs all of its files");
    if (options->repeats_fail_if)
        return diag_error("--fail-if: give it once; a regular expression such "
                          "as +2%%@read|sort has several functions");
    if (options->n_base && options->list)
        return diag_error("lists are of one profile; leave out --base or "
                          "--compare");
    bool has_columns = options->writer->has_columns;
    if (options->n_base && options->fail_if.is_given && has_columns)
        return diag_error("--fail-if needs costs of functions, and -T %s has "
                          "stacks; -T top or json shows what changed",
                          options->writer->name);
    if (options->n_base && options->writer->kind == WRITES_PROFILE &&
        !has_columns)
        return diag_error("-T %s holds one profile, not a comparison; -T json "
                          "has all costs of both sides",
                          options->writer->name);
    return true;
}

/* Source and instructions stand beside functions. A page that is served says
   itself where it has none. False after a message. */
static bool fit_source(const struct options *options)
{
    const struct look *look = &options->look;
    const char *name = look->source ? "source" : "assembly";
    const char *other = options->n_base            ? "--base"
                        : options->read.split_by   ? "--split-by"
                        : options->has_granularity ? "--granularity"
                        : options->cycles == CYCLES_COLLAPSE
                            ? "--cycles=collapse"
                        : options->list ? "the list"
                                        : NULL;
    if (look->assembly && !*elf_disassembler_version())
        return diag_error("--assembly: this prof2dot is built without it "
                          "(WITH_ASSEMBLY=no); leave it out");
    if (look->assembly && !elf_disassembler_is_there())
        return diag_error("--assembly: Capstone cannot be loaded; install "
                          "its library");
    if ((!look->source && !look->assembly) || options->serves)
        return true;
    if (!options->writer->has_lines && options->writer->kind != WRITES_PAGE)
        return diag_error("--%s: only -T list and HTML pages show it; give "
                          "-T list, -T html or --serve", name);
    return !other || options->writer->has_lines ||
           diag_error("--%s: a page shows it for each function of a profile; "
                      "leave out %s", name, other);
}

/* A server sends pages and writes no other output. False after a message. */
static bool fit_serving(const struct options *options)
{
    bool has_output = strcmp(options->output, "-") != 0;
    if (!options->serves && options->watches)
        return diag_error("--watch: only a page that is served can be drawn "
                          "again; give --serve");
    if (!options->serves)
        return !options->no_browser ||
               diag_error("--no-browser: there is no page to open; give "
                          "--serve");
    if (options->files0_from)
        return diag_error("--files0-from: --serve reads the files for each "
                          "picture; name them on the command line");
    if (options->list || options->writer->kind != WRITES_PAGE || has_output)
        return diag_error("--serve shows a page in the browser; leave out %s",
                          options->list ? "the list"
                          : has_output  ? "-o"
                                        : "-T");
    if (options->fail_if.is_given)
        return diag_error("--fail-if is for a run that ends; leave out "
                          "--serve");
    for (size_t i = 0; options->n_base && i < options->n_files; i++)
        if (strcmp(options->files[i], "-") == 0)
            return diag_error("--serve reads the files of a comparison for "
                              "each picture, and standard input can be read "
                              "only once; name a file");
    return true;
}

/* Parts are files of a folder. False after a message. */
static bool fit_split(const struct options *options)
{
    const char *other = options->n_base       ? "--base"
                        : options->serves     ? "--serve"
                        : options->list       ? "the list"
                        : options->depfile    ? "--depfile"
                        : options->if_changed ? "--if-changed"
                                              : NULL;
    if (!options->read.split_by)
        return true;
    if (other)
        return diag_error("--split-by writes a folder of files; leave out %s",
                          other);
    if (strcmp(options->output, "-") == 0)
        return diag_error("--split-by: name a new or empty folder by -o");
    if (options->read.tags && !options->writer->exchanges)
        return diag_error("--split-by and --tags: leave one of them out; files "
                          "of -T pprof can have both");
    return save_folder_check(options->output);
}

/* Options of reports are for reports. False after a message. */
static bool fit_report(const struct options *options)
{
    const struct writer *writer = options->writer;
    bool is_tree = strcmp(writer->name, "tree") == 0;
    bool is_report = writer->kind == WRITES_REPORT;
    bool is_top = is_report && !writer->takes_names && !is_tree;
    if (options->has_sort && is_report && (!is_top || options->n_base))
        return diag_error("--sort: only the table of -T top, without --base, "
                          "has an order to choose");
    if (options->look.markdown && (options->list || !is_report))
        return diag_error("--markdown: only the reports of -T top, tree, peek "
                          "and list have this form; -T markdown is a table "
                          "for a page");
    if (options->look.listed.n && !writer->takes_names)
        return diag_error("--list: only -T peek and -T list take a regular "
                          "expression of the functions that they show; "
                          "--list-functions lists functions");
    if (writer->takes_names && !options->list && !options->look.listed.n)
        return diag_error("-T %s: name the functions that it shows, as in "
                          "--list=malloc; --list-functions lists all",
                          writer->name);
    if (writer->has_lines && options->has_granularity && !options->list)
        return diag_error("--granularity: -T list shows source lines; leave it "
                          "out");
    if (options->n_base && options->look.assembly)
        return diag_error("--assembly: the instructions of two programs are "
                          "not compared; leave it out");
    return true;
}

/* Advice is of one trace, and these outputs have it. False after a message. */
static bool fit_advice(const struct options *options)
{
    const struct writer *writer = options->writer;
    if (!options->look.deps.advise)
        return true;
    if (options->n_base || options->list || options->look.markdown)
        return diag_error("--advise: leave out %s",
                          options->n_base ? "--base"
                          : options->list ? "the list"
                                          : "--markdown");
    return strcmp(writer->name, "top") == 0 || writer->kind == WRITES_PAGE ||
           strcmp(writer->name, "json") == 0 ||
           diag_error("--advise: -T %s has no advice; -T text, html and json "
                      "have",
                      writer->name);
}

/* A flame graph shows stacks, which thresholds and --root do not change. */
static bool fit_flame(const struct options *options)
{
    const struct view_options *view = &options->view;
    bool is_flame = options->writer->kind == WRITES_FLAME;
    if (options->look.invert && !is_flame)
        return diag_error("--invert: only -T flame has an order of callers and "
                          "callees to turn");
    if (is_flame && !options->list &&
        (options->has_node_thres || options->has_edge_thres ||
         options->has_nodecount || view->depth >= 0 || view->root.n ||
         view->leaf.n))
        return diag_error("-T flame: -n, -e, --nodecount, --root, --leaf and "
                          "--depth choose boxes, and a flame graph has whole "
                          "stacks; --focus, --show-from and other filters "
                          "choose these");
    return true;
}

/* A plain graph has functions and calls only. False after a message. */
static bool fit_bare(const struct options *options)
{
    const struct look *look = &options->look;
    const struct writer *writer = options->writer;
    bool has_deps = options->has_deps && look->deps.by != DEPS_NONE;
    const char *other = look->clusters                         ? "--clusters"
                        : look->recursion == RECURSION_CLUSTER ? "--recursion"
                        : has_deps                             ? "--deps"
                        : look->deps.least                     ? "--deps-min"
                        : look->title                          ? "--title"
                        : look->url                            ? "--url"
                                                               : NULL;
    if (!look->bare)
        return true;
    if (writer->kind != WRITES_BOXES)
        return diag_error("--bare: -T %s is no picture of boxes, as those of "
                          "-T dot, svg, png and pdf are",
                          writer->name);
    if (look->space)
        return diag_error("--bare: a plain graph fits no space; leave out "
                          "--fit, and say by --nodecount how much it shows");
    return !other ||
           diag_error("--bare: a plain graph has functions and calls, and "
                      "nothing else; leave out %s",
                      other);
}

/* Checks what options mean for each other. False after a message. */
static bool fit_together(const struct options *options)
{
    bool to_stdout = strcmp(options->output, "-") == 0;
    if (options->look.clusters && options->look.recursion == RECURSION_CLUSTER)
        return diag_error("--clusters and --recursion=cluster: a "
                          "function can be in one frame only; leave one of "
                          "them out");
    if (to_stdout && (options->depfile || options->if_changed))
        return diag_error("%s: this needs a file; name it by -o",
                          options->depfile ? "--depfile" : "--if-changed");
    if (options->depfile && !depfile_check(options))
        return false;
    if (options->look.space && options->writer->kind != WRITES_BOXES &&
        options->writer->kind != WRITES_FLAME)
        return diag_error("--fit: -T %s is no picture of a fixed size, as "
                          "those of -T svg, png, pdf and dot are",
                          options->writer->name);
    if (options->labels.n &&
        (options->list || strcmp(options->writer->name, "pprof") != 0))
        return diag_error("--sample-label: only the samples of -T pprof have "
                          "labels");
    if (options->look.url_target && !options->look.url)
        return diag_error("--url-target: there are no links without --url; "
                          "give both");
    if (to_stdout && options->writer->is_binary && !options->list &&
        isatty(STDOUT_FILENO))
        return diag_error("-T %s: this is not for a terminal; name a file by "
                          "-o", options->writer->name);
    return fit_comparison(options) && fit_source(options) &&
           fit_serving(options) && fit_report(options) && fit_flame(options) &&
           fit_advice(options) && fit_split(options) && fit_bare(options) &&
           overwrite_check(options);
}

enum todo options_read(struct options *options, int argc, char **argv,
                       struct arena *arena, struct buf *out)
{
    set_defaults(options, arena);
    enum todo todo = read_arguments(options, argc, argv, arena, out);
    if (todo != TODO_RUN)
        return todo;
    diag_quiet(options->quiet);
    if (options->serves && !options->writer)
        options->writer = writer_find(S("html"));
    choose_report(options);
    if (!ending_choose_writer(options))
        return TODO_USAGE_ERROR;
    options->read.lines = options->look.url || options->look.source ||
                          options->look.assembly;
    prepare_writer(options);
    prepare_comparison(options);
    prepare_fit(options);
    prepare_report(options);
    if (!prepare_clusters(options) || !prepare_dark(options))
        return TODO_USAGE_ERROR;
    prepare_choices(options, arena);
    prepare_labels(options, arena);
    prepare_label_filters(options, arena);
    if (options->list)
        prepare_list(options);
    if (!fit_together(options))
        return TODO_USAGE_ERROR;
    if (known(options->max_memory))
        memory_limit((size_t)options->max_memory);
    /* Progress would overwrite what the user types. */
    if (options->progress != PROGRESS_ON_TERMINALS || options->is_waiting)
        progress_wanted(options->progress == PROGRESS_ALWAYS);
    if (options->is_default)
        diag_note("no file was named: reading %s%s%s", options->files[0],
                  options->n_files > 1 ? " and " : "",
                  options->n_files > 1 ? options->files[1] : "");
    if (options->is_waiting)
        diag_note("no file was named: waiting for a profile, such as the "
                  "output of perf script, on this terminal; Ctrl-D ends it, "
                  "and --help explains");
    return TODO_RUN;
}
