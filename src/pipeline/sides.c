#include "pipeline/sides.h"

#include "compare/align.h"
#include "filter/order.h"
#include "output/changes.h"
#include "pipeline/read.h"
#include "pipeline/write.h"
#include "readers/choose/all_events.h"
#include "util/diag.h"

/* ---- Read ---- */

/* Are these files one run, because a format needs them together? */
static bool belong_together(const struct options *options,
                            const char *const *files, size_t n)
{
    const struct reader *reader = options->reader;
    if (!reader)
        reader = reader_detect_together(files, n, &options->read);
    return reader && reader->read_together;
}

/* Makes runs of n files: each file is one, unless they belong together. */
static void add_runs(struct sides *sides, const struct options *options,
                     const char **files, size_t n)
{
    size_t step = belong_together(options, files, n) ? n : 1;
    for (size_t i = 0; i < n; i += step) {
        struct run *run = &sides->runs[sides->n++];
        run->options = *options;
        run->options.files = files + i;
        run->options.n_files = step;
        run->is_side = true;
    }
}

/* Reports an option that no run uses. Returns EXIT_OK, or EXIT_USAGE after a
   message. */
static enum exit_status check_options(const struct run *sum)
{
    const struct options *options = &sum->options;
    if (!(sum->supported & ASK_EVENT) &&
        !reader_supports(sum->reader, &options->read, options->files[0]))
        return EXIT_USAGE;
    return read_check_unit(sum);
}

/* Makes two runs from what was read before: the base, whose files have changed
   since, and the new side. The files of each are one run. */
static void take_runs(struct sides *sides, struct run *sum)
{
    struct run *read[2] = { sum->base, sum };
    size_t step = sum->options.n_base;
    sides->n = ROWS(read);
    for (size_t i = 0; i < ROWS(read); i++) {
        struct run *run = &sides->runs[i];
        run->options = sum->options;
        run->options.files = sum->options.files + i * step;
        run->options.n_files = step;
        run->is_side = true;
        run->options.read.event = read[i]->options.read.event;
        run->profile = read[i]->profile;
        run->reader = read[i]->reader;
        run->supported = read[i]->supported;
        run->rates = read[i]->rates;
        read[i]->profile = NULL;
    }
}

/* Reports that files which have changed since would have to be read again. */
static enum exit_status report_gone(const char *why, const char *cure)
{
    diag_error("the last run cannot be compared with: %s, so both would have "
               "to be read once more, and its files are gone; give %s",
               why, cure);
    return EXIT_FAILED;
}

/* Reads the files of all runs. The first that names an event decides which one
   is counted. */
static enum exit_status read_all(struct sides *sides)
{
    struct str event = S("");
    for (size_t i = 0; i < sides->n; i++) {
        struct run *run = &sides->runs[i];
        if (!run->options.read.event.len)
            run->options.read.event = event;
        enum exit_status status = run_read(run);
        if (status != EXIT_OK)
            return status;
        event = run->options.read.event;
    }
    return EXIT_OK;
}

/* Reads the files again, with samples that cost their periods, if they were
   recorded at different rates. */
static enum exit_status equalize_rates(struct sides *sides,
                                       const struct run *sum)
{
    struct rates rates = { 0 };
    enum exit_status status = EXIT_OK;
    for (size_t i = 0; i < sides->n; i++)
        if (!sides->runs[i].options.read.weight_is_period)
            read_add_rate(&rates, sides->runs[i].rates.first.name,
                          sides->runs[i].rates.first.rate);
    if (!rates.other.name)
        return EXIT_OK;
    if (sum->base)
        return report_gone("its rate of samples was another one",
                           "--weight=period");
    read_note_rates(&rates);
    for (size_t i = 0; i < sides->n && status == EXIT_OK; i++) {
        struct run *run = &sides->runs[i];
        run->options.read.weight_is_period = true;
        if (run->supported & ASK_WEIGHT)
            status = read_files_again(run, "say --weight=period");
    }
    return status;
}

/* Does perf tell the inlined functions of one side and this program those of
   the other? perf 6.1 tells none in stacks from frame pointers, and names some
   after the function around them. */
static bool tell_differently(const struct sides *sides)
{
    bool any = false, by_us = false, by_perf = false;
    for (size_t i = 0; i < sides->n; i++) {
        const struct profile *profile = sides->runs[i].profile;
        any |= profile->has_inlines && profile->inlines_by;
        by_us |= profile->inlines_by == INLINES_BY_US;
        by_perf |= profile->inlines_by == INLINES_BY_PERF;
    }
    return any && by_us && by_perf;
}

