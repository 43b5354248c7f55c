/*
 * The text that the JVM's agent hprof writes, java -agentlib:hprof=cpu=samples
 * or cpu=times, up to Java 8:
 *
 *     JAVA PROFILE 1.0.1, created Fri Dec 18 16:33:00 2009
 *     ...
 *     TRACE 300556:
 *     	java.io.RandomAccessFile.close0(RandomAccessFile.java:Unknown line)
 *     	java.io.RandomAccessFile.close(RandomAccessFile.java:543)
 *     CPU SAMPLES BEGIN (total = 3362) Fri Dec 18 16:33:36 2009
 *     rank   self  accum   count trace method
 *        1 78.94% 78.94%    2654 300556 java.io.RandomAccessFile.close0
 *     CPU SAMPLES END
 *
 * A trace is a stack, the innermost method first. `depth` of the agent's
 * options limits it, to 4 if it is not given. The count of a row is its number
 * of samples. After cpu=times the table is called CPU TIME (ms); its total is
 * the time, self a share of it, and count the number of calls. Rows of little
 * cost are left out of both (the agent's option `cutoff`). If the text has
 * several tables, because it was asked for while the program ran, each has all
 * costs since the start, and the last one counts.
 *
 * Source: the text of the header, and hprof_trace.c and hprof_site.c of the
 * JDK.
 */

#include "readers/choose/event.h"
#include "readers/declared.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/leaf_stack.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/diag.h"
#include "util/map.h"

/* The agent's depth if none is given. */
enum { DEFAULT_DEPTH = 4 };

struct trace {
    size_t first, n; /* its frames, texts of the profile */
    uint32_t context; /* 1 + that of its stack, or 0 before it is added */
};

struct row {
    uint32_t trace;
    double share; /* of the total */
    double count;
};

struct hprof {
    struct input *in;
    struct profile *profile;
    struct pairs ids; /* the high and the low half of the number of a trace */
    LIST(struct trace) traces; /* by id */
    LIST(uint32_t) frames;
    LIST(struct row) rows; /* of the last table */
    uint32_t trace;  /* whose frames come, or NO_ID */
    bool in_table, has_table, are_times;
    double total;    /* of the table; UNKNOWN: not given */
    size_t n_lines;  /* of the table, those without a stack included */
    double rank, accumulated; /* of its last line; accumulated is a share */
    size_t n_lost; /* lines of traces that did not come before */
    double sum; /* of the shares, or the counts if the table has samples */
};

static void begin_trace(struct hprof *hprof, struct str line)
{
    uint64_t number;
    hprof->trace = NO_ID;
    if (!str_take_digits(&line, &number) || !str_starts(line, S(":")))
        return;
    hprof->trace = pairs_add_64(&hprof->ids, &hprof->in->arena, number);
    *REACH_IN(&hprof->in->arena, &hprof->traces, hprof->trace) =
        (struct trace){ .first = hprof->frames.n };
}

/* "CPU SAMPLES BEGIN (total = 3362) Fri..." */
static void begin_table(struct hprof *hprof, struct str line)
{
    struct str before;
    hprof->are_times = str_starts(line, S("CPU TIME"));
    hprof->in_table = hprof->has_table = true;
    hprof->rows.n = hprof->n_lines = hprof->n_lost = 0;
    hprof->sum = 0;
    if (!str_cut(line, S("total = "), &before, &line) ||
        !str_take_number(&line, &hprof->total))
        hprof->total = UNKNOWN;
}

/* Takes "78.94%" as a share. */
static bool take_share(struct str word, double *share)
{
    if (!str_ends(word, S("%")) ||
        !str_number(str_head(word, word.len - 1), share) || *share < 0)
        return false;
    *share /= 100;
    return true;
}

