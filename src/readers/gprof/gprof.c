/*
 * The call graph of a gprof report, GNU's or BSD's, in any language:
 *
 *     index % time    self  children    called     name
 *                     0.01    0.03    2000/2000        main [1]
 *     [4]     25.7    0.01    0.03    2000         job_pow [4]
 *                     0.01    0.01    2000/8000        power <cycle 1> [24]
 *                     0.00    0.01    2000/2000        number (18)
 *     -----------------------------------------------
 *
 * An entry is about the function of its primary line, the one with its index
 * at the margin. Above that line are its callers, below it its callees. Cycles
 * are found from the calls, so what gprof says about them is not used, except
 * the numbers of members that have no entry of their own. The line
 *
 *     granularity: each sample hit covers 2 byte(s) for 0.68% of 1.46 seconds
 *
 * and the percentages of the flat profile make the self times more precise. The
 * explanations and the index of names are passed over.
 */

#include "readers/declared.h"
#include "readers/gprof/report.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/diag.h"
#include "util/text/buf.h"

/* The whole is printed with two decimals, in seconds. A difference up to this
   needs no explanation. */
#define ROUNDING 0.01

/* Half of the last digit of the times of a flat profile. */
#define HALF_DIGIT 0.005

/* The start of a line above the flat profile; "0.01 seconds." follow. */
#define EACH_SAMPLE "Each sample counts as "
/* The seconds of a sample unless that line says otherwise. It is absent without
   a flat profile and in other languages. */
#define USUAL_SAMPLE 0.01

/* The part of the report that a line is in. */
enum place {
    OUTSIDE, /* outside the call graph, where any line is possible */
    HEADING, /* the titles of the columns, which may take several lines */
    BETWEEN, /* between two entries */
    INSIDE,  /* in an entry */
};

/* The lines of an entry on one side of its primary line. */
struct gprof_entry {
    LIST(struct gprof_line) lines; /* callers; after the primary line,
                                      callees */
    struct buf names;  /* of the lines, without anything between them */
    bool has_primary;  /* the primary line was read */
    bool is_cycle;     /* the primary line is that of a cycle */
    bool spontaneous;  /* "<spontaneous>" is among the callers */
    uint32_t function; /* of the primary line, unless that is of a cycle */
    bool has_warning;  /* there was a warning about a line of the entry */
};

struct gprof {
    struct input *in;
    struct gprof_reports reports;
    enum place place;
    struct gprof_entry entry;
    double granularity; /* seconds in a granularity line that the header of
                           its call graph has yet to follow; 0: none */
    double sample;    /* seconds of one sample */
    bool in_flat;     /* outside: in a flat profile, below its header */
    bool has_rows;    /* the current flat profile has a row */
    double seconds;   /* of its rows so far, as the last of them says */
    bool after_blank; /* the line before was blank */
    bool has_header;  /* the header of a call graph was found */
    bool has_flat;    /* a flat profile was found */
    bool has_nan;     /* the self time of some function is not a number */
};

static void clear_lines(struct gprof_entry *entry)
{
    entry->lines.n = entry->names.len = 0;
}

/* Makes the lines point to their names, which move while more are added. */
static void set_names(struct gprof_entry *entry)
{
    const char *name = entry->names.data;
    for (size_t i = 0; i < entry->lines.n; i++) {
        entry->lines.of[i].name.s = name;
        name += entry->lines.of[i].name.len;
    }
}

static void end_entry(struct gprof *gprof)
{
    struct gprof_entry *entry = &gprof->entry;
    set_names(entry);
    if (entry->has_primary && entry->is_cycle)
        gprof_reports_add_members(&gprof->reports, entry->lines.of,
                                  entry->lines.n);
    else if (entry->has_primary)
        gprof_reports_add_callees(&gprof->reports, entry->function,
                                  entry->lines.of, entry->lines.n);
    else if (entry->lines.n && !entry->has_warning && gprof->place != OUTSIDE)
        input_warn(gprof->in, "expected the line of the function itself, "
                              "'[1] ...', before the end of its entry");
    clear_lines(entry);
    entry->has_primary = entry->is_cycle = entry->has_warning = false;
    entry->spontaneous = false;
}

static void take_primary(struct gprof *gprof, struct gprof_line line,
                         bool is_cycle)
{
    struct gprof_entry *entry = &gprof->entry;
    if (entry->has_primary) {
        /* The lines since the last primary line are callees of that function
           or callers of this one. Most of their calls are in the report once
           more, so they can be dropped. */
        input_warn(gprof->in,
                   "expected dashes before the next entry; lines left out: %zu",
                   entry->lines.n);
        clear_lines(entry);
    }
    if (!gprof_reports_add_entry(&gprof->reports, line.index)) {
        gprof_reports_end_report(&gprof->reports);
        gprof_reports_add_entry(&gprof->reports, line.index);
    }
    entry->has_primary = true;
    entry->is_cycle = is_cycle;
    set_names(entry);
    if (!is_cycle) {
        entry->function = gprof_reports_add_primary(
            &gprof->reports, &line, entry->spontaneous);
        gprof_reports_add_callers(&gprof->reports, entry->function,
                                  entry->lines.of, entry->lines.n);
    }
    clear_lines(entry);
    gprof->place = INSIDE;
    gprof->has_nan = gprof->has_nan || !known(line.self);
}