/* Leaves out inlined functions if perf tells those of one file and this program
   those of another, unless that is a pipe. */
static enum exit_status equalize_inlines(struct sides *sides,
                                         const struct run *sum)
{
    enum exit_status status = EXIT_OK;
    bool differ = tell_differently(sides);
    for (size_t i = 0; i < sides->n; i++) {
        const struct run *run = &sides->runs[i];
        differ = differ && (!run->profile->inlines_by ||
                            !run->profile->has_inlines || read_can_repeat(run));
    }
    if (!differ)
        return EXIT_OK;
    if (sum->base)
        return report_gone("it tells inlined functions otherwise",
                           "--no-inline");
    diag_note("inlined functions are left out, as with --no-inline: perf "
              "script does not tell them as prof2dot does of perf.data, and "
              "callers have their cost then");
    for (size_t i = 0; i < sides->n && status == EXIT_OK; i++) {
        struct run *run = &sides->runs[i];
        if (!run->profile->inlines_by || !run->profile->has_inlines)
            continue;
        run->options.read.no_inline = true;
        status = read_files_again(run, "say --no-inline");
    }
    return status;
}

/* Reads and filters the files of the options of `sum`. Returns EXIT_OK, or
   another status after a message. */
static enum exit_status prepare(struct sides *sides, struct run *sum)
{
    const struct options *options = &sum->options;
    size_t n_base = options->n_base;
    sides->runs = NEW_N(&sum->arena, struct run, options->n_files);
    size_t first_new = 1;
    if (sum->base) {
        take_runs(sides, sum);
    } else {
        add_runs(sides, options, options->files, n_base);
        first_new = sides->n;
        add_runs(sides, options, options->files + n_base,
                 options->n_files - n_base);
    }
    sides->compared = NEW_N(&sum->arena, struct compare_run, sides->n);
    enum exit_status status = read_all(sides);
    if (status == EXIT_OK)
        status = equalize_rates(sides, sum);
    if (status == EXIT_OK)
        status = equalize_inlines(sides, sum);
    for (size_t i = 0; i < sides->n && status == EXIT_OK; i++)
        status = run_prepare(&sides->runs[i]);
    if (status != EXIT_OK)
        return status;
    run_fold_kernel(sides->runs, sides->n);
    for (size_t i = 0; i < sides->n; i++) {
        struct run *run = &sides->runs[i];
        sides->compared[i] = (struct compare_run){
            .name = run->options.files[0],
            .is_new = i >= first_new,
            .is_flat = run->report.n_functions > 1 && !run->report.n_calls,
            .profile = run->profile,
            .read = run->report.read,
        };
        compare_run_measure(&sides->compared[i]);
        sum->supported |= run->supported;
    }
    sum->reader = sides->runs[0].reader;
    return check_options(sum);
}

/* ---- Add up ---- */

/* Brings all runs onto the same functions, which frees their old profiles, and
   returns their sum; NULL after a message. */
static struct profile *align(struct sides *sides, struct run *sum)
{
    if (!compare_runs_are_near(sides->compared, sides->n))
        return NULL;
    if (sum->options.compare.normalize)
        compare_runs_equalize(sides->compared, sides->n);
    struct profile *profile =
        compare_align(&sum->arena, sides->compared, sides->n,
                      sum->options.cycles, &sides->match);
    for (size_t i = 0; i < sides->n; i++)
        sides->runs[i].profile = sides->compared[i].profile;
    return profile;
}

/* Makes the sum of all runs the profile of `sum`, and finds the costs of each
   of them. Returns false after a message if they cannot be compared, or if
   there are no functions. */
static bool add_up(struct sides *sides, struct run *sum)
{
    sum->profile = align(sides, sum);
    if (!sum->profile)
        return false;
    if (sum->profile->n_functions == 0)
        return diag_error("nothing is left to compare: the filters drop all "
                          "functions; give fewer or wider ones");
    sum->quality = sides->runs[0].quality;
    for (size_t i = 1; i < sides->n; i++) {
        input_stats_add(&sum->quality.stats, &sides->runs[i].quality.stats);
        stack_quality_add(&sum->quality.stacks, &sides->runs[i].quality.stacks);
    }
    run_start_report(sum);
    sum->report.profile = sum->profile;
    sum->report.kernel = sides->runs[0].report.kernel;
    sum->report.kernel_part = sides->runs[0].report.kernel_part;
    for (size_t i = 0; i < sides->n; i++) {
        run_find_costs(&sides->runs[i]);
        sides->compared[i].profile = sides->runs[i].profile;
        compare_run_take_costs(&sum->arena, &sides->compared[i],
                               sides->runs[i].report.costs);
    }
    /* This may free the profile of the sum, whose texts the runs have. */
    run_find_costs(sum);
    return true;
}

