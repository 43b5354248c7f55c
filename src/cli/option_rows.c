#include "cli/option_rows.h"

#include <limits.h>
#include <string.h>

#include "filter/regex.h"
#include "output/dot/link.h"
#include "util/diag.h"
#include "util/number.h"
#include "util/progress.h"

static bool wrong(const char *option, const char *arg, const char *expected)
{
    return diag_error("%s: expected %s, found '%s'", option, expected, arg);
}

/* Which of n names it is; n: none. */
static size_t name_at(const char *arg, const char *const *names, size_t n)
{
    size_t i = 0;
    while (i < n && strcmp(arg, names[i]) != 0)
        i++;
    return i;
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

static bool set_event(struct options *o, const char *arg)
{
    o->read.asked |= ASK_EVENT;
    o->read.event = str_of(arg);
    return arg[0] != '\0' || wrong("--event", arg, "the name of an event");
}

static bool set_weight(struct options *o, const char *arg)
{
    o->read.asked |= ASK_WEIGHT;
    o->read.period = strcmp(arg, "period") == 0;
    return o->read.period || strcmp(arg, "samples") == 0 ||
           wrong("--weight", arg, "samples or period");
}

static bool add_thread(struct options *o, enum thread_key key, const char *arg)
{
    struct thread_patterns *patterns = &o->read.thread_patterns[key];
    o->read.asked |= ASK_THREAD << key;
    patterns->texts[patterns->n++] = arg;
    return true;
}

static bool set_comm(struct options *o, const char *arg)
{
    return arg[0] == '\0' ? wrong("--comm", arg, "the name of a thread")
                          : add_thread(o, THREAD_COMM, arg);
}

/* "17", "-1", "17,18" */
static bool are_ids(struct str list)
{
    uint64_t n;
    for (;;) {
        str_take(&list, S("-"));
        if (!str_take_digits(&list, &n))
            return false;
        if (!str_take(&list, S(",")))
            return list.len == 0;
    }
}

static bool set_pid(struct options *o, const char *arg)
{
    return are_ids(str_of(arg)) ? add_thread(o, THREAD_PID, arg)
                                : wrong("--pid", arg, "a number");
}

static bool set_tid(struct options *o, const char *arg)
{
    return are_ids(str_of(arg)) ? add_thread(o, THREAD_TID, arg)
                                : wrong("--tid", arg, "a number");
}

static bool set_program(struct options *o, const char *arg)
{
    o->read.program = arg;
    return arg[0] != '\0' || wrong("--program", arg, "a file name");
}

static bool set_force(struct options *o, const char *arg)
{
    (void)arg;
    o->read.asked |= ASK_FORCE;
    return o->read.force = true;
}

static bool set_demangle(struct options *o, const char *arg)
{
    static const char *const forms[] = {
        [DEMANGLE_SIMPLE] = "simple",
        [DEMANGLE_FULL] = "full",
        [DEMANGLE_NONE] = "none",
    };
    size_t form = name_at(arg, forms, ROWS(forms));
    o->names.shown = (enum demangle)form;
    return form < ROWS(forms) ||
           wrong("--demangle", arg, "none, simple or full");
}

static bool set_total(struct options *o, const char *arg)
{
    o->callstacks = strcmp(arg, "callstacks") == 0;
    o->callratios = strcmp(arg, "callratios") == 0;
    return o->callstacks || o->callratios ||
           wrong("--total", arg, "callstacks or callratios");
}

static bool set_cycles(struct options *o, const char *arg)
{
    o->has_cycles = true;
    for (int way = CYCLES_SPLIT; way <= CYCLES_COLLAPSE; way++) {
        o->cycles = (enum cycles)way;
        if (strcmp(arg, costs_cycles_name(o->cycles)) == 0)
            return true;
    }
    return wrong("--cycles", arg, "split, walk or collapse");
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
    if (str_take_digits(&rest, &n) && rest.len == 0 && n <= INT_MAX &&
        (long)n >= least) {
        *number = (long)n;
        return true;
    }
    return wrong(option, arg,
                 least ? "a whole number from 1 up" : "a whole number");
}

static bool set_threads(struct options *o, const char *arg)
{
    return take_whole("--threads", arg, 1, &o->threads);
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
    return add_pattern(&o->filters.by[BY_PATH], arg);
}

static bool add_filter(struct options *o, enum filter filter, const char *arg)
{
    return regex_check(filter_option_name(filter), arg) &&
           add_pattern(&o->filters.by[filter], arg);
}

static bool set_focus(struct options *o, const char *arg)
{
    return add_filter(o, FOCUS, arg);
}

static bool set_ignore(struct options *o, const char *arg)
{
    return add_filter(o, IGNORE, arg);
}

static bool set_show_from(struct options *o, const char *arg)
{
    return add_filter(o, SHOW_FROM, arg);
}

static bool set_prune_from(struct options *o, const char *arg)
{
    return add_filter(o, PRUNE_FROM, arg);
}

static bool set_hide(struct options *o, const char *arg)
{
    return add_filter(o, HIDE, arg);
}

static bool set_show(struct options *o, const char *arg)
{
    return add_filter(o, SHOW, arg);
}

static bool set_relative(struct options *o, const char *arg)
{
    (void)arg;
    return o->relative = true;
}

static bool set_break(struct options *o, const char *arg)
{
    const char *slash = strchr(arg[0] ? arg + 1 : arg, '/');
    if (!slash || !slash[1])
        return wrong("--break", arg, "FROM/TO");
    return add_pattern(&o->filters.breaks, arg);
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

static bool set_label_length(struct options *o, const char *arg)
{
    return take_whole("--label-length", arg, 0, &o->look.label_length);
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
    size_t m = name_at(arg, measure_names, N_MEASURES);
    if (m == N_MEASURES)
        return wrong("--node-label", arg,
                     "self-time, self-time-percentage, total-time or "
                     "total-time-percentage");
    return add_measure(&o->look, (enum measure)m);
}

static bool set_show_samples(struct options *o, const char *arg)
{
    (void)arg;
    return o->look.show_samples = true;
}

static bool set_time_format(struct options *o, const char *arg)
{
    o->look.time_format = arg;
    return number_is_format(str_of(arg)) ||
           wrong("--time-format", arg,
                 "a printf format of one number, as %.3f");
}

static bool set_rankdir(struct options *o, const char *arg)
{
    o->look.rankdir = arg;
    return strcmp(arg, "TB") == 0 || strcmp(arg, "LR") == 0 ||
           wrong("--rankdir", arg, "TB or LR");
}

static bool set_recursion(struct options *o, const char *arg)
{
    static const char *const names[] = { [RECURSION_NOTE] = "note",
                                         [RECURSION_EDGES] = "edges",
                                         [RECURSION_CLUSTER] = "cluster" };
    size_t way = name_at(arg, names, ROWS(names));
    o->look.recursion = (enum recursion)way;
    return way < ROWS(names) ||
           wrong("--recursion", arg, "note, edges or cluster");
}

static bool set_clusters(struct options *o, const char *arg)
{
    o->look.by_module = strcmp(arg, "module") == 0;
    return o->look.by_module || strcmp(arg, "none") == 0 ||
           wrong("--clusters", arg, "none or module");
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

static const char *const deps_names[] = {
    [DEPS_FUNCTION] = "function",
    [DEPS_TOPLEV] = "toplev",
    [DEPS_SITE] = "site",
    [DEPS_NONE] = "none",
};

static bool set_deps(struct options *o, const char *arg)
{
    size_t by = name_at(arg, deps_names, ROWS(deps_names));
    o->look.deps = (enum deps_by)by;
    return by < ROWS(deps_names) ||
           wrong("--deps", arg, "function, toplev, site or none");
}

static bool set_deps_min(struct options *o, const char *arg)
{
    return take_whole("--deps-min", arg, 1, &o->look.deps_min);
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
    for (const struct writer *const *w = writers; *w; w++)
        names = arena_printf(&scratch, "%s %s", names.s, (*w)->name);
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

static bool set_name(struct options *o, const char *arg)
{
    const char *c = arg;
    o->look.name = arg;
    while (ascii_is_letter(*c) || *c == '_' || (c > arg && ascii_is_digit(*c)))
        c++;
    return (c > arg && !*c) ||
           wrong("--name", arg, "letters, digits and '_', no digit first");
}

static bool set_url(struct options *o, const char *arg)
{
    o->look.url = arg;
    return link_is_valid(str_of(arg)) ||
           wrong("--url", arg, "a URL with %n, %m, %f, %l or %%");
}

static bool set_url_target(struct options *o, const char *arg)
{
    o->look.url_target = arg;
    return arg[0] != '\0' || wrong("--url-target", arg, "a name, as _top");
}

static bool set_depfile(struct options *o, const char *arg)
{
    o->depfile = arg;
    return arg[0] != '\0' || wrong("--depfile", arg, "a file name");
}

static bool set_if_changed(struct options *o, const char *arg)
{
    (void)arg;
    return o->if_changed = true;
}

static bool set_quiet(struct options *o, const char *arg)
{
    (void)o;
    (void)arg;
    diag_quiet(true);
    progress_wanted(false);
    return true;
}

static bool set_progress(struct options *o, const char *arg)
{
    (void)o;
    (void)arg;
    progress_wanted(true);
    return true;
}

static bool set_no_progress(struct options *o, const char *arg)
{
    (void)o;
    (void)arg;
    progress_wanted(false);
    return true;
}

const struct option_row option_rows[] = {
    { 0, NULL, NULL, NULL, 0, "Input" },
    { 'f', "format", "NAME", set_format, 0,
      "format of the input (auto: by content)" },
    { 0, "list-formats", NULL, NULL, PRINT_FORMATS, "list the input formats" },
    { 0, "addresses", NULL, set_addresses, 0,
      "keep unresolved addresses of one module apart" },
    { 0, "event", "NAME", set_event, 0, "count this event (the first)" },
    { 0, "weight", "WEIGHT", set_weight, 0,
      "what a sample counts: samples (1, the default) or period (the events "
      "since the sample before, seconds of clocks)" },
    { 0, "comm", "NAME", set_comm, 0,
      "count only threads of this name; a glob or a list with commas, may be "
      "repeated" },
    { 0, "pid", "N", set_pid, 0, "count only this process, in the same way" },
    { 0, "tid", "N", set_tid, 0, "count only this thread, in the same way" },
    { 0, "program", "FILE", set_program, 0,
      "the program that gmon.out files belong to (what is ELF among the "
      "inputs)" },
    { 0, "force", NULL, set_force, 0,
      "take gmon.out files that seem to be of another program" },
    { 0, "demangle", "FORM", set_demangle, 0,
      "names of C++ and Rust: simple (the default), full (with parameters) or "
      "none (as they are in the input)" },
    { 0, "threads", "N", set_threads, 0,
      "read large text with at most N threads (as there are processors)" },

    { 0, NULL, NULL, NULL, 0, "Cost" },
    { 0, "total", "WAY", set_total, 0,
      "how totals are made: callstacks (exact; the default where the input "
      "has stacks) or callratios (from calls)" },
    { 0, "cycles", "WAY", set_cycles, 0,
      "what to do with functions that call each other: split (the default) or "
      "walk, which estimate a cost for each, or collapse (one box)" },
    { 0, "break", "FROM/TO", set_break, 0,
      "take out the calls from FROM to TO, before cycles are sought" },

    { 0, NULL, NULL, NULL, 0,
      "Filters, by regular expressions on function, module and file names" },
    { 0, "focus", "RE", set_focus, 0, "only stacks with a match" },
    { 0, "ignore", "RE", set_ignore, 0, "only stacks without a match" },
    { 0, "show-from", "RE", set_show_from, 0,
      "without what is above the match nearest the root" },
    { 0, "prune-from", "RE", set_prune_from, 0,
      "without what is below the match nearest the leaf" },
    { 0, "hide", "RE", set_hide, 0,
      "take matching functions out; callers and callees meet" },
    { 0, "show", "RE", set_show, 0, "take all others out" },
    { 0, "relative", NULL, set_relative, 0,
      "percentages of the cost that the filters leave" },

    { 0, NULL, NULL, NULL, 0, "Selection" },
    { 'n', "node-thres", "PCT", set_node_thres, 0,
      "drop functions below this percentage of the whole cost (0.5)" },
    { 'e', "edge-thres", "PCT", set_edge_thres, 0,
      "drop calls below this percentage of the whole cost (0.1)" },
    { 0, "nodecount", "N", set_nodecount, 0,
      "keep at most N functions, the most informative (80 in pictures unless "
      "-n or --nodecount is given)" },
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
    { 0, "label-length", "N", set_label_length, 0,
      "shorten names in boxes to about N columns where they stay distinct, 0 "
      "leaves them whole (60)" },
    { 0, "node-label", "MEASURE", set_node_label, 0,
      "show self-time, self-time-percentage, total-time or "
      "total-time-percentage; may be repeated" },
    { 0, "show-samples", NULL, set_show_samples, 0,
      "show self and total cost in the unit of the input" },
    { 0, "time-format", "FMT", set_time_format, 0,
      "printf format of costs, as %.3f" },
    { 0, "rankdir", "DIR", set_rankdir, 0, "layout: TB or LR (TB)" },
    { 0, "recursion", "HOW", set_recursion, 0,
      "show self-calls and calls back into a cycle as a note in the caller "
      "(the default), as edges, or as a note with each cycle in a cluster" },
    { 0, "clusters", "BY", set_clusters, 0,
      "put functions of one module into one box: none (the default) or "
      "module" },
    { 0, "title", "TEXT", set_title, 0, "title of the picture" },
    { 0, "no-legend", NULL, set_no_legend, 0, "leave out the legend" },
    { 0, "deps", "ENDS", set_deps, 0,
      "draw dependences of traces between function (the default), toplev "
      "(statements of functions under study), site (lines), or none" },
    { 0, "deps-min", "N", set_deps_min, 0,
      "only dependences of at least N reads (the 30 of most reads)" },

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
    { 0, "name", "ID", set_name, 0,
      "the name of the graph, with which all ids begin" },
    { 0, "url", "TEMPLATE", set_url, 0,
      "link functions; %n is the name, %m the module, %f the file, %l the "
      "line, %% a percent sign" },
    { 0, "url-target", "NAME", set_url_target, 0,
      "where links open, as _top or _blank" },
    { 0, "depfile", "FILE", set_depfile, 0,
      "write a rule for make that lists the inputs of the output" },
    { 0, "if-changed", NULL, set_if_changed, 0,
      "leave the output alone, its time too, where it would stay as it is" },
    { 0, "progress", NULL, set_progress, 0,
      "tell how far the work is, at once (on a terminal, after a second)" },
    { 0, "no-progress", NULL, set_no_progress, 0, "never tell" },
    { 'q', "quiet", NULL, set_quiet, 0, "no warnings, no progress" },
    { 'h', "help", NULL, NULL, PRINT_HELP, "print this help" },
    { 'V', "version", NULL, NULL, PRINT_VERSION, "print the version" },
    { 0, NULL, NULL, NULL, 0, NULL },
};
