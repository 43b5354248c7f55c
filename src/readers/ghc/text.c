/*
 * The report of a Haskell program that runs with +RTS -p, -P or -pa:
 *
 *     	Sun Aug 13 10:47 2023 Time and Allocation Profiling Report  (Final)
 *
 *     	   walk +RTS -P -RTS
 *
 *     	total time  =        0.06 secs   (60 ticks @ 1000 us, 1 processor)
 *     	total alloc =  56,510,408 bytes  (excludes profiling overheads)
 *
 *     COST CENTRE MODULE SRC             %time %alloc  ticks    bytes
 *
 *     count.add   Main   walk.hs:15:5-45  48.3   69.3     29 39166624
 *
 *                                             individual    inherited
 *     COST CENTRE  MODULE SRC             no. entries %time %alloc  %time ...
 *
 *     MAIN         MAIN   <built-in>      148       0   0.0    0.0  100.0 ...
 *      main        Main   walk.hs:21:1-39 296       1   0.0    0.0  100.0 ...
 *       count.add  Main   walk.hs:15:5-45 304  110000  48.3   69.3   48.3 ...
 *
 * Each line of the second table is a stack of cost centres: the line and, with
 * less indentation, those above it. Its individual costs are those of the stack
 * itself. Without -P or -pa there are only percents of the totals, rounded to
 * 0.1 %; with them, the last two columns are individual ticks and bytes. A
 * recursive call belongs to the stack that has its cost centre already. GHC
 * before version 8 prints no SRC. Neither labels nor modules contain blanks,
 * but the path of a place may.
 */

#include "readers/declared.h"
#include "readers/ghc/ghc.h"

/* A line of the table that the next lines may be below. */
struct level {
    size_t depth;
    uint32_t stack;
};

struct report {
    double ticks, bytes;  /* totals; UNKNOWN until they were read */
    bool has_ticks;       /* the table has ticks and bytes */
    struct pairs labels;  /* label, module: texts of the profile */
    struct pairs centres; /* of these, with the place */
    LIST(struct level) levels;
    double sums[N_GHC_COSTS];
    size_t n_rows;
};

struct row {
    struct str label, module, place;
    double entries, time_share, alloc_share;
    double ticks, bytes; /* if the table has them */
};

/* "total time  =        0.06 secs   (60 ticks @ 1000 us, 1 processor)"; old
   versions write ms. */
static bool take_time(struct str line, double *ticks, double *tick)
{
    struct str before;
    if (!str_take(&line, S("total time")) ||
        !str_cut(line, S("("), &before, &line) ||
        !str_take_number(&line, ticks) || !str_take(&line, S(" ticks @ ")) ||
        !str_take_number(&line, tick))
        return false;
    if (str_starts(line, S(" ms")))
        *tick *= 1000;
    return *ticks >= 0 && *tick > 0;
}

/* "total alloc =  56,510,408 bytes  (excludes profiling overheads)" */
static bool take_alloc(struct str line, double *bytes)
{
    struct str before;
    uint64_t group;
    if (!str_take(&line, S("total alloc")) ||
        !str_cut(line, S("="), &before, &line))
        return false;
    str_take_blanks(&line);
    *bytes = 0;
    while (str_take_digits(&line, &group)) {
        *bytes = *bytes * 1000 + (double)group;
        str_take(&line, S(","));
    }
    return str_starts(line, S(" bytes"));
}

/* Takes the last number of a line. */
static bool take_last(struct str *line, double *number)
{
    struct str word;
    return str_take_last_word(line, &word) && str_number(word, number) &&
           *number >= 0;
}

static bool split_row(struct str line, bool has_ticks, struct row *row)
{
    double inherited, number;
    if (has_ticks &&
        (!take_last(&line, &row->bytes) || !take_last(&line, &row->ticks)))
        return false;
    if (!take_last(&line, &inherited) || !take_last(&line, &inherited) ||
        !take_last(&line, &row->alloc_share) ||
        !take_last(&line, &row->time_share) ||
        !take_last(&line, &row->entries) || !take_last(&line, &number) ||
        !str_take_word(&line, &row->label) ||
        !str_take_word(&line, &row->module))
        return false;
    row->place = str_trim(line);
    return true;
}

