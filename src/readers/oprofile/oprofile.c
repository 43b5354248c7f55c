/*
 * OProfile's call graph, as opreport -c writes it:
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
 * An entry ends with a line of '-'. The line at the left edge is its
 * function, with the samples in the function itself. Above it stand its
 * callers, below its callees, each with the samples on that call, and so every
 * call stands in two entries. There may be several columns of samples, one for
 * each event, cpu, process or thread.
 */
#include <stdlib.h>

#include "readers/head.h"
#include "readers/oprofile/columns.h"
#include "readers/reader.h"
#include "util/array.h"

/* Callers come before the function of the entry is known. */
struct caller {
    uint32_t function;
    double samples;
};

/* The lines above a table. */
enum above { REPORT, EVENT, TIMER, CPU, PROCESS, THREAD, N_ABOVE };

static const struct str above[N_ABOVE] = {
    [REPORT] = STR("CPU: "),
    [EVENT] = STR("Counted "),
    [TIMER] = STR("Profiling through timer interrupt"),
    [CPU] = STR("Samples on CPU "),
    [PROCESS] = STR("Processes with a thread group ID of "),
    [THREAD] = STR("Processes with a thread ID of "),
};

struct text {
    struct input *in;
    struct oprofile_report report;
    struct oprofile_columns columns;
    struct oprofile_columns guessed; /* where no header is read, or none */
    size_t seen[N_ABOVE];            /* since the report began */
    bool *parts; /* cpus, processes or threads, in the same order as columns:
                    is it wanted? */
    size_t n_parts, parts_room;
    enum { OUTSIDE, HEADED, INSIDE, LEFT_OUT } state; /* of a table */
    uint32_t function; /* of this entry; NO_ID before its line */
    struct caller *callers;
    size_t n_callers, callers_room;
};

static void end_entry(struct text *text)
{
    if (text->n_callers)
        input_warn(text->in, "expected the function of these callers, at the "
                             "left edge");
    text->n_callers = 0;
    text->function = NO_ID;
}

static void end_table(struct text *text)
{
    if (text->state == INSIDE) {
        end_entry(text);
        oprofile_widen_images(&text->report);
        oprofile_flush(&text->report);
    }
    text->state = OUTSIDE;
}

static void begin_report(struct text *text)
{
    end_table(text);
    text->report.n_events = text->n_parts = 0;
    for (size_t i = 0; i < N_ABOVE; i++)
        text->seen[i] = 0;
}

/* "CPU_CLK_UNHALTED events (...) with a unit mask of 0x00 (...) count 100" */
static void add_event(struct text *text, struct str line)
{
    struct oprofile_event event = { line, S(""), S("") };
    struct str rest = S(""), before;
    str_cut(line, S(" events ("), &event.name, &rest);
    if (str_cut(rest, S(" with a unit mask of "), &before, &rest))
        str_take_word(&rest, &event.mask);
    str_cut_last(rest, S(" count "), &before, &event.count);
    oprofile_event(&text->report, event);
}

static void add_part(struct text *text, bool wanted)
{
    text->parts = array_grow(text->parts, text->n_parts, &text->parts_room,
                             sizeof *text->parts);
    text->parts[text->n_parts++] = wanted;
}

static bool line_above(struct text *text, struct str line)
{
    size_t kind = 0;
    while (kind < N_ABOVE && !str_take(&line, above[kind]))
        kind++;
    if (kind == N_ABOVE)
        return false;
    if (kind == REPORT)
        begin_report(text);
    else if (kind == EVENT)
        add_event(text, line);
    else if (kind == TIMER)
        add_event(text, S("TIMER"));
    else if (kind == CPU)
        add_part(text, true);
    else
        add_part(text, oprofile_wants(&text->report,
                                      kind == PROCESS ? THREAD_PID : THREAD_TID,
                                      str_trim(line)));
    text->seen[kind]++;
    return true;
}

static bool header_line(struct text *text, struct str line)
{
    struct oprofile_columns columns = { 0 };
    if (!oprofile_header(&columns, line)) {
        free(columns.list);
        return false;
    }
    end_table(text);
    free(text->columns.list);
    text->columns = columns;
    text->state = HEADED;
    return true;
}

/* The columns of the parts that are wanted. */
static void use_parts(struct text *text)
{
    size_t n = 0;
    for (size_t i = 0; i < text->n_parts; i++) {
        if (!text->parts[i])
            continue;
        oprofile_use(&text->columns, i);
        n++;
    }
    if (n > 1 && (text->seen[PROCESS] || text->seen[THREAD]))
        input_remark(text->in, "the samples of %zu %s are added up", n,
                     text->seen[THREAD] ? "threads" : "processes");
}

/* Only the columns tell processes and threads apart. */
static bool right_parts(const struct text *text)
{
    const struct oprofile_report *report = &text->report;
    return (text->seen[PROCESS] || oprofile_wants_all(report, THREAD_PID)) &&
           (text->seen[THREAD] || oprofile_wants_all(report, THREAD_TID));
}

/* Columns for cpus, processes or threads are parts of a whole; events are
   not. False if this table has none to read. */
