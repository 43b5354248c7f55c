#include "options.h"

#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "output/number.h"
#include "output/theme.h"
#include "util/diag.h"

/* What a row of the table may do to the options; arg is NULL without
   argument. False after a message. */
typedef bool set_option(struct options *options, const char *arg);

static bool wrong(const char *option, const char *arg, const char *expected)
{
    return diag_error("%s: expected %s, found '%s'", option, expected, arg);
}

static bool set_format(struct options *o, const char *arg)
{
    o->reader = reader_find(str_of(arg));
    return o->reader || strcmp(arg, "auto") == 0 ||
           wrong("--format", arg, "auto or a name from --list-formats");
}

static bool set_addresses(struct options *o, const char *arg)
{
    (void)arg;
    return o->read.addresses = true;
}

static bool set_total(struct options *o, const char *arg)
{
    o->callstacks = strcmp(arg, "callstacks") == 0;
    o->callratios = strcmp(arg, "callratios") == 0;
    return o->callstacks || o->callratios ||
           wrong("--total", arg, "callstacks or callratios");
}

static bool take_percent(const char *option, const char *arg, double *number)
{
    if (str_number(str_of(arg), number) && *number >= 0 && *number <= 100)
        return true;
    return wrong(option, arg, "a percentage from 0 to 100");
}

static bool set_node_thres(struct options *o, const char *arg)
{
    o->has_node_thres = true;
    return take_percent("--node-thres", arg, &o->view.node_thres);
}

static bool set_edge_thres(struct options *o, const char *arg)
{
    return take_percent("--edge-thres", arg, &o->view.edge_thres);
}

static bool take_whole(const char *option, const char *arg, long least,
                       long *number)
{
    struct str rest = str_of(arg);
    uint64_t n;
    if (take_digits(&rest, &n) && rest.len == 0 && n <= INT_MAX &&
        (long)n >= least) {
        *number = (long)n;
        return true;
    }
    return wrong(option, arg,
                 least ? "a whole number from 1 up" : "a whole number");
}

static bool set_nodecount(struct options *o, const char *arg)
{
    o->has_nodecount = true;
    return take_whole("--nodecount", arg, 1, &o->view.nodecount);
}

static bool set_depth(struct options *o, const char *arg)
{
    return take_whole("--depth", arg, 0, &o->view.depth);
}

static bool add_pattern(struct patterns *patterns, const char *text)
{
    patterns->texts[patterns->n++] = text;
    return true;
}

static bool set_root(struct options *o, const char *arg)
{
    return add_pattern(&o->view.root, arg);
}

static bool set_leaf(struct options *o, const char *arg)
{
    return add_pattern(&o->view.leaf, arg);
}

static bool set_path(struct options *o, const char *arg)
{
    return add_pattern(&o->path, arg);
}

static bool set_list_functions(struct options *o, const char *arg)
{
    o->list_functions = arg ? arg : "+";
    return true;
}

static bool set_colormap(struct options *o, const char *arg)
{
    o->look.theme = theme_find(str_of(arg));
    return o->look.theme || wrong("--colormap", arg,
                                  "one of the themes that --help lists");
}

static bool set_skew(struct options *o, const char *arg)
{
    return (str_number(str_of(arg), &o->look.skew) && o->look.skew > 0) ||
           wrong("--skew", arg, "a number above 0");
}

static bool set_color_by(struct options *o, const char *arg)
{
    o->look.color_by = strcmp(arg, "self") == 0    ? BY_SELF
                       : strcmp(arg, "total") == 0 ? BY_TOTAL
                                                   : BY_THEME;
    return o->look.color_by != BY_THEME ||
           wrong("--color-by", arg, "self or total");
}

static bool set_by_selftime(struct options *o, const char *arg)
{
    (void)arg;
    o->look.color_by = BY_SELF;
    return true;
}

static bool set_strip(struct options *o, const char *arg)
{
    (void)arg;
    return o->look.strip = true;
}

