/*
 * OProfile's call graph, as opreport -c prints it:
 *
 *     CPU: Intel Haswell microarchitecture, speed 2700 MHz (estimated)
 *     Counted CPU_CLK_UNHALTED events (...) with a unit mask of 0x00 (...)
 *         count 100000                                     (the same line)
 *     samples  %        image name               symbol name
 *     -------------------------------------------------------------------
 *       210      100.000  prog                     main
 *     77       10.6648  prog                     parse
 *       77       81.9149  prog                     parse [self]
 *       17       18.0851  libc.so.6                malloc
 *     -------------------------------------------------------------------
 *
 * An entry ends with a line of '-'. Its line at the left edge is about its
 * function, with the samples in the function itself. Above are its callers,
 * below its callees, each with the samples on that call, so that every call is
 * in two entries. There may be several columns of samples, one for each event,
 * cpu, process or thread.
 */
#include "readers/head.h"
#include "readers/oprofile/columns.h"
#include "readers/oprofile/place.h"
#include "readers/oprofile/report.h"
#include "readers/reader.h"
#include "util/array.h"

/* ---- Images ---- */

/* Corrects images that were cut too early, once all functions are known. */

/*
 * The image of a row may be cut at the wrong blank. "/home/me/my dir (x86)/we
 * ird" is then "/home/me/my dir (x86)/we", and its functions are called "ird
 * main", "ird parse". So an image is extended by a word if it has several
 * functions, and all of them begin with that word and have more to say. An
 * image with a function of a single word is right as it is.
 */

/* The functions that have the same image. */
struct image_group {
    size_t n;        /* functions */
    struct str word; /* that all of them begin with */
    bool right;      /* the image need not be extended */
};

enum { MOST_WORDS = 16 }; /* that an image is extended by */

static void add_to_group(struct image_group *group, struct str symbol)
{
    struct str word, rest;
    bool more = str_cut(symbol, S(" "), &word, &rest);
    if (!more || oprofile_place_is_declaration(word) ||
        (group->n && !str_eq(word, group->word)))
        group->right = true;
    else
        group->word = word;
    group->n++;
}

/* Extends images by one word each. Returns false if there was nothing to
   extend. */
static bool extend_once(struct oprofile_report *report)
{
    LOCAL_ARENA(scratch);
    struct strings images = { 0 };
    bool extended = false;
    uint32_t n = report->keys.n;
    uint32_t *group_of = NEW_N(&scratch, uint32_t, n);
    struct image_group *groups = NEW_N(&scratch, struct image_group, n);
    for (uint32_t f = 0; f < n; f++) {
        const struct oprofile_place *place = &report->functions.of[f].place;
        if (place->sure)
            continue;
        group_of[f] = strings_add(&images, &scratch, place->image);
        add_to_group(&groups[group_of[f]], place->symbol);
    }
    for (uint32_t f = 0; f < n; f++) {
        struct oprofile_place *place = &report->functions.of[f].place;
        const struct image_group *group = &groups[group_of[f]];
        if (place->sure || group->right || group->n < 2)
            continue;
        /* The symbol follows the image in the same text. */
        const char *end = place->symbol.s + group->word.len;
        place->image.len = (size_t)(end - place->image.s);
        place->symbol = str_trim(str_skip(place->symbol, group->word.len));
        extended = true;
    }
    return extended;
}

/* ---- The report ---- */

/* The kinds of lines above a table. */
enum above { REPORT, EVENT, TIMER, CPU, PROCESS, THREAD, N_ABOVE };

static const struct str above[N_ABOVE] = {
    [REPORT] = STR("CPU: "),
    [EVENT] = STR("Counted "),
    [TIMER] = STR("Profiling through timer interrupt"),
    [CPU] = STR("Samples on CPU "),
    [PROCESS] = STR("Processes with a thread group ID of "),
    [THREAD] = STR("Processes with a thread ID of "),
};

/* Callers are printed before the function of the entry is known. */
struct oprofile_caller {
    uint32_t function;
    double samples;
};

struct opreport {
    struct input *in;
    struct oprofile_report report;
    struct oprofile_columns columns; /* of the present table */
    struct oprofile_columns guessed; /* of a table without a header */
    size_t n_above[N_ABOVE];         /* by kind, since the report began */
    LIST(bool) parts; /* cpus, processes or threads, in the order of their
                         columns: is the part accepted? */
    enum { OUTSIDE, HEADER_READ, INSIDE, PASSED_OVER } table;

