#include "cli/option_rows.h"

#include <float.h>
#include <limits.h>
#include <sys/stat.h>

#include "filter/granularity.h"
#include "output/dot/link.h"
#include "util/diag.h"
#include "util/nearest.h"
#include "util/text/number.h"
#include "util/text/unit.h"

/* ---- Arguments that are checked ---- */

/* Process and thread ids: "17", "-1", "17,18". */
static bool is_id_list(struct str text)
{
    uint64_t n;
    for (;;) {
        str_take(&text, S("-"));
        if (!str_take_digits(&text, &n))
            return false;
        if (!str_take(&text, S(",")))
            return text.len == 0;
    }
}

/* "KEY=VALUE", neither of which is empty. --tags has commas between keys. */
static bool is_label(struct str text)
{
    struct str key, value;
    return str_cut(text, S("="), &key, &value) && key.len && value.len &&
           !str_has(key, S(","));
}

/* "FROM/TO", neither of which is empty. FROM may begin with a slash. */
static bool is_break(struct str text)
{
    struct str from, to;
    return str_cut(str_skip(text, 1), S("/"), &from, &to) && to.len > 0;
}

/* The name of a graph has to be valid as the first part of an XML id. */
static bool is_graph_name(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_letter(text.s[i]) && text.s[i] != '_' &&
            (i == 0 || !ascii_is_digit(text.s[i])))
            return false;
    return true;
}

/* Is the text an existing folder? */
static bool is_folder(struct str text)
{
    struct stat status;
    return stat(text.s, &status) == 0 && S_ISDIR(status.st_mode);
}

/* ---- Arguments that are looked up in another table, or kept in a list ---- */

/* The names that an argument may be, for the message about one that is none of
   them. `near.text` is the argument. */
struct names {
    struct arena arena;
    struct str list;
    struct nearest near;
};

static void add_name(struct names *names, const char *name)
{
    names->list = arena_printf(&names->arena, "%s%s%s", names->list.s,
                               names->list.len ? ", " : "", name);
    nearest_add(&names->near, str_of(name));
}

/* Reports that the argument of an option is none of the names. Returns false,
   and frees the names. */
static bool report_name(struct names *names, const char *option)
{
    diag_error("--%s: expected one of %s, found '%s'%s", option, names->list.s,
               names->near.text.s, nearest_text(&names->near, &names->arena).s);
    arena_free(&names->arena);
    return false;
}

/* Takes --format. There are too many formats to list them in a message. */
static bool take_format(struct options *o, const char *arg)
{
    struct str name = str_of(arg), aliases, alias;
    LOCAL_ARENA(scratch);
    struct nearest near = { .text = name };
    o->reader = reader_find(name);
    if (o->reader || str_eq(name, S("auto")))
        return true;
    nearest_add(&near, S("auto"));
    for (const struct reader *const *r = readers; *r; r++) {
        nearest_add(&near, str_of((*r)->name));
        aliases = str_of((*r)->aliases);
        while (str_take_word(&aliases, &alias))
            nearest_add(&near, alias);
    }
    diag_error("--format: expected auto or the name of a format, found "
               "'%s'%s; --list-formats lists all",
               arg, nearest_text(&near, &scratch).s);
    return false;
}

static bool take_event(struct options *o, const char *arg)
{
    o->read.event = str_of(arg);
    return arg[0] != '\0';
}

/* Takes a bound of a range, which may be left out. */
static bool take_bound(struct str text, double *bound)
{
    return !text.len || str_number(text, bound);
}

static bool take_time(struct options *o, const char *arg)
{
    struct str from, to;
    struct time_range *range = &o->read.time;
    *range = (struct time_range){ -INFINITY, INFINITY, true };
    return str_cut(str_of(arg), S(","), &from, &to) && from.len + to.len > 0 &&
           take_bound(from, &range->from) && take_bound(to, &range->to) &&
           range->from <= range->to;
}

/* Takes keys of tags, which must differ. */
static bool take_tags(struct options *o, const char *arg)
{
    LOCAL_ARENA(scratch);
    struct str rest = arena_printf(&scratch, "%s,", arg), key;
    bool good = true;
    o->read.tags = arg;
    o->read.keep = KEEP_TAGS;
    while (good && str_cut(rest, S(","), &key, &rest)) {
        struct str others = arena_printf(&scratch, ",%s", rest.s);
        struct str wanted =
            arena_printf(&scratch, ",%.*s,", (int)key.len, key.s);
        good = key.len && !str_has(others, wanted);
        if (str_eq(key, S("event")))
            o->read.keep |= KEEP_EVENTS;
    }
    return good;
}