static bool set_wrap(struct options *o, const char *arg)
{
    (void)arg;
    return o->look.wrap = true;
}

static const char *const measure_names[N_MEASURES] = {
    [SELF_TIME] = "self-time",
    [SELF_TIME_PERCENTAGE] = "self-time-percentage",
    [TOTAL_TIME] = "total-time",
    [TOTAL_TIME_PERCENTAGE] = "total-time-percentage",
};

static bool add_measure(struct look *look, enum measure measure)
{
    for (size_t i = 0; i < look->n_measures; i++)
        if (look->measures[i] == measure)
            return true;
    look->measures[look->n_measures++] = measure;
    return true;
}

static bool set_node_label(struct options *o, const char *arg)
{
    for (int m = 0; m < N_MEASURES; m++)
        if (strcmp(arg, measure_names[m]) == 0)
            return add_measure(&o->look, (enum measure)m);
    return wrong("--node-label", arg,
                 "self-time, self-time-percentage, total-time or "
                 "total-time-percentage");
}

static bool set_show_samples(struct options *o, const char *arg)
{
    (void)arg;
    return o->look.show_samples = true;
}

static bool set_time_format(struct options *o, const char *arg)
{
    o->look.time_format = arg;
    return is_number_format(str_of(arg)) ||
           wrong("--time-format", arg,
                 "a printf format of one number, as %.3f");
}

static bool set_rankdir(struct options *o, const char *arg)
{
    o->look.rankdir = arg;
    return strcmp(arg, "TB") == 0 || strcmp(arg, "LR") == 0 ||
           wrong("--rankdir", arg, "TB or LR");
}

static bool set_title(struct options *o, const char *arg)
{
    o->look.title = arg;
    return true;
}

static bool set_no_legend(struct options *o, const char *arg)
{
    (void)arg;
    o->look.legend = false;
    return true;
}

static bool set_output(struct options *o, const char *arg)
{
    o->output = arg;
    return arg[0] != '\0' || wrong("--output", arg, "a file name");
}

static bool set_to(struct options *o, const char *arg)
{
    struct arena scratch = { 0 };
    struct str names = S("one of");
    o->writer = writer_find(str_of(arg));
    for (const struct writer *w = writers; w->name; w++)
        names = arena_printf(&scratch, "%s %s", names.s, w->name);
    bool good = o->writer || wrong("--to", arg, names.s);
    arena_free(&scratch);
    return good;
}

static bool set_quiet(struct options *o, const char *arg)
{
    (void)o;
    (void)arg;
    diag_quiet(true);
    return true;
}

/* Options that print something and end the program. */
enum { LIST_FORMATS = 256, HELP, PRINT_VERSION, SET };

/* Every option: a row here is all it takes. A row without long name is a
   heading of --help; one without help is another spelling of the row before. */