    /* the current entry: */
    uint32_t function; /* NO_ID: its line is still to come */
    LIST(struct oprofile_caller) callers;
};

static void end_entry(struct opreport *op)
{
    if (op->callers.n)
        input_warn(op->in, "expected the function of these callers, at the "
                           "left edge");
    op->callers.n = 0;
    op->function = NO_ID;
}

static void end_table(struct opreport *op)
{
    if (op->table == INSIDE) {
        end_entry(op);
        for (int i = 0; i < MOST_WORDS && extend_once(&op->report); i++)
            continue;
        oprofile_report_flush(&op->report);
    }
    op->table = OUTSIDE;
}

/* Takes "CPU_CLK_UNHALTED events (...) with a unit mask of 0x00 (...) count
   100". */
static void add_event(struct opreport *op, struct str line)
{
    struct oprofile_event event = { line, S(""), S("") };
    struct str rest = S(""), before;
    str_cut(line, S(" events ("), &event.name, &rest);
    if (str_cut(rest, S(" with a unit mask of "), &before, &rest))
        str_take_word(&rest, &event.mask);
    str_cut_last(rest, S(" count "), &before, &event.count);
    oprofile_report_add_event(&op->report, event);
}

static void add_part(struct opreport *op, bool accepted)
{
    *PUSH_IN(&op->in->arena, &op->parts) = accepted;
}

static bool take_line_above(struct opreport *op, struct str line)
{
    struct oprofile_report *report = &op->report;
    enum above kind = REPORT;
    while (kind < N_ABOVE && !str_take(&line, above[kind]))
        kind++;
    switch (kind) {
    case REPORT:
        end_table(op);
        report->events.n = op->parts.n = 0;
        for (size_t i = 0; i < N_ABOVE; i++)
            op->n_above[i] = 0;
        break;
    case EVENT:
        add_event(op, line);
        break;
    case TIMER:
        add_event(op, S("TIMER"));
        break;
    case CPU:
        add_part(op, true);
        break;
    case PROCESS:
    case THREAD:
        add_part(op, oprofile_report_accepts(
                         report, kind == PROCESS ? THREAD_PID : THREAD_TID,
                         str_trim(line)));
        break;
    case N_ABOVE:
        return false;
    }
    op->n_above[kind]++;
    return true;
}

static bool take_header(struct opreport *op, struct str line)
{
    struct oprofile_columns columns = { .arena = &op->in->arena };
    if (!oprofile_columns_read(&columns, line))
        return false;
    end_table(op);
    op->columns = columns;
    op->table = HEADER_READ;
    return true;
}

/* Uses the columns of the accepted parts. */
static void use_parts(struct opreport *op)
{
    size_t n = 0;
    for (size_t i = 0; i < op->parts.n; i++) {
        if (!op->parts.of[i])
            continue;
        oprofile_columns_use(&op->columns, i);
        n++;
    }
    if (n > 1 && (op->n_above[PROCESS] || op->n_above[THREAD]))
        input_remark(op->in, "the samples of %zu %s are added up", n,
                     op->n_above[THREAD] ? "threads" : "processes");
}

/* Chooses the columns of samples to read: all accepted cpus, processes or
   threads, which are parts of a whole, or one event. Returns false if the table
   has nothing to read. */
static bool choose_columns(struct opreport *op)
{
    const struct oprofile_report *report = &op->report;
    size_t n = oprofile_columns_samples(&op->columns), event;
    if (!oprofile_report_choose_event(&op->report, &event))
        return false;
    /* Only columns distinguish processes and threads. */
    if (!op->n_above[PROCESS] &&
        !oprofile_report_accepts_unknown(report, THREAD_PID))
        return false;
    if (!op->n_above[THREAD] &&
        !oprofile_report_accepts_unknown(report, THREAD_TID))
        return false;
    if (n == op->parts.n) {
        use_parts(op);
        return true;
    }
    if (n != report->events.n) {
        event = 0;
        if (n > 1)
            input_remark(op->in, "%zu columns of samples, and nothing says "
                                 "of what: the first is used", n);
    }
    oprofile_columns_use(&op->columns, event);
    return true;
}

/* Takes a line of '-'. The first one begins a table. If there was no header, or
   a damaged one, the table has the guessed columns. */
static void take_separator(struct opreport *op)
{
    switch (op->table) {
    case INSIDE:
        end_entry(op);
        return;
    case PASSED_OVER:
        return;
    case OUTSIDE:
        if (op->guessed.n == 0)
            return;
        op->columns = op->guessed;
        op->guessed.n = 0;
        break;
    case HEADER_READ:
        break;
    }
    op->table = choose_columns(op) ? INSIDE : PASSED_OVER;
    op->function = NO_ID;
}

