#include "cli/options.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/checks.h"
#include "cli/option_rows.h"
#include "cli/option_value.h"
#include "readers/choose/all_events.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/nearest.h"
#include "util/progress.h"

/* ---- The choice of the output ---- */

/* Returns whether a path leads to a file that is no regular one, such as a
   device, a pipe or a folder. */
static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* Reports that no output has the ending. Returns false. */
static bool report_ending(const char *file, struct str ending)
{
    LOCAL_ARENA(scratch);
    struct nearest near = { .text = ending };
    struct str list = S("");
    for (const struct writer *const *w = writers; *w; w++) {
        const char *names[] = { (*w)->name, (*w)->also, (*w)->ending };
        for (size_t i = 0; i < ROWS(names); i++) {
            if (!names[i])
                continue;
            struct str name = arena_printf(&scratch, ".%s", names[i]);
            nearest_add_form(&near, name, str_of(names[i]));
            list = arena_printf(&scratch, "%s%s%s", list.s,
                                list.len ? ", " : "", name.s);
        }
    }
    diag_error("-o %s: no output has the ending '.%s'%s; expected one of %s, "
               "or -T, which chooses whatever the name is",
               file, ending.s, nearest_text(&near, &scratch).s, list.s);
    return false;
}

/* Was an option given that is for pictures in the first place? */
static bool wants_picture(const struct options *options)
{
    for (size_t i = 0; i < options->given.n; i++) {
        struct str outputs =
            option_row_outputs(option_row_named(options->given.of[i].name));
        if (str_starts(outputs, S("boxes")) ||
            str_starts(outputs, S("pictures")))
            return true;
    }
    return false;
}

/* Sets options->writer unless -T did: to the page that --serve shows, to a
   report for people at a terminal, unless an option is about the picture, to
   the output that has the ending of the file's name, or to DOT if the name has
   no ending or is not that of a regular file. Lists are tables whatever the
   name is. Warns if -T and the ending differ. Returns false after a message if
   no output has the ending. */
static bool choose_writer(struct options *options)
{
    const char *file = options->output;
    options->is_report = !options->writer && !options->list &&
                         !options->serves && strcmp(file, "-") == 0 &&
                         !wants_picture(options) && isatty(STDOUT_FILENO);
    if (!options->writer && (options->serves || options->is_report))
        options->writer = writer_find(options->serves ? S("html") : S("top"));
    struct str ending = writer_ending(file);
    const struct writer *by_ending = writer_for(ending);
    bool is_drawn = options->writer && by_ending && options->writer->written &&
                    writer_draws(by_ending) && by_ending->is_binary;
    if (is_drawn)
        options->layout.format = by_ending->name;
    if (!options->list && options->writer && by_ending && !is_drawn &&
        by_ending != options->writer &&
        by_ending !=
            writer_find(str_of(
                options->writer->written ? options->writer->written : "")))
        diag_warn("-T %s: %s has the ending of %s; leave out -T, or give it "
                  "another name",
                  options->writer->name, file, by_ending->name);
    if (!options->writer)
        options->writer = by_ending;
    if (!options->writer && !options->list && ending.len && !is_special(file))
        return report_ending(file, ending);
    if (!options->writer)
        options->writer = writer_find(options->look.deps.advise ? S("top")
                                                           : S("dot"));
    return true;
}

/* ---- Defaults that depend on the output or on other options ---- */

#define PICTURE_EDGE_THRES .5 /* percent */
enum {
    TERMINAL_COLUMNS = 80, /* if the system does not know them */
    LEAST_COLUMNS = 40,
    MOST_COLUMNS = 1000,
};

/* Is the output a pipe of a user at a terminal, such as one to a pager? */
static bool is_pipe_of_terminal(void)
{
    struct stat info;
    return fstat(STDOUT_FILENO, &info) == 0 && S_ISFIFO(info.st_mode) &&
           isatty(STDERR_FILENO);
}

/* Returns the width of what people read: COLUMNS, if they say so, or that of
   the terminal, also for a pager. Returns 0 for what programs may read: files,
   lists in pipes, and pipes in scripts. */
static unsigned columns_of(const struct options *options)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    struct str digits = str_of(columns ? columns : "");
    uint64_t wanted;
    if (strcmp(options->output, "-") != 0 ||
        (options->list && !isatty(STDOUT_FILENO)))
        return 0;
    if (str_take_digits(&digits, &wanted) && digits.len == 0 &&
        wanted >= LEAST_COLUMNS && wanted <= MOST_COLUMNS)
        return (unsigned)wanted;
    if (!isatty(STDOUT_FILENO) && !is_pipe_of_terminal())
        return 0;
    return ioctl(isatty(STDOUT_FILENO) ? STDOUT_FILENO : STDERR_FILENO,
                 TIOCGWINSZ, &size) == 0 &&
                   size.ws_col >= LEAST_COLUMNS
               ? size.ws_col
               : TERMINAL_COLUMNS;
}