static const struct row {
    char letter; /* 0: none */
    const char *name;
    const char *arg; /* its name in --help, "[...]" if optional; or NULL */
    set_option *set;
    int print; /* instead of set */
    const char *help;
} rows[] = {
    { 0, NULL, NULL, NULL, 0, "Input" },
    { 'f', "format", "NAME", set_format, 0,
      "format of the input (auto: by content)" },
    { 0, "list-formats", NULL, NULL, LIST_FORMATS, "list the input formats" },
    { 0, "addresses", NULL, set_addresses, 0,
      "keep unresolved addresses of one module apart" },

    { 0, NULL, NULL, NULL, 0, "Cost" },
    { 0, "total", "WAY", set_total, 0,
      "how totals are made: callstacks (exact; the default where the input "
      "has stacks) or callratios (from calls)" },

    { 0, NULL, NULL, NULL, 0, "Selection" },
    { 'n', "node-thres", "PCT", set_node_thres, 0,
      "drop functions below this percentage of the whole cost (0.5)" },
    { 'e', "edge-thres", "PCT", set_edge_thres, 0,
      "drop calls below this percentage of the whole cost (0.1)" },
    { 0, "nodecount", "N", set_nodecount, 0,
      "keep at most N functions, the costliest (80 in pictures unless -n or "
      "--nodecount is given)" },
    { 'z', "root", "PATTERN", set_root, 0,
      "only functions that these call, directly or not" },
    { 'l', "leaf", "PATTERN", set_leaf, 0, "only functions that call these" },
    { 0, "depth", "N", set_depth, 0,
      "at most N calls away from the roots or leaves" },
    { 'p', "path", "PATTERN", set_path, 0,
      "only functions of modules or source files below this path" },
    { 0, "list-functions", "[=PATTERN]", set_list_functions, 0,
      "list functions with their costs instead of drawing" },

    { 0, NULL, NULL, NULL, 0, "Look" },
    { 'c', "colormap", "NAME", set_colormap, 0, "theme (heat), see below" },
    { 0, "skew", "X", set_skew, 0,
      "bend the colour ramp: above 1 keeps the hot colours for the costliest, "
      "below 1 gives them to more (1)" },
    { 0, "color-by", "COST", set_color_by, 0,
      "what colours functions: self or total (by theme)" },
    { 0, "color-nodes-by-selftime", NULL, set_by_selftime, 0,
      "the same as --color-by=self" },
    { 0, "colour-nodes-by-selftime", NULL, set_by_selftime, 0, NULL },
    { 's', "strip", NULL, set_strip, 0,
      "show names without parameters and template arguments" },
    { 'w', "wrap", NULL, set_wrap, 0, "show long names on several lines" },
    { 0, "node-label", "MEASURE", set_node_label, 0,
      "show self-time, self-time-percentage, total-time or "
      "total-time-percentage; may be repeated" },
    { 0, "show-samples", NULL, set_show_samples, 0,
      "show self and total cost in the unit of the input" },
    { 0, "time-format", "FMT", set_time_format, 0,
      "printf format of costs, as %.3f" },
    { 0, "rankdir", "DIR", set_rankdir, 0, "layout: TB or LR (TB)" },
    { 0, "title", "TEXT", set_title, 0, "title of the picture" },
    { 0, "no-legend", NULL, set_no_legend, 0, "leave out the legend" },

    { 0, NULL, NULL, NULL, 0, "Output" },
    { 'o', "output", "FILE", set_output, 0,
      "write to FILE, not to standard output" },
    { 'T', "to", "NAME", set_to, 0, "what to write (dot), see below" },
    { 'q', "quiet", NULL, set_quiet, 0, "no warnings" },
    { 'h', "help", NULL, NULL, HELP, "print this help" },
    { 'V', "version", NULL, NULL, PRINT_VERSION, "print the version" },
};

enum { N_ROWS = sizeof rows / sizeof *rows };

static bool is_optional(const char *arg)
{
    return arg && arg[0] == '[';
}

/* "  -f, --format=NAME      help", the help broken at column 80. */
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

static void print_row(struct buf *out, const struct row *row)
{
    struct arena scratch = { 0 };
    const char *arg = row->arg ? row->arg : "";
    const char *equals = row->arg && !is_optional(row->arg) ? "=" : "";
    struct str item =
        row->letter ? arena_printf(&scratch, "  -%c, --%s%s%s", row->letter,
                                   row->name, equals, arg)
                    : arena_printf(&scratch, "      --%s%s%s", row->name,
                                   equals, arg);
    print_item(out, item, str_of(row->help));
    arena_free(&scratch);
}

static void print_names(struct buf *out, const char *name,
                        const char *description)
{
    struct arena scratch = { 0 };
    print_item(out, arena_printf(&scratch, "  %s", name), str_of(description));
    arena_free(&scratch);
}

