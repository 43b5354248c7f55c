/*
 * Reads what perf report --stdio prints:
 *
 *     # Samples: 798  of event 'cpu-clock'
 *     # Event count (approx.): 1599198384
 *     #
 *     # Children      Self  Command  Shared Object      Symbol
 *     # ........  ........  .......  .................  ..........
 *     #
 *         53.01%     0.00%  rdparse  libc.so.6          [.] __libc_start_main
 *                 |
 *                 ---__libc_start_main
 *                    |
 *                     --52.26%--main
 *                               |
 *                               |--11.65%--expr
 *                               |          term
 *                                --9.10%--gen
 *
 * or, with -g folded, below each row
 *
 *     17.30% __libc_start_main;main;expr;term
 *
 * A row tells the share of a function; with Children, also what it called. The
 * dots show the columns; with -t, a separator does. A percentage in a tree
 * belongs to the function after it and to all functions below that in the same
 * column; the column before the dashes is that of the function it belongs to.
 * Numbers without % are counts of samples, or periods. perf_report/chains.h
 * says what becomes of the chains. (perf report's manual page; perf 6.1.)
 */

#include "readers/choose/event.h"
#include "readers/frames/limits.h"
#include "readers/perf_report/chains.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/text/buf.h"

enum column { OVERHEAD, CHILDREN, SELF, COMMAND, MODULE, SYMBOL, N_COLUMNS };

/* The columns between the dashes of a branch and the functions below its own.
   perf leaves room for "--10.00%--", so that longer and shorter numbers move
   only the name beside them. */
enum { BRANCH_WIDTH = sizeof "--10.00%--" - 1 };

/* A column of the table. */
struct place {
    size_t begin, end; /* bytes of a line; end is SIZE_MAX in the last one */
    size_t number;     /* among all columns */
};

/* A node on the way to the last one, for the columns of a tree. */
struct open_node {
    size_t column;
    uint32_t node;
};

struct perf_report {
    struct input *in;
    const struct reader_options *options;
    struct sink sink;

    /* The present section: */
    uint32_t event;
    double samples;     /* of the event, the least that the header allows */
    double samples_end; /* the least that it does not allow */
    double count;       /* of the event, or UNKNOWN */
    struct buf titles;  /* the line with the names of the columns */
    struct place places[N_COLUMNS];
    bool has[N_COLUMNS];
    size_t n_columns;
    char separator; /* or '\0' */
    LIST(struct chains) rows; /* those with a self cost */
    struct chains_modules modules;
    bool in_row; /* chains belong to the last row */

    LIST(struct open_node) open; /* in the tree of the last row */
    bool has_rows, has_chains, has_estimates;
};

/* ---- Rows ---- */

/* Finds how many samples or periods the whole event has, if chains have
   counts: the greatest number that a row suggests, because chains may be
   missing. Rows of less than 5 % are too rounded to tell, unless all are. */
static double find_whole(const struct perf_report *report)
{
    double whole = report->samples, least = 0;
    for (uint32_t i = 0; i < report->rows.n; i++)
        if (report->rows.of[i].nodes.n && report->rows.of[i].inclusive > least)
            least = report->rows.of[i].inclusive;
    if (least > 5)
        least = 5;
    for (uint32_t i = 0; i < report->rows.n; i++) {
        const struct chains *row = &report->rows.of[i];
        double hint = row->nodes.n ? chains_sum(row) / row->inclusive * 100 : 0;
        if (known(report->count) && hint > 10 * report->samples_end)
            return report->count;
        if (hint > whole && row->inclusive >= least)
            whole = hint;
    }
    return whole < report->samples_end ? whole : report->samples_end - 1;
}

/* Finds the order of the chains of a section. With a column Children, a few
   rows show it, and the default is that of perf, caller order. */
static enum chains_order find_order(const struct perf_report *report)
{
    enum chains_order order = CHAINS_ANY;
    for (uint32_t i = 0; i < report->rows.n && order == CHAINS_ANY; i++)
        order = chains_order(&report->rows.of[i]);
    return order == CHAINS_ANY ? CHAINS_CALLER : order;
}