/* "   1 78.94% 78.94%    2654 300556 java.io.RandomAccessFile.close0" */
static bool read_row(struct hprof *hprof, struct str line)
{
    struct str rank, self, accumulated, count;
    struct row row = { .share = 0 };
    uint64_t number;
    if (!str_take_word(&line, &rank) || !str_take_word(&line, &self) ||
        !str_take_word(&line, &accumulated) || !str_take_word(&line, &count))
        return false;
    str_take_blanks(&line);
    if (!take_share(self, &row.share) || !str_take_digits(&line, &number) ||
        !str_number(count, &row.count) || row.count < 0 ||
        !str_number(rank, &hprof->rank) ||
        !take_share(accumulated, &hprof->accumulated))
        return false;
    hprof->n_lines++;
    hprof->sum += hprof->are_times ? row.share : row.count;
    row.trace = pairs_find(&hprof->ids, (uint32_t)(number >> 32),
                           (uint32_t)number);
    hprof->n_lost += row.trace == NO_ID;
    if (row.trace == NO_ID || !hprof->traces.of[row.trace].n)
        return false;
    *PUSH_IN(&hprof->in->arena, &hprof->rows) = row;
    return true;
}

static void read_line(struct hprof *hprof, struct str line)
{
    struct str trimmed = str_trim(line);
    if (str_take(&line, S("TRACE ")))
        begin_trace(hprof, line);
    else if (str_take(&line, S("\t"))) {
        if (hprof->trace == NO_ID || str_eq(trimmed, S("<empty>")))
            return;
        *PUSH_IN(&hprof->in->arena, &hprof->frames) =
            profile_text_id(hprof->profile, trimmed);
        hprof->traces.of[hprof->trace].n++;
    } else if (str_starts(line, S("CPU SAMPLES BEGIN")) ||
             str_starts(line, S("CPU TIME (ms) BEGIN")))
        begin_table(hprof, line);
    else if (str_starts(line, S("CPU ")) && str_ends(trimmed, S(" END")))
        hprof->in_table = false;
    else if (hprof->in_table && trimmed.len &&
             !str_starts(trimmed, S("rank ")) && !read_row(hprof, line))
        input_warn(hprof->in, "expected rank, self, accum, count and the "
                              "number of a trace above");
}

/* "pkg.Class.method(File.java:12)"; the places are "File.java:Unknown line",
   "<Unknown Source>:Unknown line", "Unknown Source" and "Native Method" too. */
static uint32_t function_of(struct profile *profile, struct str text)
{
    struct frame_text frame = { .name = text };
    struct str place, line;
    if (str_ends(text, S(")")) &&
        str_cut_last(str_head(text, text.len - 1), S("("), &frame.name,
                     &place) &&
        str_cut_last(place, S(":"), &frame.file, &line)) {
        str_take_digits(&line, &frame.line);
        if (str_starts(frame.file, S("<")) ||
            str_eq(frame.file, S("Unknown Source")))
            frame.file = S("");
    }
    return frame_text_add(profile, &frame, S(""));
}

/* Many rows may have the same trace, which is entered once. */
static void add_cost(struct hprof *hprof, struct trace *trace,
                     struct leaf_stack *stack, double cost)
{
    struct profile *profile = hprof->profile;
    if (trace->context) {
        profile_sample(profile, trace->context - 1, cost);
        return;
    }
    for (size_t k = 0; k < trace->n; k++) {
        uint32_t text = hprof->frames.of[trace->first + k];
        leaf_stack_push_function(
            stack, function_of(profile, profile_text(profile, text)));
    }
    trace->context = leaf_stack_add(stack, profile, cost) + 1;
}

static void add_rows(struct hprof *hprof, bool is_time)
{
    struct leaf_stack stack = { .arena = &hprof->in->arena };
    double listed = 0, deepest = 0;
    size_t depth = 0;
    for (size_t i = 0; i < hprof->rows.n; i++)
        if (hprof->traces.of[hprof->rows.of[i].trace].n > depth)
            depth = hprof->traces.of[hprof->rows.of[i].trace].n;
    for (size_t i = 0; i < hprof->rows.n; i++) {
        struct trace *trace = &hprof->traces.of[hprof->rows.of[i].trace];
        const struct row *row = &hprof->rows.of[i];
        double cost =
            is_time ? row->share * known_or(hprof->total, 0) : row->count;
        add_cost(hprof, trace, &stack, cost);
        listed += cost;
        deepest += trace->n == depth ? cost : 0;
    }
    if (depth >= DEFAULT_DEPTH && hprof->rows.n > 1 && deepest * 2 > listed)
        input_remark(hprof->in,
                     "most stacks have %zu methods, so that their callers may "
                     "be cut off; record with a larger depth: "
                     "-agentlib:hprof=...,depth=100",
                     depth);
}