/* ---- Compare ---- */

static void warn_of_flat_runs(const struct sides *sides)
{
    for (size_t i = 0; i < sides->n; i++)
        if (sides->compared[i].is_flat) {
            diag_warn("%s has no calls: only self costs are compared",
                      sides->compared[i].name);
            return;
        }
}

/* Adds the comparison to `sum`. Functions whose self cost changed are drawn
   first, by their difference, and what leads to them; then other changes. */
static void compare(struct sides *sides, struct run *sum)
{
    struct comparison *comparison = compare_runs(
        &sum->arena, sides->compared, sides->n, &sum->options.compare);
    if (!comparison->has_totals)
        warn_of_flat_runs(sides);
    comparison->match = sides->match;
    sum->comparison = comparison;
    sum->report.comparison = comparison;
    uint32_t n = sum->profile->n_functions;
    double *priority = NEW_N(&sum->arena, double, n);
    double *heat = NEW_N(&sum->arena, double, n);
    for (uint32_t f = 0; f < n; f++) {
        priority[f] = compare_largest_difference(comparison, f);
        heat[f] = compare_self_difference(comparison, f);
    }
    sum->limits.priority = priority;
    sum->limits.heat = heat;
}

/* Returns EXIT_CHANGED after a message if the change of --fail-if is found. */
static enum exit_status check_change(struct run *sum)
{
    const struct fail_if *fail_if = &sum->options.fail_if;
    uint32_t *functions;
    if (!fail_if->is_given)
        return EXIT_OK;
    changes_note_sureness(&sum->report);
    uint32_t n = fail_if_find(&sum->arena, fail_if, sum->comparison,
                              sum->profile, &sum->options.names, &functions);
    if (n == UINT32_MAX)
        return EXIT_FAILED;
    if (n)
        changes_report_failure(&sum->arena, &sum->report, fail_if, functions,
                               n);
    return n ? EXIT_CHANGED : EXIT_OK;
}

/* ---- Stacks of both sides ---- */

/* Writes the stacks of both sides with two costs each. */
static enum exit_status write_columns(struct sides *sides, struct run *sum,
                                      struct buf *out)
{
    struct profile *both = profile_new(&sum->arena);
    all_events_begin(both);
    if (!compare_runs_are_near(sides->compared, sides->n))
        return EXIT_FAILED;
    if (sum->options.compare.normalize)
        compare_runs_equalize(sides->compared, sides->n);
    for (size_t i = 0; i < sides->n; i++) {
        const struct profile *profile = sides->runs[i].profile;
        if (profile->kind == FROM_CALLS)
            both->kind = FROM_CALLS; /* the writer reports why it cannot write
                                        them */
        else
            all_events_add(both, profile,
                        sides->compared[i].is_new ? REPORT_AFTER
                                                  : REPORT_BEFORE);
    }
    order_profile(both);
    sum->profile = both;
    run_start_report(sum);
    sum->report.profile = sum->profile;
    sum->report.has_sides = true;
    return sum->options.writer->write(out, &sum->report) ? run_end(sum)
                                                         : EXIT_FAILED;
}

/* ---- The whole ---- */

enum exit_status sides_draw(struct sides *sides, struct run *sum,
                            struct buf *out)
{
    enum exit_status status = prepare(sides, sum);
    if (status != EXIT_OK)
        return status;
    if (sum->options.writer->has_columns)
        return write_columns(sides, sum, out);
    if (!add_up(sides, sum))
        return EXIT_FAILED;
    compare(sides, sum);
    if (!run_find_view(sum))
        return EXIT_FAILED;
    status = write_view(sum, out);
    if (status == EXIT_OK)
        status = check_change(sum);
    return status == EXIT_OK ? run_end(sum) : status;
}

void sides_free(struct sides *sides)
{
    for (size_t i = 0; i < sides->n; i++)
        run_free(&sides->runs[i]);
}