/* Adds the stacks of the rows of a section. */
static void end_section(struct perf_report *report)
{
    double all = known_or(report->count,
                          report->samples > 0 ? report->samples : 100);
    double whole = find_whole(report);
    enum chains_order order = find_order(report);
    if (!known(report->count) && !(report->samples > 0) && report->rows.n)
        sink_set_unit(&report->sink, report->event, S("percent"));
    for (uint32_t i = 0; i < report->rows.n; i++) {
        struct chains *row = &report->rows.of[i];
        enum chains_order own =
            row->has_children ? CHAINS_ANY : chains_order(row);
        report->has_chains |= row->nodes.n > 0;
        report->has_estimates |= row->has_children && row->nodes.n &&
                                 order == CHAINS_CALLEE &&
                                 row->inclusive - row->self > 0.006;
        row->whole = whole;
        chains_add_stacks(row, own == CHAINS_ANY ? order : own, &report->sink,
                          &report->modules, all / 100,
                          report->options->addresses);
        chains_free(row);
    }
    report->rows.n = 0;
    report->in_row = false;
    LIST_FREE(&report->modules);
}

/* Returns the text in a column of a row, or "". */
static struct str cell(const struct perf_report *report, struct str line,
                       enum column column)
{
    struct place place = report->places[column];
    struct str text = line, rest;
    if (!report->has[column])
        return S("");
    if (!report->separator) {
        if (place.end < line.len)
            line.len = place.end;
        return str_trim(str_skip(line, place.begin));
    }
    struct str separator = { &report->separator, 1 };
    for (size_t i = 0; i < place.number; i++)
        if (!str_cut(text, separator, &rest, &text))
            return S("");
    if (place.number + 1 < report->n_columns)
        str_cut(text, separator, &text, &rest);
    return str_trim(text);
}

/* Reads "53.01%". */
static bool read_percent(struct str text, double *percent)
{
    return str_take_number(&text, percent) && *percent >= 0 &&
           str_eq(text, S("%"));
}

/* Takes a row such as "  53.01%  0.00%  rdparse  libc.so.6  [.] main". Returns
   false if the line is none. */
static bool take_row(struct perf_report *report, struct str line)
{
    double self, inclusive;
    enum column share = report->has[SELF] ? SELF : OVERHEAD;
    if (!read_percent(cell(report, line, share), &self))
        return false;
    if (!report->has[CHILDREN] ||
        !read_percent(cell(report, line, CHILDREN), &inclusive))
        inclusive = self;
    report->in_row = false;
    report->open.n = 0;
    report->has_rows = true;
    struct sink *sink = &report->sink;
    const struct listed_thread names = { .comm = cell(report, line, COMMAND) };
    const struct sample sample = { .event = report->event,
                                   .thread = sink_thread(sink, &names),
                                   .n = 1,
                                   .time = UNKNOWN,
                                   .cost = UNKNOWN };
    sink_count(sink, &sample);
    struct profile *profile = sink->profile;
    struct str symbol = cell(report, line, SYMBOL);
    if (str_starts(symbol, S("[")) && symbol.len > 4 && symbol.s[2] == ']' &&
        symbol.s[3] == ' ')
        symbol = str_trim(str_skip(symbol, 4));
    uint32_t name = profile_text_id(profile, symbol);
    struct str path = cell(report, line, MODULE);
    if (str_eq(path, UNRESOLVED)) /* perf does not know it */
        path = S("");
    uint32_t module = profile_text_id(profile, path);
    chains_modules_add(&report->modules, name, module);
    if (!sink_wants(sink, &sample) || self <= 0)
        return true;
    *PUSH_IN(&report->in->arena, &report->rows) = (struct chains){
        .sample = sample,
        .name = name,
        .module = module,
        .nameless = str_starts(symbol, S("0x")) || !symbol.len,
        .inclusive = inclusive,
        .self = self,
        .has_children = report->has[CHILDREN],
        .has_percents = true,
        .skips_first =
            report->places[SYMBOL].number == (report->has[CHILDREN] ? 2u : 1u),
    };
    report->in_row = true;
    return true;
}

/* ---- Chains ---- */

/* Takes "17.30%" or "78" at the start of a text. */
static bool take_value(struct str *text, struct chains *row, double *value)
{
    if (!str_take_number(text, value) || *value < 0)
        return false;
    row->has_percents = str_take(text, S("%"));
    return true;
}

static uint32_t name_of(struct perf_report *report, struct str text)
{
    if (str_eq(text, S("[...]")))
        return NO_ID;
    struct chains *row = LAST(&report->rows);
    bool is_address = str_starts(text, S("0x"));
    if (is_address && row->nameless)
        return row->name;
    return profile_text_id(report->sink.profile, text);
}