static void leave_call_graph(struct gprof *gprof)
{
    end_entry(gprof);
    gprof->place = OUTSIDE;
}

/* Takes a row of a flat profile. GNU's gprof prints it before the call graph;
   BSD's, which prints indexes behind names, after it. */
static void take_row(struct gprof *gprof, const struct gprof_line_row *row)
{
    if (!gprof->has_rows && !row->has_index)
        gprof_reports_end_report(&gprof->reports);
    if (!gprof->has_rows)
        gprof->reports.now.flat.n = 0;
    if (!gprof->has_rows)
        gprof->seconds = 0;
    declared_check(gprof->in,
                   (struct declared){ .where = "the column cumulative",
                                      .unit = S("seconds"),
                                      .says = row->cumulative,
                                      .found = gprof->seconds + row->self,
                                      .rounding = 3 * HALF_DIGIT });
    gprof->seconds = row->cumulative;
    gprof->has_rows = true;
    gprof_reports_add_row(&gprof->reports, row);
}

/* Takes a line outside the call graph that is neither blank nor a row. */
static void take_outside_line(struct gprof *gprof, struct str line)
{
    double seconds;
    clear_lines(&gprof->entry);
    if (str_take(&line, S(EACH_SAMPLE)))
        str_take_number(&line, &gprof->sample);
    if (gprof_line_granularity(line, &seconds)) {
        gprof->granularity = seconds;
    } else if (str_starts(line, S("% "))) {
        gprof->has_flat = gprof->in_flat = true;
        gprof->has_rows = false;
        gprof->granularity = 0;
    } else if (!gprof_line_is_heading(line)) {
        gprof->granularity = 0;
    }
}

/* Takes a line that is no part of an entry. After a blank line it is the
   explanation that follows the call graph. */
static void take_other_line(struct gprof *gprof)
{
    struct str line = str_trim(gprof->in->text), unit, rest;
    if (gprof->place == OUTSIDE) {
        take_outside_line(gprof, line);
    } else if (gprof->place != INSIDE && gprof->after_blank) {
        leave_call_graph(gprof);
    } else if (gprof->place == HEADING && gprof_line_is_heading(line)) {
        /* Simulators count something else than seconds: "(K)     (K)". */
        if (str_take(&line, S("(")) && str_cut(line, S(")"), &unit, &rest) &&
            unit.len) {
            profile_set_unit(gprof->reports.profile, unit);
            gprof->reports.now.whole = 0;
        }
    } else {
        input_warn(gprof->in, "expected a line of the call graph, "
                              "'0.01 0.03 20/80 name [4]'");
        gprof->entry.has_warning = true;
    }
}

static void read_line(struct gprof *gprof)
{
    struct gprof_line line;
    struct gprof_line_row row;
    if (str_take(&gprof->in->text, S("\f")))
        leave_call_graph(gprof);
    if (gprof->in_flat && gprof_line_row(gprof->in->text, &row)) {
        take_row(gprof, &row);
        return;
    }
    enum gprof_kind kind = gprof_line(gprof->in->text, &line);
    switch (kind) {
    case GPROF_OTHER:
        take_other_line(gprof);
        break;
    case GPROF_BLANK:
        if (gprof->place == OUTSIDE)
            clear_lines(&gprof->entry);
        break;
    case GPROF_HEADER:
        end_entry(gprof);
        gprof_reports_end_report(&gprof->reports);
        gprof->reports.now.whole = gprof->granularity;
        gprof->granularity = 0;
        gprof->place = HEADING;
        gprof->has_header = true;
        break;
    case GPROF_DASHES:
        end_entry(gprof);
        if (gprof->place != OUTSIDE)
            gprof->place = BETWEEN;
        break;
    case GPROF_PRIMARY:
    case GPROF_CYCLE:
        take_primary(gprof, line, kind == GPROF_CYCLE);
        break;
    case GPROF_RELATIVE:
        buf_add(&gprof->entry.names, line.name);
        *PUSH(&gprof->entry.lines) = line;
        if (gprof->place != OUTSIDE)
            gprof->place = INSIDE;
        break;
    case GPROF_SPONTANEOUS:
        gprof->entry.spontaneous = true;
        break;
    }
    gprof->after_blank = kind == GPROF_BLANK;
    gprof->in_flat = gprof->in_flat && kind == GPROF_OTHER;
}