/* Takes --granularity. Lines and addresses need a reader that can split
   functions. */
static bool take_granularity(struct options *o, const char *arg)
{
    static const unsigned asks[] = { [GRANULARITY_LINE] = ASK_LINES,
                                     [GRANULARITY_ADDRESS] = ASK_ADDRESSES };
    for (int g = GRANULARITY_FUNCTION; g <= GRANULARITY_ADDRESS; g++)
        if (strcmp(arg, granularity_name((enum granularity)g)) == 0) {
            o->read.granularity = (enum granularity)g;
            o->read.asked &= ~(unsigned)(ASK_LINES | ASK_ADDRESSES);
            o->read.asked |= asks[g];
            return true;
        }
    return false;
}

static bool take_unit(struct options *o, const char *arg)
{
    o->read.unit = str_of(arg);
    return arg[0] != '\0';
}

/* A number of bytes, or of another unit: "2000000", "2M", "2MB" and "2 MiB". */
static bool take_max_memory(struct options *o, const char *arg)
{
    struct str text = str_of(arg);
    char name[] = "?B";
    struct unit unit = { S("bytes"), 1 };
    double number;
    if (!str_take_number(&text, &number) || !(number >= 0))
        return false;
    text = str_trim(text);
    if (text.len == 1 && str_has(S("KMGT"), text)) {
        name[0] = text.s[0];
        text = str_of(name);
    }
    if (text.len && !unit_find(text, &unit))
        return false;
    o->max_memory = ceil(number / unit.per_base);
    return str_eq(unit.base, S("bytes")) &&
           o->max_memory < (double)(SIZE_MAX / 2);
}

static bool take_theme(struct options *o, const char *arg)
{
    struct names names = { .list = S(""), .near = { .text = str_of(arg) } };
    o->look.theme = theme_find(names.near.text);
    if (o->look.theme)
        return true;
    for (const struct theme *theme = themes; theme->name; theme++)
        add_name(&names, theme->name);
    return report_name(&names, "theme");
}

static bool take_to(struct options *o, const char *arg)
{
    struct names names = { .list = S(""), .near = { .text = str_of(arg) } };
    o->writer = writer_find(names.near.text);
    if (o->writer)
        return true;
    for (const struct writer *const *w = writers; *w; w++)
        for (const char *name = (*w)->name; name;
             name = name == (*w)->name ? (*w)->also : NULL)
            add_name(&names, name);
    return report_name(&names, "to");
}

/* Takes --list-functions. A leading '%' asks gprof2dot for details, which this
   table always has. */
static bool take_list_functions(struct options *o, const char *arg)
{
    o->list = LIST_FUNCTIONS;
    if (arg[0] == '%')
        arg = arg[1] ? arg + 1 : "+";
    o->list_pattern = arg;
    return true;
}

/* Takes --node-label. Boxes show the measures in the order given, each once. */
static bool take_node_label(struct options *o, const char *arg)
{
    static const char *const names[N_MEASURES] = {
        [SELF_TIME] = "self-time",
        [SELF_TIME_PERCENTAGE] = "self-time-percentage",
        [TOTAL_TIME] = "total-time",
        [TOTAL_TIME_PERCENTAGE] = "total-time-percentage",
    };
    struct look *look = &o->look;
    size_t measure = 0;
    while (measure < N_MEASURES && strcmp(arg, names[measure]) != 0)
        measure++;
    if (measure == N_MEASURES)
        return false;
    for (size_t i = 0; i < look->n_measures; i++)
        if (look->measures[i] == measure)
            return true;
    look->measures[look->n_measures++] = (enum measure)measure;
    return true;
}

static bool take_fail_if(struct options *o, const char *arg)
{
    o->repeats_fail_if = o->fail_if.is_given;
    return fail_if_parse(str_of(arg), &o->fail_if);
}

static bool take_fit(struct options *o, const char *arg)
{
    bool is_none = strcmp(arg, "none") == 0;
    o->has_fit = true;
    o->look.space = is_none ? NULL : &o->space;
    return is_none || space_parse(str_of(arg), &o->space);
}

static bool take_quiet(struct options *o, const char *arg)
{
    (void)arg;
    o->progress = PROGRESS_NEVER;
    return o->quiet = true;
}

/* ---- The table ---- */

/* The offset of a field of struct options. The compiler warns if the field
   does not have the type that the row stores. */
#define AT(type, field)                                                       \
    (offsetof(struct options, field) +                                        \
     0 * sizeof(&((struct options *)NULL)->field == (type *)NULL))

#define HEADING(text, outputs) \
    { .kind = OPTION_HEADING, .help = text, .of = outputs }