/* Chooses between the events of CPU TIME, the time and the calls. CPU SAMPLES
   has no events. */
static bool choose(struct hprof *hprof, const struct reader_options *options,
                   bool *is_time)
{
    enum { TIME, CALLS, N_COLUMNS };
    static const struct event_column columns[N_COLUMNS] = {
        [TIME] = { .event = STR("time"), .unit = STR("ms") },
        [CALLS] = { .event = STR("calls"), .unit = STR("calls") },
    };
    const size_t samples[] = { hprof->rows.n, hprof->rows.n };
    struct event_columns events = { columns, N_COLUMNS, samples, true, TIME };
    *is_time = false;
    if (!hprof->are_times)
        return !options->event.len ||
               diag_error("%s: --event: this input has no events; leave it out",
                          hprof->in->name);
    uint32_t chosen =
        event_choice(hprof->in->name, hprof->profile, &events, options);
    *is_time = chosen == TIME;
    return chosen != NO_ID;
}

/* The last line of the table says how many lines it has, and which share of the
   total they have together. Shares are printed with two decimals. */
static void check_rows(const struct hprof *hprof)
{
    const double half_digit = 0.005;
    double rounding = half_digit, sum = 100 * hprof->sum;
    if (hprof->are_times)
        rounding *= (double)(hprof->n_lines + 1);
    else
        sum /= known_or(hprof->total, 0);
    declared_check(hprof->in,
                   (struct declared){ .where = "the last row's rank",
                                      .unit = S("rows"),
                                      .says = hprof->rank,
                                      .found = (double)hprof->n_lines });
    declared_check(hprof->in,
                   (struct declared){ .where = "the last row's accum",
                                      .unit = S("%"),
                                      .says = 100 * hprof->accumulated,
                                      .found = sum,
                                      .rounding = rounding });
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct hprof hprof = { .in = in, .profile = profile, .trace = NO_ID };
    bool is_time;
    while (input_next_line(in))
        read_line(&hprof, in->text);
    if (hprof.in_table && hprof.rows.n)
        input_cut(in, "expected the line CPU %s END",
                  hprof.are_times ? "TIME (ms)" : "SAMPLES");
    else if (hprof.n_lost)
        input_cut(in, "%zu rows are of traces that are missing", hprof.n_lost);
    else if (hprof.n_lines)
        check_rows(&hprof);
    if (!hprof.rows.n)
        return input_error(
            in, hprof.has_table ? "the table of the CPU has no rows"
                                : "expected a table CPU SAMPLES or CPU TIME, "
                                  "found none; record with "
                                  "-agentlib:hprof=cpu=samples,depth=100");
    if (!choose(&hprof, options, &is_time))
        return false;
    add_rows(&hprof, is_time);
    return true;
}

static enum match detect(struct head head)
{
    return match_if(str_starts(head.text, S("JAVA PROFILE 1.0")));
}

const struct reader reader_hprof = {
    .name = "hprof",
    .description =
        "what the JVM's agent hprof writes, cpu=samples or cpu=times",
    .programs = "java -agentlib:hprof (up to Java 8)",
    .tested = "Sun's Java of 2008",
    .file = "java.hprof.txt",
    .recipes =
        "hprof (Java 8): `java -agentlib:hprof=cpu=samples,depth=64 Main; "
        "prof2dot java.hprof.txt -o out.svg`",
    .limits = LIMITS(
        { .frames = 4, .cure = "java -agentlib:hprof=cpu=samples,depth=256" },
        { .frames = ANY_FRAMES,
          .cure = "java -agentlib:hprof=cpu=samples,depth=256" }),
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