static bool report_nothing_read(struct gprof *gprof)
{
    if (gprof->has_header)
        return input_error(gprof->in, "no call graph entries: was the program "
                                      "compiled and linked with -pg?");
    return input_error(gprof->in,
                       "%s; run gprof without -p, or with -q, on a program "
                       "compiled with -pg",
                       gprof->has_flat
                           ? "a flat profile without its call graph"
                           : "expected the call graph of gprof");
}

/* Says where the sum of all self times is not the whole that gprof printed. */
static void report_sums(const struct gprof *gprof)
{
    const struct gprof_reports *reports = &gprof->reports;
    double whole = profile_whole(reports->profile);
    const char *name = gprof->in->name;
    if (reports->excess > ROUNDING)
        diag_note("%s: self times exceed the whole that gprof printed by "
                  "%.2f seconds; the whole is their sum, %.2f seconds",
                  name, reports->excess, whole);
    if (reports->unlisted > ROUNDING)
        diag_note("%s: %.2f of %.2f seconds belong to functions that the "
                  "report does not list",
                  name, reports->unlisted, whole);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct gprof gprof = { .in = in,
                           .reports = { .profile = profile },
                           .sample = USUAL_SAMPLE };
    (void)options;
    profile->kind = FROM_CALLS;
    profile_set_unit(profile, S("seconds"));
    while (input_next_line(in))
        read_line(&gprof);
    if (gprof.place == INSIDE)
        input_cut(in, "the call graph ends in the middle of an entry");
    end_entry(&gprof);
    if (gprof.has_nan)
        input_remark(in, "times that are not numbers count as 0");
    gprof_reports_end_report(&gprof.reports);
    gprof_reports_finish(&gprof.reports);
    if (gprof.sample > 0 && str_eq(profile->unit, S("seconds")))
        profile_count_samples(profile, gprof.sample);
    report_sums(&gprof);
    LIST_FREE(&gprof.entry.lines);
    buf_free(&gprof.entry.names);
    return profile->n_functions || report_nothing_read(&gprof);
}

/* The state of the detection. */
struct gprof_head {
    size_t since_title; /* lines with text since GNU's title, which is the
                           first of them; 0: no title yet */
    size_t since_flat;  /* the same for lines since the header of a flat
                           profile */
};

/* Is the line the title of a flat profile, or a row of it below its header,
   "  %   cumulative   self ..."? */
static bool is_flat_profile(struct gprof_head *head, struct str text)
{
    struct str line = str_trim(text);
    struct gprof_line_row row;
    if (head->since_flat && head->since_flat++ < 4 &&
        gprof_line_row(text, &row))
        return true;
    if (str_starts(line, S("% ")))
        head->since_flat = 1;
    return str_eq(line, S("Flat profile:")) ||
           str_eq(line, S("flat profile:")) || str_starts(line, S(EACH_SAMPLE));
}

/* Can only gprof have printed this line? It is a primary line, or a header in
   English or at its place below GNU's title and granularity, or it belongs to
   a flat profile, whose call graph may come later. */
static bool is_certain(struct gprof_head *head, struct str text)
{
    struct gprof_line line;
    struct str rest = text, word;
    enum gprof_kind kind = gprof_line(text, &line);
    if (str_starts(text, S("\t\t")))
        head->since_title = 1;
    else if (head->since_title && kind != GPROF_BLANK)
        head->since_title++;
    if (kind == GPROF_PRIMARY || kind == GPROF_CYCLE)
        return true;
    if (kind == GPROF_HEADER &&
        (head->since_title == 3 ||
         (str_take_word(&rest, &word) && str_eq(word, S("index")))))
        return true;
    return is_flat_profile(head, text);
}

static enum match detect(struct head head)
{
    struct gprof_head found = { 0 };
    struct str line;
    while (head_take_line(&head, &line)) {
        /* VTune prints a report in this style with other columns: "Index  %
           CPU Time:Total  CPU Time:Self  CPU Time:Children  Name". */
        if (str_starts(line, S("Index")) && str_has(line, S(":Self")))
            return MATCH_NO;
        if (is_certain(&found, line))
            return MATCH_YES;
    }
    return MATCH_NO;
}

const struct reader reader_gprof = {
    .name = "gprof",
    .aliases = "prof",
    .description = "call graph printed by gprof",
    .programs = "gprof",
    .tested = "GNU gprof 2.40",
    .file = "*.txt",
    .recipes =
        "gprof: compile and link with `-pg`; `./prog; gprof prog gmon.out | "
        "prof2dot -o out.svg`",
    .totals = TOTALS_ESTIMATED,
    .exact_by = "perf record -g",
    .detect = detect,
    .read = read,
};