static void print_formats(struct buf *out)
{
    struct arena scratch = { 0 };
    for (size_t i = 0; readers[i]; i++) {
        const struct reader *r = readers[i];
        struct str name =
            r->aliases ? arena_printf(&scratch, "%s (%s)", r->name, r->aliases)
                       : str_of(r->name);
        print_names(out, name.s, r->description);
    }
    arena_free(&scratch);
}

static void print_help(struct buf *out)
{
    buf_add(out, S("usage: prof2dot [OPTION]... [FILE]...\n"
                   "Draws the call graph of a profile. Without FILE, or for "
                   "-, reads standard\ninput; several files are added up.\n"));
    for (const struct row *row = rows; row < rows + N_ROWS; row++) {
        if (!row->name)
            buf_printf(out, "\n%s\n", row->help);
        else if (row->help)
            print_row(out, row);
    }
    buf_add(out, S("\nFormats, for -f\n"));
    print_formats(out);
    buf_add(out, S("\nThemes, for -c\n"));
    for (const struct theme *theme = themes; theme->name; theme++)
        print_names(out, theme->name, theme->description);
    buf_add(out, S("\nOutputs, for -T\n"));
    for (const struct writer *writer = writers; writer->name; writer++)
        print_names(out, writer->name, writer->description);
}

static bool print(int what, struct buf *out)
{
    if (what == LIST_FORMATS)
        print_formats(out);
    else if (what == HELP)
        print_help(out);
    else if (what == PRINT_VERSION)
        buf_add(out, S("prof2dot " VERSION "\n"));
    else
        return false;
    return true;
}

/* What getopt_long wants, from the table; a long option's value is its row. */
static void make_getopt(struct option *longs, char *letters)
{
    *letters++ = ':';
    for (int i = 0; i < N_ROWS; i++) {
        if (!rows[i].name)
            continue;
        *longs++ = (struct option){
            .name = rows[i].name,
            .has_arg = is_optional(rows[i].arg) ? optional_argument
                       : rows[i].arg            ? required_argument
                                                : no_argument,
            .val = SET + i,
        };
        if (!rows[i].letter)
            continue;
        *letters++ = rows[i].letter;
        if (rows[i].arg)
            *letters++ = ':';
    }
    *letters = '\0';
}

static const struct row *row_of(int value)
{
    for (int i = 0; i < N_ROWS; i++)
        if (SET + i == value || (rows[i].letter && rows[i].letter == value))
            return &rows[i];
    return NULL;
}

/* getopt_long returned ':' or '?'. */
static enum todo bad_option(int result, char **argv)
{
    const char *text = argv[optind - 1];
    const struct row *row = row_of(optopt);
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
                              struct buf *out)
{
    struct option longs[N_ROWS + 1] = { 0 };
    char letters[3 * N_ROWS];
    int value;
    make_getopt(longs, letters);
    opterr = 0;
    while ((value = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const struct row *row =
            value == ':' || value == '?' ? NULL : row_of(value);
        if (!row)
            return bad_option(value, argv);
        if (print(row->print, out))
            return TODO_STOP;
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

enum todo options_read(struct options *options, int argc, char **argv,
                       struct arena *arena, struct buf *out)
{
    /* No option can be given more often than there are arguments. */
    const char **texts = NEW_N(arena, const char *, 3 * (size_t)argc);
    *options = (struct options){
        .path = { .texts = texts },
        .view = { .root = { .texts = texts + argc },
                  .leaf = { .texts = texts + 2 * argc },
                  .depth = -1,
                  .node_thres = 0.5,
                  .edge_thres = 0.1 },
        .look = { .theme = &themes[0],
                  .skew = 1,
                  .rankdir = "TB",
                  .legend = true },
        .writer = &writers[0],
        .output = "-",
    };
    enum todo todo = read_options(options, argc, argv, out);
    if (todo != TODO_RUN)
        return todo;
    take_files(options, argc, argv, arena);
    if (options->writer->is_picture && !options->has_node_thres &&
        !options->has_nodecount)
        options->view.nodecount = 80;
    return todo;
}