/* Takes "17.30% main;expr;term". */
static bool take_folded(struct perf_report *report, struct str line)
{
    struct chains *row = LAST(&report->rows);
    uint32_t node = NO_ID;
    struct str name;
    double value;
    if (!take_value(&line, row, &value) || !str_take(&line, S(" ")))
        return false;
    while (str_cut(line, S(";"), &name, &line)) {
        node = chains_add(row, node, name_of(report, name), value);
        value = UNKNOWN;
    }
    chains_add(row, node, name_of(report, line), value);
    return true;
}

static void push(struct perf_report *report, size_t column, uint32_t parent,
                 struct str name, double value)
{
    struct chains *row = LAST(&report->rows);
    uint32_t node = chains_add(row, parent, name_of(report, name), value);
    *PUSH_IN(&report->in->arena, &report->open) =
        (struct open_node){ column, node };
}

/* Takes a line of a tree. */
static void take_branch(struct perf_report *report, struct str line)
{
    struct chains *row = LAST(&report->rows);
    size_t column = 0;
    double value = UNKNOWN;
    while (column < line.len &&
           (line.s[column] == ' ' || line.s[column] == '|'))
        column++;
    struct str text = str_trim_end(str_skip(line, column)), rest = text;
    if (!text.len)
        return;
    size_t above = column;
    bool is_first = str_take(&rest, S("---"));
    bool is_branch = !is_first && str_take(&rest, S("--")) &&
                     take_value(&rest, row, &value) && str_take(&rest, S("--"));
    if (is_branch)
        above = column ? column - 1 : 0;
    if (is_first || is_branch)
        text = rest;
    if (is_first)
        report->open.n = 0;
    while (report->open.n && LAST(&report->open)->column > above)
        report->open.n--;
    uint32_t parent = report->open.n
                          ? LAST(&report->open)->node
                          : NO_ID;
    push(report,
         is_branch ? column + BRANCH_WIDTH : (size_t)(text.s - line.s),
         parent, text, is_branch ? value : UNKNOWN);
}

/* ---- Headers ---- */

/* "# Samples: 1K of event 'cpu-clock'" */
static void read_samples(struct perf_report *report, struct str text)
{
    static const struct {
        char prefix;
        double factor;
    } prefixes[] = { { 'K', 1e3 }, { 'M', 1e6 }, { 'G', 1e9 } };
    struct str name, rest;
    double n = 0, step = 1;
    end_section(report);
    text = str_trim(text);
    str_take_number(&text, &n);
    for (size_t i = 0; i < ROWS(prefixes); i++)
        if (text.len && text.s[0] == prefixes[i].prefix)
            step = prefixes[i].factor;
    if (!str_cut(text, S("'"), &rest, &name) ||
        !str_cut_last(name, S("'"), &name, &rest))
        name = S("");
    report->event = sink_event(&report->sink, name, S("samples"));
    report->samples = n * step;
    report->samples_end = n > 0 ? (n + 1) * step : INFINITY;
    report->count = UNKNOWN;
    if (n > 0)
        events_declare(&report->sink.events, report->event,
                       (size_t)report->samples);
}

/* Takes a column with this title. */
static void add_place(struct perf_report *report, struct str title,
                      struct place place)
{
    static const struct str titles[N_COLUMNS] = {
        [OVERHEAD] = STR("Overhead"), [CHILDREN] = STR("Children"),
        [SELF] = STR("Self"),         [COMMAND] = STR("Command"),
        [MODULE] = STR("Shared Object"), [SYMBOL] = STR("Symbol"),
    };
    for (int c = 0; c < N_COLUMNS; c++) {
        if (!str_eq(str_trim(title), titles[c]) || report->has[c])
            continue;
        report->has[c] = true;
        report->places[c] = place;
    }
}

/* Takes the line of dots below the titles. */
static void read_dots(struct perf_report *report, struct str line)
{
    struct str titles = buf_text(&report->titles);
    size_t at = 1;
    report->n_columns = 0;
    while (at < line.len) {
        size_t begin = at, end;
        while (begin < line.len && line.s[begin] != '.')
            begin++;
        for (end = begin; end < line.len && line.s[end] == '.';)
            end++;
        if (begin == end)
            break;
        bool is_last = str_trim(str_skip(line, end)).len == 0;
        struct place place = { .begin = report->n_columns ? begin : 0,
                               .end = is_last ? SIZE_MAX : end,
                               .number = report->n_columns++ };
        add_place(report, str_skip(str_head(titles, is_last ? titles.len : end),
                                   begin),
                  place);
        at = end;
    }
}