static uint32_t number_of(struct ghc *ghc, struct report *report,
                          const struct row *row)
{
    uint32_t label = profile_text_id(ghc->profile, row->label);
    uint32_t module = profile_text_id(ghc->profile, row->module);
    uint32_t place = profile_text_id(ghc->profile, row->place);
    struct arena *arena = &ghc->in->arena;
    uint32_t name = pairs_add_in(&report->labels, arena, label, module);
    uint32_t number = pairs_add_in(&report->centres, arena, name, place);
    struct ghc_centre *centre = ghc_centre(ghc, number);
    centre->is_known = true;
    centre->label = label;
    centre->module = module;
    centre->place = place;
    return number;
}

static void add_row(struct ghc *ghc, struct report *report, size_t depth,
                    const struct row *row)
{
    uint32_t number = number_of(ghc, report, row);
    double ticks = report->has_ticks ? row->ticks
                                     : row->time_share / 100 * report->ticks;
    double bytes = report->has_ticks ? row->bytes
                                     : row->alloc_share / 100 * report->bytes;
    while (report->levels.n && LAST(&report->levels)->depth >= depth)
        report->levels.n--;
    uint32_t above = report->levels.n ? LAST(&report->levels)->stack : NO_ID;
    uint32_t stack = frame_stacks_push(&ghc->stacks, above, number);
    *PUSH_IN(&ghc->in->arena, &report->levels) = (struct level){ depth, stack };
    double costs[] = { [GHC_TIME] = ticks * ghc->tick, [GHC_ALLOC] = bytes };
    ghc_add(ghc, stack, number, costs, row->entries);
    report->sums[GHC_TIME] += ticks;
    report->sums[GHC_ALLOC] += bytes;
    report->n_rows++;
}

/* The table may have a little less than the total; each share is off by up to
   0.05 %. */
static void check_total(const struct ghc *ghc, const struct report *report,
                        const char *where, struct str unit, double total,
                        double sum)
{
    double share =
        0.01 + (report->has_ticks ? 0 : 0.0005 * (double)report->n_rows);
    if (sum < total)
        declared_check(ghc->in, (struct declared){ .where = where,
                                                   .unit = unit,
                                                   .says = total,
                                                   .found = sum,
                                                   .rounding = share * total });
}

static void read_lines(struct ghc *ghc, struct report *report)
{
    struct input *in = ghc->in;
    bool is_table = false;
    while (input_next_line(in)) {
        struct str line = str_trim(in->text), rest = in->text;
        struct row row;
        if (str_starts(line, S("COST CENTRE"))) {
            is_table = str_has(line, S(" entries "));
            report->has_ticks = str_ends(line, S("bytes"));
        } else if (!line.len || take_time(line, &report->ticks, &ghc->tick) ||
                   take_alloc(line, &report->bytes) || !is_table) {
            continue;
        } else if (split_row(line, report->has_ticks, &row)) {
            str_take_blanks(&rest);
            add_row(ghc, report, in->text.len - rest.len, &row);
        } else {
            input_warn(in, "expected a cost centre, its module and %d numbers",
                       report->has_ticks ? 8 : 6);
        }
    }
}

bool ghc_read_text(struct ghc *ghc)
{
    struct report report = { .ticks = UNKNOWN, .bytes = UNKNOWN };
    read_lines(ghc, &report);
    if (!report.n_rows)
        return input_error(ghc->in, "expected a table of cost centres with "
                                    "individual and inherited costs, found "
                                    "none");
    if (!known(report.ticks) || !known(report.bytes))
        return input_error(ghc->in, "expected the lines 'total time = ...' and "
                                    "'total alloc = ...' before the table");
    check_total(ghc, &report, "total time", S("ticks"), report.ticks,
                report.sums[GHC_TIME]);
    check_total(ghc, &report, "total alloc", S("bytes"), report.bytes,
                report.sums[GHC_ALLOC]);
    return true;
}