/* Sets how much the output shows. */
static void prepare_view(struct options *options)
{
    if (!options->layout.format)
        options->layout.format = options->writer->name;
    enum writer_kind kind = options->writer->kind;
    bool is_capped = kind == WRITES_BOXES || kind == WRITES_PAGE;
    if (is_capped && !options->has_node_thres && !options->has_nodecount)
        options->view.nodecount = 80;
    /* With frames, each function has a box of its own. */
    if (!is_capped || options->look.clusters || options->look.bare ||
        options->look.recursion == RECURSION_CLUSTER)
        options->view.chains = CHAINS_KEEP;
    /* Arrows of small calls cross the whole picture. */
    if (is_capped && !options->has_edge_thres && !options->n_base) {
        options->view.edge_thres = PICTURE_EDGE_THRES;
        options->view.for_picture = true;
    }
    if (kind == WRITES_FLAME) {
        options->has_node_thres = options->has_edge_thres = false;
        options->has_nodecount = false;
        options->view.nodecount = 0;
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
    look->columns = columns_of(options);
    look->shows_all =
        options->list || options->has_node_thres || options->has_nodecount;
    if (!options->writer->thins_itself)
        return;
    look->least_part = view->node_thres > view->edge_thres
                           ? view->node_thres / 100
                           : view->edge_thres / 100;
    view->node_thres = view->edge_thres = 0;
}

/* Lets a picture for people fit the column of a README, unless the user wants
   all of the profile or chose a part of the graph. Thresholds and limits above
   0 still apply. */
static void prepare_fit(struct options *options)
{
    const struct view_options *view = &options->view;
    options->wants_all = (options->has_node_thres && view->node_thres <= 0) ||
                         (options->has_edge_thres && view->edge_thres <= 0) ||
                         (options->has_nodecount && view->nodecount <= 0);
    bool is_chosen = options->has_fit || options->wants_all ||
                     view->depth >= 0 || view->root.n || view->leaf.n ||
                     options->look.clusters || options->look.bare;
    if (options->writer->kind != WRITES_BOXES &&
        options->writer->kind != WRITES_FLAME)
        options->look.space = NULL;
    if (is_chosen || !options->writer->fits_column)
        return;
    options->look.space = &options->space;
    options->space = space_default();
    if (options->look.deps.by == DEPS_TOPLEV)
        options->space.width = SPACE_OF_STATEMENTS;
}

/* Keeps times, by which noise is measured, and allows patterns that match on
   one side only. */
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
static void prepare_all_events(struct options *options, struct arena *arena)
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

/* Sets the dark theme for --dark=always. Returns false after a message. */
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

/* Sets the labels of samples; the last one of a key counts. */
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

/* Groups the label patterns by key; those of one key are alternatives. */
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
        option_value_append(&all[at].patterns.texts, &all[at].patterns.n, value,
                            arena);
        n += at == n;
    }
    options->read.with_labels = all;
    options->read.n_with_labels = n;
}

/* Removes default thresholds for lists. */
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

/* Sets these defaults. The order matters: thresholds depend on the writer,
   prepare_fit reads them before a report replaces them, prepare_clusters asks
   for tags, which prepare_all_events offers, and a list, which is last, drops
   all default thresholds. Returns false after a message. */
static bool prepare_options(struct options *options, struct arena *arena)
{
    options->read.lines =
        (options->look.url && writer_draws(options->writer)) ||
        options->look.source || options->look.assembly;
    prepare_view(options);
    prepare_comparison(options);
    prepare_fit(options);
    prepare_report(options);
    if (!prepare_clusters(options) || !prepare_dark(options))
        return false;
    prepare_all_events(options, arena);
    prepare_labels(options, arena);
    prepare_label_filters(options, arena);
    if (options->list)
        prepare_list(options);
    return true;
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
    EACH_OPTION(row)
        if (row->initial)
            option_value_store(options, row, row->initial, arena);
    struct demangler *names = &options->names;
    options->view.root.names = options->view.leaf.names = names;
    options->filters.breaks.names = options->filters.folds.names = names;
    for (size_t i = 0; i < N_FILTERS; i++)
        options->filters.by[i].names = names;
    options->look.listed.names = names;
}

/* Prints a note on a large -n, which is a number of rows in other programs,
   such as head. */
static void note_percentage(const struct options *options)
{
    const double large = 5; /* percent */
    double percent = options->view.node_thres;
    if (options->has_node_thres && percent >= large && !options->has_nodecount)
        diag_note("-n %g leaves out functions below %g%% of the whole cost; "
                  "--nodecount=%.0f shows at most so many", percent, percent,
                  percent);
}

enum next_step options_read(struct options *options, int argc, char **argv,
                            struct arena *arena, struct buf *out)
{
    set_defaults(options, arena);
    enum next_step next = arguments_read(options, argc, argv, arena, out);
    if (next != NEXT_RUN)
        return next;
    diag_quiet(options->quiet);
    note_percentage(options);
    /* Checks and defaults depend on the writer. checks_outputs sees what the
       user gave, and checks_together what that became with the defaults. */
    if (!choose_writer(options) || !checks_outputs(options) ||
        !prepare_options(options, arena) || !checks_together(options))
        return NEXT_USAGE_ERROR;
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
    return NEXT_RUN;
}