/* Takes the line of titles, "# Overhead  Command ..." or, with -t ,:
   "# Overhead,Command  ,...". */
static void read_titles(struct perf_report *report, struct str line)
{
    struct str rest = line, title;
    report->in_row = false;
    report->titles.len = 0;
    buf_add(&report->titles, line);
    for (int c = 0; c < N_COLUMNS; c++)
        report->has[c] = false;
    str_take(&rest, S("# "));
    rest = str_skip(rest, sizeof "Overhead" - 1);
    report->separator =
        rest.len && rest.s[0] != ' ' ? rest.s[0] : '\0';
    if (!report->separator)
        return;
    struct str separator = { &report->separator, 1 };
    rest = str_skip(line, 2);
    for (report->n_columns = 0; str_cut(rest, separator, &title, &rest);)
        add_place(report, title,
                  (struct place){ .number = report->n_columns++ });
    add_place(report, rest, (struct place){ .number = report->n_columns++ });
}

static bool is_titles(struct str line)
{
    return str_starts(line, S("# Overhead")) ||
           str_starts(line, S("# Children"));
}

static void read_comment(struct perf_report *report, struct str line)
{
    struct str rest = line;
    if (str_take(&rest, S("# Samples: ")))
        read_samples(report, rest);
    else if (str_take(&rest, S("# Event count (approx.): "))) {
        struct str event =
            report->sink.events.tally.names.texts[report->event];
        if (str_number(str_trim(rest), &report->count) && report->count > 0)
            sink_set_unit(&report->sink, report->event,
                          event_period_unit(event));
        else
            report->count = UNKNOWN;
    } else if (is_titles(line))
        read_titles(report, line);
    else if (str_starts(line, S("# ..")) && report->titles.len &&
             !report->separator)
        read_dots(report, line);
}

/* ---- The whole ---- */

static void read_line(struct perf_report *report, struct str line)
{
    bool is_comment = str_starts(line, S("#"));
    if (is_comment && (!report->separator || str_starts(line, S("# ")) ||
                       str_eq(line, S("#"))))
        read_comment(report, line);
    else if (str_trim(line).len == 0 || take_row(report, line))
        return;
    else if (report->in_row && ascii_is_digit(line.s[0]) &&
             take_folded(report, line))
        return;
    else if (report->in_row)
        take_branch(report, line);
}

static bool finish(struct perf_report *report, struct profile *profile)
{
    struct input *in = report->in;
    if (report->titles.len && !report->has[SYMBOL])
        return input_error(in, "expected a column Symbol: perf report --stdio "
                               "-g caller -s comm,dso,sym");
    if (!sink_end(&report->sink))
        return false;
    if (profile->n_contexts == 0)
        return input_error(in, "%s",
                           report->has_rows
                               ? "expected rows with a share above 0"
                               : "expected rows of perf report, found none");
    profile->stats.walked = report->has_chains;
    if (!report->has_chains)
        input_remark(in, "no call chains: record with -g, and print them with "
                         "perf report --stdio -g caller");
    else
        input_remark(in, "perf report rounds shares and leaves small branches "
                         "out%s; prof2dot perf.data is exact",
                     report->has_estimates
                         ? ", and here the stacks of a function's own samples "
                           "are estimated"
                         : "");
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct perf_report report = { .in = in,
                                  .options = options,
                                  .count = UNKNOWN,
                                  .samples_end = INFINITY };
    if (!sink_begin(&report.sink, in, profile, options))
        return false;
    report.sink.threads.uncounted = true;
    while (input_next_line(in))
        read_line(&report, in->text);
    end_section(&report);
    bool good = finish(&report, profile);
    buf_free(&report.titles);
    return good;
}

const struct reader reader_perf_report = {
    .name = "perf-report",
    .description = "what perf report --stdio prints, best with -g caller",
    .programs = "perf report --stdio",
    .tested = "perf 6.1",
    .file = "*.txt",
    .recipes =
        "perf report, if there is nothing better: `perf report --stdio -g "
        "caller | prof2dot -o out.svg`",
    .limits = limits_perf_script,
    .supports = ASK_EVENT | ASK_COMM | ASK_TAGS | ASK_UNRESOLVED |
                ASK_LIST_EVENTS | ASK_LIST_THREADS,
    .is_line = is_titles,
    .hint.text = "print it with perf report --stdio -s comm,dso,sym",
    .read = read,
};