/* Returns the function that a row is about, or NO_ID if its texts make no
   sense. */
static uint32_t function_of(struct opreport *op, struct str texts)
{
    struct oprofile_report *report = &op->report;
    uint32_t n = report->keys.n;
    uint32_t id = oprofile_report_function(report, texts);
    struct oprofile_place *place = &report->functions.of[id].place;
    if (id == n)
        oprofile_place_split(&op->columns, report->keys.texts[id], place);
    return place->symbol.len ? id : NO_ID;
}

/* Takes a row of an entry. A callee with [self] repeats the samples of the
   entry's function and is passed over. */
static bool take_row(struct opreport *op, struct str line)
{
    struct oprofile_report *report = &op->report;
    struct str texts;
    double samples;
    if (!oprofile_columns_split(&op->columns, line, &samples, &texts))
        return false;
    if (str_ends(texts, S(" [self]")))
        return true;
    uint32_t function = function_of(op, texts);
    if (function == NO_ID)
        return false;
    if (!ascii_is_blank(line.s[0])) {
        report->functions.of[function].self += samples;
        for (size_t i = 0; i < op->callers.n; i++)
            oprofile_report_add_call(report, op->callers.of[i].function,
                                     function, op->callers.of[i].samples,
                                     ABOVE);
        op->callers.n = 0;
        op->function = function;
    } else if (op->function == NO_ID) {
        *PUSH_IN(&op->in->arena, &op->callers) =
            (struct oprofile_caller){ function, samples };
    } else {
        oprofile_report_add_call(report, op->function, function, samples,
                                 BELOW);
    }
    return true;
}

/* The standard error of opreport often ends up in the same file. */
static bool is_noise(struct str line)
{
    return str_trim(line).len == 0 || str_starts(line, S("warning: "));
}

static void read_line(struct opreport *op, struct str line)
{
    if (oprofile_columns_separator(line))
        take_separator(op);
    else if (op->table == INSIDE && take_row(op, line))
        return;
    else if (!is_noise(line) && !take_line_above(op, line) &&
             !take_header(op, line) && op->table == INSIDE)
        input_warn(op->in, "expected samples, percentage, image and symbol "
                           "of a function");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct opreport op = {
        .in = in,
        .report = oprofile_report_begin(in, profile, options),
        .guessed.arena = &in->arena,
    };
    oprofile_guess(&op.guessed, input_head(in));
    while (input_next_line(in))
        read_line(&op, in->text);
    /* A complete report ends with a line of '-'. */
    if (op.table == INSIDE && (op.callers.n || op.function != NO_ID))
        input_cut(in, "the report was cut off: it ends inside an entry");
    op.callers.n = 0;
    end_table(&op);
    return oprofile_report_finish(&op.report);
}

/* Does the head begin with the first two lines above a table, or a table with
   its header and one line more? Warnings may come before. */
static bool begins_report(struct oprofile_columns *columns, struct head head)
{
    struct str line, texts;
    double samples;
    bool is_first = true, after_cpu = false;
    while (head_take_line(&head, &line)) {
        if (is_noise(line))
            continue;
        if (after_cpu && (str_starts(line, above[EVENT]) ||
                          str_starts(line, above[TIMER])))
            return true;
        if (columns->n &&
            (oprofile_columns_separator(line) ||
             oprofile_columns_split(columns, line, &samples, &texts)))
            return true;
        oprofile_columns_read(columns, line);
        after_cpu = is_first && str_starts(line, above[REPORT]);
        is_first = false;
    }
    return false;
}

static enum match detect(struct head head)
{
    LOCAL_ARENA(scratch);
    struct oprofile_columns columns = { .arena = &scratch };
    return match_if(begins_report(&columns, head) ||
                    oprofile_guess(&columns, head));
}

const struct reader reader_oprofile = {
    .name = "oprofile",
    .aliases = "opreport",
    .description = "OProfile's call graph (opreport -cgf)",
    .programs = "opreport -cgf",
    .tested = "OProfile 1.5",
    .file = "*.txt",
    .recipes =
        "OProfile: `operf -g ./prog; opreport -cgf | prof2dot -o out.svg`",
    .totals = TOTALS_ESTIMATED,
    .exact_by = "perf record -g",
    .supports = ASK_EVENT | ASK_PID | ASK_TID | ASK_LIST_EVENTS |
                ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
