#include "cli/prepare.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/option_value.h"
#include "readers/choose/all_events.h"
#include "util/diag.h"

#define PICTURE_EDGE_THRES .5 /* percent */
enum {
    TERMINAL_COLUMNS = 80, /* where the system does not know */
    LEAST_COLUMNS = 40,
    MOST_COLUMNS = 1000,
};

/* Returns the width of what people read: COLUMNS, if they say so, as before a
   pager, or that of the terminal. Returns 0 for what programs may read: files,
   and pipes without COLUMNS or of a list. */
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
    if (!isatty(STDOUT_FILENO))
        return 0;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
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
    /* Frames surround single functions, so each has a box of its own. */
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
    options->wants_all = (options->has_node_thres && view->node_thres <= 0) ||
                         (options->has_edge_thres && view->edge_thres <= 0) ||
                         (options->has_nodecount && view->nodecount <= 0);
    bool is_chosen = options->has_fit || options->wants_all ||
                     view->depth >= 0 || view->root.n || view->leaf.n ||
                     options->look.clusters || options->look.bare;
    if (options->writer->kind != WRITES_BOXES &&
        options->writer->kind != WRITES_FLAME)
        options->look.space = NULL;
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
        option_value_append(&all[at].patterns.texts, &all[at].patterns.n, value,
                            arena);
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

bool prepare_options(struct options *options, struct arena *arena)
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
    prepare_choices(options, arena);
    prepare_labels(options, arena);
    prepare_label_filters(options, arena);
    if (options->list)
        prepare_list(options);
    return true;
}