#define PRINT(what) .kind = OPTION_PRINT, .value = what
#define FLAG(field, stored) \
    .kind = OPTION_FLAG, .at = AT(bool, field), .value = stored
#define VALUE(field, stored) \
    .kind = OPTION_VALUE, .at = AT(unsigned, field), .value = stored
#define NUMBER(field, from, to) \
    .kind = OPTION_NUMBER, .at = AT(double, field), .least = from, .most = to
#define PERCENT(field) \
    NUMBER(field, 0, 100), .expected = "a percentage from 0 to 100"
#define WHOLE(field, from) \
    .kind = OPTION_WHOLE, .at = AT(long, field), .least = from, .most = INT_MAX
#define TEXT(field) .kind = OPTION_TEXT, .at = AT(const char *, field)
#define CHOICE(field, ...) \
    .kind = OPTION_CHOICE, .at = AT(unsigned, field), CHOICES(__VA_ARGS__)
#define CHOICES(...) \
    .choices = (const struct option_choice[]){ __VA_ARGS__, { NULL, 0 } }
#define TEXTS(field)                       \
    .at = AT(const char **, field.texts), \
    .n_at = AT(size_t, field.n)
#define ANY_OF(field) .kind = OPTION_LIST, TEXTS(field)
#define CUSTOM(function) .kind = OPTION_CUSTOM, .take = function
#define GIVEN(field) .given_at = AT(bool, field)

#define ONLY(outputs, other) \
    .of = outputs, .is_strict = true, .instead = other
#define AGAINST(options, reason) .against = options, .because = reason

/* Words of the column `of`: see option_rows.h. */
#define FILTERED "report table lists pictures profile" /* not the inventory */

