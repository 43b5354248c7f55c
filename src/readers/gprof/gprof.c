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
 * An entry is about the function with its index at the margin; above it are
 * its callers, below it its callees. What gprof says of cycles is not used but
 * for the numbers of members without an entry of their own: cycles are found
 * from the calls. The flat profile, the explanations and the index of names
 * are passed over.
 */
#include <stdlib.h>

#include "readers/gprof/report.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/buf.h"

enum place {
    OUTSIDE, /* of the call graph: nothing that is read there is odd */
    HEADING, /* no entry yet: the names of the columns may take more lines */
    BETWEEN, /* entries */
    INSIDE,  /* of an entry */
};

/* An entry as far as it was read. */
struct entry {
    struct gprof_line *lines; /* callers; behind the own line callees */
    size_t n, room;
    struct buf names; /* of the lines, one behind the other */
    bool has_owner, is_cycle; /* the own line was read; is of a cycle */
    bool damaged;             /* told already */
    uint32_t owner;
};

struct reading {
    struct input *in;
    struct gprof_reports reports;
    enum place place;
    struct entry entry;
    bool after_blank;          /* the line before was blank */
    bool has_header, has_flat; /* of a call graph, of a flat profile */
    bool no_number;            /* a function's own time is none */
};

static void forget_lines(struct entry *entry)
{
    entry->n = entry->names.len = 0;
}

/* Names move as long as more are added. */
static void place_names(struct entry *entry)
{
    const char *name = entry->names.data;
    for (size_t i = 0; i < entry->n; i++) {
        entry->lines[i].name.s = name;
        name += entry->lines[i].name.len;
    }
}

static void end_entry(struct reading *r)
{
    struct entry *entry = &r->entry;
    place_names(entry);
    if (entry->has_owner && entry->is_cycle)
        gprof_members(&r->reports, entry->lines, entry->n);
    else if (entry->has_owner)
        gprof_callees(&r->reports, entry->owner, entry->lines, entry->n);
    if (entry->n && !entry->has_owner && !entry->damaged && r->place != OUTSIDE)
        input_warn(r->in, "expected the own line of an entry, '[1] ...', "
                          "above its end");
    forget_lines(entry);
    entry->has_owner = entry->is_cycle = entry->damaged = false;
}

static void add_line(struct reading *r, struct gprof_line line)
{
    struct entry *entry = &r->entry;
    buf_add(&entry->names, line.name);
    gprof_expect(&r->reports, line.index);
    entry->lines =
        array_grow(entry->lines, entry->n, &entry->room, sizeof *entry->lines);
    entry->lines[entry->n++] = line;
    if (r->place != OUTSIDE)
        r->place = INSIDE;
}

/* Where the dashes between two entries are missing, nobody knows to which of
   them the lines between their own lines belong. Most calls stand in the report
   once more. */
static void drop_lines(struct reading *r)
{
    struct entry *entry = &r->entry;
    if (!entry->has_owner)
        return;
    input_warn(r->in,
               "expected dashes before the next entry; lines left out: %zu",
               entry->n);
    forget_lines(entry);
}

static void own_line(struct reading *r, struct gprof_line line, bool is_cycle)
{
    struct entry *entry = &r->entry;
    drop_lines(r);
    if (gprof_entry_again(&r->reports, line.index)) {
        gprof_report_end(&r->reports);
        gprof_entry_again(&r->reports, line.index);
    }
    entry->has_owner = true;
    entry->is_cycle = is_cycle;
    place_names(entry);
    if (!is_cycle) {
        entry->owner = gprof_own(&r->reports, &line);
        gprof_callers(&r->reports, entry->owner, entry->lines, entry->n);
    }
    forget_lines(entry);
    r->place = INSIDE;
    r->no_number = r->no_number || !known(line.self);
}

static void header(struct reading *r)
{
    end_entry(r);
    gprof_report_end(&r->reports);
    r->place = HEADING;
    r->has_header = true;
}

static void leave(struct reading *r)
{
    end_entry(r);
    r->place = OUTSIDE;
}

/* "(K)     (K)" below the header: simulators count no seconds. */
static void take_unit(struct reading *r, struct str line)
{
    struct str unit, rest;
    if (str_take(&line, S("(")) && str_cut(line, S(")"), &unit, &rest) && unit.len)
        profile_unit(r->reports.profile, unit);
}

/* Behind a blank line, what is no entry is the explanation that follows. */
static void other_line(struct reading *r)
{
    struct str line = str_trim(r->in->text);
    if (r->place == OUTSIDE) {
        r->has_flat = r->has_flat || str_starts(line, S("% "));
        forget_lines(&r->entry);
    } else if (r->place != INSIDE && r->after_blank) {
        leave(r);
    } else if (r->place == HEADING && gprof_heading(line)) {
        take_unit(r, line);
    } else {
        input_warn(r->in, "expected a line of the call graph, "
                          "'0.01 0.03 20/80 name [4]'");
        r->entry.damaged = true;
    }
}

