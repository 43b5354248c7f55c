#include "option_rows.h"

#include <limits.h>
#include <string.h>

#include "output/number.h"
#include "output/theme.h"
#include "util/diag.h"

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

static bool set_dot(struct options *o, const char *arg)
{
    o->layout.dot = arg;
    return arg[0] != '\0' || wrong("--dot", arg, "a program");
}

static bool set_layout_timeout(struct options *o, const char *arg)
{
    double *limit = &o->layout.limit;
    return (str_number(str_of(arg), limit) && *limit >= 0) ||
           wrong("--layout-timeout", arg, "seconds, 0 for no limit");
}

static bool set_dark(struct options *o, const char *arg)
{
    o->look.dark = strcmp(arg, "auto") == 0    ? DARK_AUTO
                   : strcmp(arg, "never") == 0 ? DARK_NEVER
                                               : DARK_BY_OUTPUT;
    return o->look.dark != DARK_BY_OUTPUT ||
           wrong("--dark", arg, "auto or never");
}

static bool set_quiet(struct options *o, const char *arg)
{
    (void)o;
    (void)arg;
    diag_quiet(true);
    return true;
}

const struct option_row option_rows[] = {
    { 0, NULL, NULL, NULL, 0, "Input" },
    { 'f', "format", "NAME", set_format, 0,
      "format of the input (auto: by content)" },
    { 0, "list-formats", NULL, NULL, PRINT_FORMATS, "list the input formats" },
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
    { 'T', "to", "NAME", set_to, 0,
      "what to write, see below (what FILE ends in, else dot)" },
    { 0, "dot", "PATH", set_dot, 0, "the dot that draws pictures" },
    { 0, "layout-timeout", "S", set_layout_timeout, 0,
      "give dot at most S seconds for a picture (60; 0: any time)" },
    { 0, "dark", "WHEN", set_dark, 0,
      "other colours for readers who want a dark ground: auto (html) or never "
      "(svg)" },
    { 'q', "quiet", NULL, set_quiet, 0, "no warnings" },
    { 'h', "help", NULL, NULL, PRINT_HELP, "print this help" },
    { 'V', "version", NULL, NULL, PRINT_VERSION, "print the version" },
    { 0, NULL, NULL, NULL, 0, NULL },
};