static bool choose_columns(struct text *text)
{
    size_t n = oprofile_samples(&text->columns);
    size_t n_events = text->report.n_events, event;
    if (!oprofile_choose(&text->report, &event) || !right_parts(text))
        return false;
    if (n == text->n_parts) {
        use_parts(text);
        return true;
    }
    if (n != n_events) {
        event = 0;
        if (n > 1)
            input_remark(text->in, "%zu columns of samples, and nothing says "
                                   "of what: the first is used", n);
    }
    oprofile_use(&text->columns, event);
    return true;
}

static void begin_table(struct text *text)
{
    text->state = choose_columns(text) ? INSIDE : LEFT_OUT;
    text->function = NO_ID;
}

/* Without a header, or with a damaged one, the first such line begins the
   table. */
static void separator(struct text *text)
{
    if (text->state == INSIDE) {
        end_entry(text);
    } else if (text->state == HEADED) {
        begin_table(text);
    } else if (text->state == OUTSIDE && text->guessed.n) {
        free(text->columns.list);
        text->columns = text->guessed;
        text->guessed = (struct oprofile_columns){ 0 };
        begin_table(text);
    }
}

/* The function that a row is about; NO_ID if its texts make no sense. */
static uint32_t function_of(struct text *text, struct str texts)
{
    struct oprofile_report *report = &text->report;
    uint32_t n = report->keys.n, id = oprofile_function(report, texts);
    struct oprofile_place *place = &report->functions[id].place;
    if (id == n)
        oprofile_place(&text->columns, report->keys.texts[id], place);
    return place->symbol.len ? id : NO_ID;
}

static void add_caller(struct text *text, uint32_t function, double samples)
{
    text->callers = array_grow(text->callers, text->n_callers,
                               &text->callers_room, sizeof *text->callers);
    text->callers[text->n_callers++] = (struct caller){ function, samples };
}

static void begin_callees(struct text *text, uint32_t function,
                          double samples)
{
    text->report.functions[function].self += samples;
    for (size_t i = 0; i < text->n_callers; i++)
        oprofile_call(&text->report, text->callers[i].function, function,
                      text->callers[i].samples, ABOVE);
    text->n_callers = 0;
    text->function = function;
}

/* A [self] line repeats the samples of the entry's function. */
static bool row(struct text *text, struct str line)
{
    struct str texts;
    double samples;
    if (!oprofile_row(&text->columns, line, &samples, &texts))
        return false;
    if (str_ends(texts, S(" [self]")))
        return true;
    uint32_t function = function_of(text, texts);
    if (function == NO_ID)
        return false;
    if (!ascii_is_blank(line.s[0]))
        begin_callees(text, function, samples);
    else if (text->function == NO_ID)
        add_caller(text, function, samples);
    else
        oprofile_call(&text->report, text->function, function, samples, BELOW);
    return true;
}

/* What opreport says on standard error often ends up in the same file. */
static bool noise(struct str line)
{
    return str_trim(line).len == 0 || str_starts(line, S("warning: "));
}

static void read_line(struct text *text, struct str line)
{
    if (oprofile_separator(line))
        separator(text);
    else if (text->state == INSIDE && row(text, line))
        return;
    else if (!noise(line) && !line_above(text, line) &&
             !header_line(text, line) && text->state == INSIDE)
        input_warn(text->in, "expected samples, percentage, image and symbol "
                             "of a function");
}

/* A whole report ends with a line of '-'. */
static void tell_cut(struct text *text)
{
    if (text->state == INSIDE && (text->n_callers || text->function != NO_ID))
        input_remark(text->in, "the report ends inside an entry: cut off?");
    text->n_callers = 0;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct text text = { .in = in,
                         .report = oprofile_begin(in, profile, options) };
    bool complete;
    struct str head = input_head(in, &complete);
    oprofile_guess(&text.guessed, head, complete);
    while (input_next_line(in))
        read_line(&text, in->text);
    tell_cut(&text);
    end_table(&text);
    free(text.callers);
    free(text.parts);
    free(text.columns.list);
    free(text.guessed.list);
    return oprofile_finish(&text.report);
}

/* A report begins with its first two lines above; or a table with its header
   and a row or line. */
static bool begins_report(struct oprofile_columns *columns, struct str head,
                          bool complete)
{
    struct str line, texts;
    double samples;
    bool first = true, cpu = false;
    while (head_take_line(&head, complete, &line)) {
        if (noise(line))
            continue;
        if (cpu && (str_starts(line, above[EVENT]) ||
                    str_starts(line, above[TIMER])))
            return true;
        if (columns->n && (oprofile_separator(line) ||
                           oprofile_row(columns, line, &samples, &texts)))
            return true;
        oprofile_header(columns, line);
        cpu = first && str_starts(line, above[REPORT]);
        first = false;
    }
    return false;
}

static enum match detect(struct str head, bool complete)
{
    struct oprofile_columns columns = { 0 };
    bool sure = begins_report(&columns, head, complete) ||
                oprofile_guess(&columns, head, complete);
    free(columns.list);
    return sure ? MATCH_YES : MATCH_NO;
}

const struct reader reader_oprofile = {
    .name = "oprofile",
    .aliases = "opreport",
    .description = "OProfile's call graph (opreport -cgf)",
    .supports = ASK_EVENT | ASK_PID | ASK_TID,
    .detect = detect,
    .read = read,
};