static void blank_line(struct reading *r)
{
    if (r->place == OUTSIDE)
        forget_lines(&r->entry);
}

static void dashes(struct reading *r)
{
    end_entry(r);
    if (r->place != OUTSIDE)
        r->place = BETWEEN;
}

/* A form feed ends the call graph. */
static void read_line(struct reading *r)
{
    struct gprof_line line;
    if (str_take(&r->in->text, S("\f")))
        leave(r);
    enum gprof_kind kind = gprof_line(r->in->text, &line);
    switch (kind) {
    case GPROF_OTHER:
        other_line(r);
        break;
    case GPROF_BLANK:
        blank_line(r);
        break;
    case GPROF_HEADER:
        header(r);
        break;
    case GPROF_DASHES:
        dashes(r);
        break;
    case GPROF_OWN:
    case GPROF_CYCLE:
        own_line(r, line, kind == GPROF_CYCLE);
        break;
    case GPROF_RELATIVE:
        add_line(r, line);
        break;
    case GPROF_SPONTANEOUS:
        break;
    }
    r->after_blank = kind == GPROF_BLANK;
}

static bool nothing_read(struct reading *r)
{
    if (r->has_header)
        return input_error(r->in, "no call graph entries: was the program "
                                  "compiled and linked with -pg?");
    return input_error(r->in,
                       "%s; run gprof without -p, or with -q, on a program "
                       "compiled with -pg",
                       r->has_flat ? "a flat profile without its call graph"
                                   : "expected the call graph of gprof");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct reading r = { .in = in, .reports = { .profile = profile } };
    (void)options;
    profile->kind = FROM_CALLS;
    profile_unit(profile, S("seconds"));
    while (input_next_line(in))
        read_line(&r);
    if (r.place == INSIDE)
        input_remark(in, "the call graph ends in the middle of an entry");
    end_entry(&r);
    if (r.no_number)
        input_remark(in, "times that are no numbers count as 0");
    gprof_report_end(&r.reports);
    gprof_reports_finish(&r.reports);
    free(r.entry.lines);
    buf_free(&r.entry.names);
    return profile->n_functions || nothing_read(&r);
}

/* What has been seen of a head. */
struct look {
    size_t since_title; /* lines with text, that of the title included, or 0 */
    size_t since_flat;  /* lines, the header of a flat profile included, or 0 */
};

static bool is_flat_title(struct str line)
{
    return str_eq(line, S("Flat profile:")) ||
           str_eq(line, S("flat profile:")) ||
           str_starts(line, S("Each sample counts as "));
}

/* "  %   cumulative   self ..." and, two lines later, a row. */
static bool is_flat(struct look *look, struct str text)
{
    struct str line = str_trim(text);
    if (look->since_flat && look->since_flat++ < 4 && gprof_flat_row(text))
        return true;
    if (str_starts(line, S("% ")))
        look->since_flat = 1;
    return is_flat_title(line);
}

/* The header as it is in English, or below GNU's title and granularity. */
static bool is_header(const struct look *look, struct str text)
{
    struct str word;
    return look->since_title == 3 ||
           (str_take_word(&text, &word) && str_eq(word, S("index")));
}

static bool is_ours(struct look *look, struct str text)
{
    struct gprof_line line;
    enum gprof_kind kind = gprof_line(text, &line);
    if (str_starts(text, S("\t\t")))
        look->since_title = 1;
    else if (look->since_title && kind != GPROF_BLANK)
        look->since_title++;
    return kind == GPROF_OWN || kind == GPROF_CYCLE ||
           (kind == GPROF_HEADER && is_header(look, text)) ||
           is_flat(look, text);
}

/* "Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name": VTune's
   report of that style has other columns. */
static bool is_vtune(struct str text)
{
    return str_starts(text, S("Index")) && str_has(text, S(":Self"));
}

/* A line with its index at both ends, a header, or a flat profile, whose call
   graph may come later. */
static enum match detect(struct str head, bool complete)
{
    struct look look = { 0 };
    struct str line;
    while (head_take_line(&head, complete, &line)) {
        if (is_vtune(line))
            return MATCH_NO;
        if (is_ours(&look, line))
            return MATCH_YES;
    }
    return MATCH_NO;
}

const struct reader reader_gprof = {
    .name = "gprof",
    .aliases = "prof",
    .description = "call graph printed by gprof",
    .detect = detect,
    .read = read,
};