const struct option_row option_rows[] = {
    HEADING("Input", ""),
    { 'f', "format", "NAME",
      "format of the input (default auto: recognized by content)",
      CUSTOM(take_format) },
    { 0, "list-formats", NULL, "print the input formats and exit",
      PRINT(PRINT_FORMATS) },
    { 0, "addresses", NULL,
      "draw each unresolved address as a function of its own (perf)",
      FLAG(read.addresses, true), .asks = ASK_UNRESOLVED,
      .of = FILTERED " list-places" },
    { 0, "event", "NAME",
      "count this event, a glob or a comma-separated list (default: cycles or "
      "cpu-clock, else the event with most samples)",
      CUSTOM(take_event), .asks = ASK_EVENT,
      .expected = "the name of an event" },
    { 0, "list-events", NULL,
      "print a table of the events of the input instead of drawing",
      VALUE(list, LIST_EVENTS), .asks = ASK_LIST_EVENTS, .of = "list-events" },
    { 0, "weight", "WEIGHT",
      "let a sample count 1 (samples) or the events since the "
      "previous sample (period; seconds for clocks)",
      CHOICE(read.weight_is_period, { "samples", false }, { "period", true }),
      .asks = ASK_WEIGHT,
      .of = "pictures report table lists edges folded speedscope list-events" },
    { 0, "unit", "NAME",
      "what the numbers of folded stacks count: samples, ns, bytes... (default "
      "counts)",
      CUSTOM(take_unit), .expected = "the name of a unit",
      .of = "pictures report table lists edges pprof callgrind speedscope" },
    { 0, "comm", "NAME",
      "count only threads with this name, a glob or a comma-separated list; "
      "may be repeated",
      ANY_OF(read.thread_patterns[THREAD_COMM]), .asks = ASK_COMM,
      .expected = "the name of a thread" },
    { 0, "pid", "N",
      "count only these processes, a comma-separated list; may be repeated",
      ANY_OF(read.thread_patterns[THREAD_PID]), .asks = ASK_PID,
      .is_valid = is_id_list, .expected = "a number" },
    { 0, "tid", "N",
      "count only these threads, a comma-separated list; may be repeated",
      ANY_OF(read.thread_patterns[THREAD_TID]), .asks = ASK_TID,
      .is_valid = is_id_list, .expected = "a number" },
    { 0, "thread", "N", NULL,
      ANY_OF(read.thread_patterns[THREAD_TID]), .asks = ASK_TID,
      .is_valid = is_id_list, .expected = "a number" },
    { 0, "with-label", "KEY=VALUE",
      "count only samples that have this label, a glob or a comma-separated "
      "list after the key; may be repeated (pprof)",
      ANY_OF(with_labels), .asks = ASK_LABELS, .is_valid = is_label,
      .expected = "a key and a value with = between" },
    { 0, "list-threads", NULL,
      "print a table of the threads of the input instead of drawing",
      VALUE(list, LIST_THREADS), .asks = ASK_LIST_THREADS,
      .of = "list-threads" },
    { 0, "list-places", NULL,
      "print the source lines and variables of a trace as records for it, "
      "instead of drawing",
      VALUE(list, LIST_PLACES), .asks = ASK_LIST_PLACES, .of_deps = true,
      .of = "list-places" },
    { 0, "symfs", "DIR",
      "look below this folder for the programs that the input names",
      TEXT(read.symfs), .asks = ASK_SYMFS, .is_valid = is_folder,
      .expected = "a folder", .of = FILTERED " list-places" },
    { 0, "debuginfod", NULL,
      "ask the servers in DEBUGINFOD_URLS for programs and debug files that "
      "are not here",
      FLAG(read.debuginfod, true), .asks = ASK_DEBUGINFOD,
      .of = FILTERED " list-places" },
    { 0, "no-inline", NULL,
      "leave out functions that the compiler inlined, which DWARF tells",
      FLAG(read.no_inline, true), .asks = ASK_INLINES,
      .of = FILTERED " list-places" },
    { 0, "program", "FILE",
      "the program that wrote the gmon.out files (default: the ELF file "
      "among the inputs)",
      TEXT(read.program), .asks = ASK_PROGRAM, .expected = "a file name",
      .is_rare = true },
    { 0, "force", NULL,
      "read gmon.out files that seem to come from another program",
      FLAG(read.force, true), .asks = ASK_FORCE, .is_rare = true },
    { 0, "time", "FROM,TO",
      "count only samples from the second FROM to the second TO, as perf "
      "script prints them; either may be left out",
      CUSTOM(take_time), .asks = ASK_TIME,
      .expected = "two times in seconds, as in 12.5,13" },
    { 0, "tags", "KEYS",
      "put tags of the samples above their stacks as boxes: comm, pid, tid or "
      "event, a comma-separated list (perf)",
      CUSTOM(take_tags), .asks = ASK_TAGS,
      .expected = "different keys with commas between, such as comm,pid",
      .of = "pictures report table list-modules edges folded pprof speedscope" },
    { 0, "granularity", "WHAT",
      "what a box stands for: function (the default), line, file, module, "
      "class, package or address",
      CUSTOM(take_granularity), GIVEN(has_granularity),
      .expected = "function, line, file, module, class, package or address",
      ONLY("pictures top tree peek table profile lists",
           "-T list has source lines") },
    { 0, "demangle", "FORM",
      "how to show C++, Rust and other names: simple (the default), full (with "
      "parameters) or none (as in the input)",
      CHOICE(names.shown, { "none", DEMANGLE_NONE },
             { "simple", DEMANGLE_SIMPLE }, { "full", DEMANGLE_FULL }),
      .of = "pictures report table list-functions folded speedscope" },
    { 0, "files0-from", "FILE",
      "read the files that FILE, or - for standard input, lists, each ended by "
      "a NUL as by find -print0",
      TEXT(files0_from), .expected = "the name of a file", .is_rare = true },
    { 0, "keep-going", NULL,
      "leave out files that cannot be read, say how many, and end with status "
      "4",
      FLAG(keeps_going, true),
      AGAINST("base", "a comparison needs all of its files") },
    { 0, "threads", "N",
      "use at most N threads to read large inputs (default: 2 if there are "
      "several processors)",
      WHOLE(threads, 1) },
    { 0, "max-memory", "SIZE",
      "use at most this much memory, such as 500M or 2G; 0 sets no limit "
      "(default: half of what the machine has)",
      CUSTOM(take_max_memory), .expected = "a size such as 500M or 2G" },

    HEADING("Cost", "report table list-functions pictures"),
    { 0, "total", "WAY",
      "how to compute total costs: callstacks (exact; the default if the "
      "input has stacks) or callratios (estimated from calls)",
      CHOICE(total, { "callstacks", TOTAL_CALLSTACKS },
             { "callratios", TOTAL_CALLRATIOS }) },
    { 0, "cycles", "WAY",
      "what to do with functions that call each other: estimate a cost for "
      "each by split (the default), walk or tree, or collapse them into one "
      "box",
      CHOICE(cycles, { "split", CYCLES_SPLIT }, { "walk", CYCLES_WALK },
             { "tree", CYCLES_TREE }, { "collapse", CYCLES_COLLAPSE }),
      GIVEN(has_cycles),
      .of = "report table lists pictures callgrind" },
    { 0, "break", "FROM/TO",
      "remove the calls from FROM to TO before looking for cycles",
      ANY_OF(filters.breaks), .is_valid = is_break, .expected = "FROM/TO",
      .of = "report table list-functions pictures profile" },

    HEADING("Comparison", ""),
    { 0, "base", "FILE",
      "draw the difference from this profile; a glob or a further "
      "--base adds runs, and so do further inputs",
      ANY_OF(base), .expected = "a file name",
      ONLY("report table folded pictures",
           "-T json has all costs of both sides") },
    { 0, "normalize", NULL,
      "let the whole of each run be that of the base before comparing",
      FLAG(compare.normalize, true), .needs = "base" },
    { 0, "margin", "POINTS",
      "let changes below this percentage of the base's whole be noise",
      PERCENT(compare.margin), .initial = "0.5", GIVEN(compare.has_margin),
      .of = "top peek table pictures", .needs = "base" },
    { 0, "fail-if", "CHANGE",
      "exit with status 3 if a total grew by more than 2% of the base's whole "
      "(+2%), or self cost shrank (-2%:self), of functions that match (@RE), "
      "or of the program (@whole)",
      CUSTOM(take_fail_if),
      .expected = "[+-]N%[:self|:total][@RE], such as +2%",
      ONLY("report table pictures", NULL), .needs = "base" },
    { 0, "compare", NULL, NULL, FLAG(compares_two, true),
      ONLY("report table folded pictures",
           "-T json has all costs of both sides") },
    { 0, "compare-tolerance", "POINTS", NULL, PERCENT(compare.margin),
      GIVEN(compare.has_margin),
      .of = "top peek table pictures", .needs = "base" },
    { 0, "compare-only-slower", NULL, "mark only what costs more than before",
      VALUE(compare.only, CHANGES_SLOWER), .is_rare = true,
      .of = "top peek table pictures", .needs = "base" },
    { 0, "compare-only-faster", NULL, "mark only what costs less than before",
      VALUE(compare.only, CHANGES_FASTER), .is_rare = true,
      .of = "top peek table pictures", .needs = "base" },
    { 0, "compare-color-by-difference", NULL, NULL,
      VALUE(look.color_by, BY_THEME), .of = "pictures", .needs = "base" },

    HEADING("Filters (RE: regular expression on function, module and file "
            "names)", FILTERED),
    { 0, "focus", "RE", "keep only stacks that contain a match",
      ANY_OF(filters.by[FOCUS]) },
    { 0, "ignore", "RE", "remove stacks that contain a match",
      ANY_OF(filters.by[IGNORE]) },
    { 0, "show-from", "RE",
      "remove frames above the match nearest the root, and stacks without a "
      "match",
      ANY_OF(filters.by[SHOW_FROM]) },
    { 0, "prune-from", "RE", "remove frames below the match nearest the leaf",
      ANY_OF(filters.by[PRUNE_FROM]) },
    { 0, "hide", "RE",
      "remove matching functions; their callers then call their callees",
      ANY_OF(filters.by[HIDE]) },
    { 0, "show", "RE", "remove all functions that do not match",
      ANY_OF(filters.by[SHOW]) },
    { 'p', "path", "PATTERN",
      "keep only functions whose module or source file matches or lies "
      "below PATTERN",
      ANY_OF(filters.by[BY_PATH]) },
    { 0, "collapse-recursion", "RE",
      "let functions that match appear once on a stack: what lies between the "
      "first and the last frame of one goes",
      ANY_OF(filters.by[COLLAPSE]),
      .of = "report table list-functions pictures profile" },
    { 0, "fold", "RE",
      "draw all functions that match as one box, or with module:RE each module "
      "that matches",
      ANY_OF(filters.folds), .expected = "a regular expression" },
    { 0, "relative", NULL,
      "let percentages refer to the cost that remains after the filters",
      FLAG(relative, true), .of = "report json markdown lists pictures" },

    HEADING("Selection", "boxes page report table lists"),
    { 'n', "node-thres", "PCT",
      "leave out functions below this percentage of the whole cost",
      PERCENT(view.node_thres), .initial = "0.5", GIVEN(has_node_thres),
      .neutral = "0" },
    { 'e', "edge-thres", "PCT",
      "leave out calls below this percentage of the whole cost",
      PERCENT(view.edge_thres), .initial = "0.1", GIVEN(has_edge_thres),
      .neutral = "0", .of = "boxes page json tree peek" },
    { 0, "nodecount", "N",
      "keep at most N functions, the most informative ones (default: 80 in "
      "pictures unless -n is given)",
      WHOLE(view.nodecount, 1), GIVEN(has_nodecount) },
    { 'z', "root", "PATTERN",
      "keep only these functions and what they call, directly or indirectly",
      ANY_OF(view.root), .is_strict = true,
      .instead = "--focus and --show-from choose stacks" },
    { 'l', "leaf", "PATTERN",
      "keep only these functions and what calls them, directly or "
      "indirectly",
      ANY_OF(view.leaf), .is_strict = true,
      .instead = "--focus and --show-from choose stacks" },
    { 0, "depth", "N",
      "keep only functions at most N calls away from the roots or leaves",
      WHOLE(view.depth, 0), .is_strict = true,
      .instead = "--focus and --show-from choose stacks" },
    { 0, "list-functions", "[=PATTERN]",
      "print a table of functions and costs instead of drawing",
      CUSTOM(take_list_functions), .missing = "+", .of = "list-functions" },
    { 0, "list-modules", NULL,
      "print a table of modules and costs instead of drawing",
      VALUE(list, LIST_MODULES), .of = "list-modules" },

    HEADING("Look", "pictures"),
    { 'c', "theme", "NAME",
      "colours: heat (the default), dark, print... as --help=all has them",
      CUSTOM(take_theme) },
    { 0, "colormap", "NAME", NULL, CUSTOM(take_theme) },
    { 0, "skew", "X",
      "bend the colour scale: above 1, fewer functions get hot colours; "
      "below 1, more do",
      NUMBER(look.skew, DBL_MIN, DBL_MAX), .initial = "1",
      .expected = "a number above 0", .is_rare = true },
    { 0, "color-by", "COST",
      "cost that colours the boxes: self or total (default: depends on the "
      "theme)",
      CHOICE(look.color_by, { "self", BY_SELF }, { "total", BY_TOTAL }) },
    { 0, "color-nodes-by-selftime", NULL, NULL, VALUE(look.color_by, BY_SELF) },
    { 0, "colour-nodes-by-selftime", NULL, NULL,
      VALUE(look.color_by, BY_SELF) },
    { 's', "strip", NULL,
      "shorten names: no parameters, template arguments, folders or "
      "packages",
      FLAG(look.strip, true),
      .of = "pictures report json markdown list-functions" },
    { 'w', "wrap", NULL, "break names into lines of about 40 columns",
      FLAG(look.wrap, true), .of = "boxes page" },
    { 0, "label-length", "N",
      "shorten names in boxes to about N columns but keep them distinct; 0 "
      "keeps up to 200 columns, and whole names in reports",
      WHOLE(look.label_length, 0), .initial = "60",
      .of = "boxes page", .neutral = "0" },
    { 0, "node-label", "MEASURE",
      "show self-time, self-time-percentage, total-time or "
      "total-time-percentage instead of the shares; may be repeated",
      CUSTOM(take_node_label),
      .expected = "self-time, self-time-percentage, total-time or "
                  "total-time-percentage" },
    { 0, "show-samples", NULL,
      "show self and total cost also in the unit of the input",
      FLAG(look.show_samples, true), .is_rare = true, .of = "boxes page" },
    { 0, "time-format", "FMT", "printf format for costs, such as %.3f",
      TEXT(look.time_format), .is_valid = number_is_format,
      .expected = "a printf format of one number, such as %.3f",
      .is_rare = true, .of = "pictures report markdown lists" },
    { 0, "rankdir", "DIR", "draw top to bottom (TB) or left to right (LR)",
      TEXT(look.rankdir), CHOICES({ "TB", 0 }, { "LR", 0 }), .initial = "TB",
      .of = "boxes page" },
    { 0, "bare", NULL,
      "draw only names and shares, in plain boxes, for other programs",
      FLAG(look.bare, true), ONLY("boxes", NULL),
      AGAINST("fit clusters recursion=cluster deps deps-min title url",
              "a plain graph has functions and calls only, of any size") },
    { 0, "invert", NULL,
      "let a flame graph begin with the functions in which the cost is spent, "
      "and have their callers below them",
      FLAG(look.invert, true), ONLY("flame", NULL) },
    { 0, "fit", "SPACE",
      "draw as many functions as are legible in readme (the default of -T svg "
      "and png), screen, slide, a4, letter or WIDTHxHEIGHT pixels, or draw "
      "all (none); :N after it sets the least size of text in pixels (10)",
      CUSTOM(take_fit),
      .expected = "none, readme, screen, slide, a4, letter or WIDTHxHEIGHT in "
                  "pixels, perhaps with :N for the least size of text",
      .of = "boxes flame", .neutral = "none" },
    { 0, "chains", "HOW",
      "draw functions that only pass cost on to the next one as one box (fold, "
      "the default), or each (keep)",
      CHOICE(view.chains, { "fold", CHAINS_FOLD }, { "keep", CHAINS_KEEP }),
      .initial = "fold",
      .of = "boxes page" },
    { 0, "kernel", "HOW",
      "let stacks end where the kernel is entered, so that each entry is one box "
      "(entry, the default of pictures while the kernel has less than half of "
      "the cost), or keep its functions (all)",
      CHOICE(kernel, { "auto", KERNEL_AUTO }, { "entry", KERNEL_ENTRY },
             { "all", KERNEL_ALL }),
      .initial = "auto", .is_rare = true,
      .of = "boxes " FILTERED },
    { 0, "recursion", "HOW",
      "show self-calls and back calls as a note in the caller's box (note, "
      "the default), as arrows (edges), or as a note with a frame around "
      "each cycle (cluster)",
      CHOICE(look.recursion, { "note", RECURSION_NOTE },
             { "edges", RECURSION_EDGES }, { "cluster", RECURSION_CLUSTER }),
      .of = "boxes page" },
    { 0, "clusters", "BY",
      "draw a frame around the functions of each module, class, package, file "
      "or thread name (comm): none is the default",
      CHOICE(look.clusters, { "none", CLUSTERS_NONE },
             { "module", CLUSTERS_MODULE }, { "class", CLUSTERS_CLASS },
             { "package", CLUSTERS_PACKAGE }, { "file", CLUSTERS_FILE },
             { "comm", CLUSTERS_COMM }),
      .of = "boxes page", .neutral = "none",
      AGAINST("recursion=cluster", "a function can be in one frame only") },
    { 0, "title", "TEXT", "title of the picture", TEXT(look.title),
      .expected = "a text" },
    { 0, "no-legend", NULL, "leave out the legend", FLAG(look.legend, false) },
    { 0, "deps", "ENDS",
      "draw dependences of traces between functions (function, the "
      "default), statements of functions under study (toplev) or source "
      "lines (site), or not at all (none)",
      CHOICE(look.deps.by, { "function", DEPS_FUNCTION },
             { "toplev", DEPS_TOPLEV }, { "site", DEPS_SITE },
             { "none", DEPS_NONE }),
      .of_deps = true, .neutral = "none",
      .of = "boxes page json" /* which has all dependences */ },
    { 0, "deps-min", "N",
      "draw all dependences with at least N reads (default: the 30 with the "
      "most)",
      WHOLE(look.deps.least, 1), .of_deps = true, .of = "boxes page" },
    { 0, "advise", NULL,
      "instead of a picture, list what could run at once in traces by "
      "gain: loops and pairs of statements; also -T html and json",
      FLAG(look.deps.advise, true), .of_deps = true, ONLY("top page json", NULL),
      AGAINST("base markdown", "advice is of one trace") },

    HEADING("Output", ""),
    { 'o', "output", "FILE", "write to FILE instead of standard output",
      TEXT(output), .expected = "a file name", .neutral = "-" },
    { 0, "split-by", "KEY",
      "write a file for each comm, pid, tid, event, module or label of the "
      "samples into the folder that -o names, which is new or empty",
      TEXT(read.split_by),
      .expected = "comm, pid, tid, event, module or the key of a label",
      ONLY("pictures report table profile", NULL),
      AGAINST("base serve depfile if-changed", "it writes a folder of files") },
    { 0, "split-most", "N", "let --split-by write at most N files",
      WHOLE(split_most, 1), .initial = "256", .is_rare = true,
      .needs = "split-by", .neutral = "256" },
    { 'T', "to", "NAME",
      "what to write: svg, png, html, top, tree, json... (default: by the "
      "ending of "
      "FILE; dot if it has none)",
      CUSTOM(take_to) },
    { 0, "sample-label", "KEY=VALUE",
      "give all samples of -T pprof this label, such as host=web1; may be "
      "repeated",
      ANY_OF(labels), .is_valid = is_label,
      .expected = "a key and a value with = between", ONLY("pprof", NULL) },
    { 0, "sort", "COST",
      "order of -T top: self (the default), total, count or name; also cum "
      "and flat",
      CHOICE(look.sort, { "self", SORT_SELF }, { "total", SORT_TOTAL },
             { "count", SORT_COUNT }, { "name", SORT_NAME },
             { "cum", SORT_TOTAL }, { "flat", SORT_SELF }),
      .of = "top", AGAINST("base", "a comparison has an order of its own") },
    { 0, "list", "RE",
      "functions that -T peek shows with their callers and callees, and -T "
      "list line by line, by name, module or file; may be repeated",
      ANY_OF(look.listed), .expected = "a regular expression",
      ONLY("peek list",
           "--list-functions lists functions") },
    { 0, "markdown", NULL, "write -T top, tree, peek or list as Markdown",
      FLAG(look.markdown, true), .is_rare = true, ONLY("report",
           "-T markdown is a table for a page") },
    { 0, "serve", "[=PORT]",
      "show the page in the browser and draw it anew whenever its filters "
      "change, until Ctrl-C; PORT is of 127.0.0.1 (default: any)",
      .kind = OPTION_WHOLE, .at = AT(long, port), .least = 0, .most = 65535,
      GIVEN(serves), .missing = "0", .expected = "a port, from 0 to 65535",
      ONLY("page", NULL),
      AGAINST("output fail-if", "it shows a page in the browser until "
              "Ctrl-C") },
    { 0, "no-browser", NULL, "let --serve print the address only",
      FLAG(no_browser, true), .is_rare = true, .needs = "serve" },
    { 0, "watch", NULL,
      "let --serve draw again when its files change, as in a loop of "
      "measurements",
      FLAG(watches, true), .needs = "serve" },
    { 0, "source", "DIR",
      "let -T list and pages show source files below this folder beside the "
      "costs of their lines",
      TEXT(look.source), ONLY("page list", NULL) },
    { 0, "assembly", NULL,
      "let -T list and pages show the instructions of hot functions beside "
      "their costs",
      FLAG(look.assembly, true), .asks = ASK_CODE, ONLY("page list", NULL),
      AGAINST("base", "the instructions of two programs are not compared") },
    { 0, "dot", "PATH",
      "the dot program that draws pictures (default: dot in PATH)",
      TEXT(layout.dot), .expected = "a program", .is_rare = true,
      .of = "pictures" },
    { 0, "layout-timeout", "S", "stop dot after S seconds; 0 sets no limit",
      NUMBER(layout.limit, 0, DBL_MAX), .initial = "60",
      .expected = "seconds, 0 for no limit", .is_rare = true, .of = "pictures" },
    { 0, "dark", "WHEN",
      "colours for readers who prefer a dark background: auto (default for "
      "html), never (default for svg) or always",
      CHOICE(look.dark, { "auto", DARK_AUTO }, { "never", DARK_NEVER },
             { "always", DARK_ALWAYS }),
      .of = "pictures", .neutral = "never" },
    { 0, "name", "ID", "name of the graph; all ids begin with it",
      TEXT(look.name), .is_valid = is_graph_name,
      .expected = "letters, digits and '_', no digit first", .is_rare = true,
      .of = "pictures json" },
    { 0, "url", "TEMPLATE",
      "make boxes links; %n is the name, %m the module, %f the file, %l the "
      "line, %% a percent sign",
      TEXT(look.url), .is_valid = link_is_valid,
      .expected = "a URL with %n, %m, %f, %l or %%, but none of javascript:, "
                  "vbscript: or data:",
      .of = "pictures" },
    { 0, "url-target", "NAME", "where links open, such as _top or _blank",
      TEXT(look.url_target), .expected = "a name such as _top",
      .is_rare = true, .of = "pictures", .needs = "url" },
    { 0, "depfile", "FILE",
      "write a rule for make: the output depends on the inputs", TEXT(depfile),
      .expected = "a file name", .needs = "output" },
    { 0, "if-changed", NULL,
      "do not touch the output if its content would stay the same",
      FLAG(if_changed, true), .needs = "output" },
    { 0, "progress", NULL,
      "report progress at once (default: after a second, on a terminal "
      "only)",
      VALUE(progress, PROGRESS_ALWAYS), .is_rare = true },
    { 0, "no-progress", NULL, "never report progress",
      VALUE(progress, PROGRESS_NEVER), .is_rare = true },
    { 'q', "quiet", NULL, "print errors only", CUSTOM(take_quiet) },
    { 0, "no-sandbox", NULL,
      "do not give up the rights to write files and to start programs",
      FLAG(unconfined, true), .is_rare = true },
    { 0, "require-sandbox", NULL,
      "end with status 1 before an input is opened unless these rights are "
      "given up",
      FLAG(requires_filter, true), .is_rare = true },
    { 'h', "help", "[=WORD]",
      "print the options that are used most; those that tell something about a "
      "word; or all but rare ones",
      PRINT(PRINT_HELP) },
    { 0, "completion", "SHELL",
      "print what bash, zsh or fish completes, for the shell to read",
      PRINT(PRINT_COMPLETION) },
    { 'V', "version", NULL, "print the version, those of libraries, and dot's",
      PRINT(PRINT_VERSION) },
    { 0, .help = NULL },
};

const struct option_row *option_row_named(const char *name)
{
    EACH_OPTION(row)
        if (row->name && strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

struct str option_row_outputs(const struct option_row *row)
{
    const struct option_row *heading = row;
    while (heading->kind != OPTION_HEADING)
        heading--;
    return str_of(row->of ? row->of : heading->of);
}
