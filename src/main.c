/*
 * prof2dot: the pipeline from top to bottom.
 *
 *     read -> filter -> costs -> view -> write
 *
 * The steps are functions of this file in that order; draw() runs them, and
 * main() saves what they wrote.
 */
#include <fcntl.h>
#include <signal.h>

#include "cli/depfile.h"
#include "cli/options.h"
#include "compare/align.h"
#include "cost/cycle/collapse.h"
#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "cost/reduce.h"
#include "filter/filter.h"
#include "filter/granularity.h"
#include "filter/tag_frames.h"
#include "model/merge.h"
#include "output/changes.h"
#include "output/listing.h"
#include "output/summary.h"
#include "output/text.h"
#include "quality/warnings.h"
#include "readers/hints.h"
#include "util/diag.h"
#include "util/progress.h"
#include "util/save.h"

/* The manual page lists the same exit statuses. */
enum exit_status {
    EXIT_OK = 0,     /* the output was written */
    EXIT_FAILED = 1, /* the input or the system failed, or nothing is left to
                        draw; no output was written */
    EXIT_USAGE = 2,  /* the command line is wrong, or it asks for something
                        that the input does not have */
    EXIT_CHANGED = 3, /* the output was written, and the change of --fail-if was
                         found */
    EXIT_DAMAGED = 4, /* the output was written, but an input was damaged or cut
                         off, so that a part of it is missing */
};

/* The state of one run of the pipeline. */
struct run {
    struct arena arena;
    struct options options;
    const struct reader *reader;  /* of the first file */
    bool took_unit;               /* an input has the unit of --unit */
    struct profile *profile;      /* what the last step made of it */
    struct profile *uncollapsed;  /* with --cycles=collapse: the profile that
                                     still has the cycles; else NULL */
    struct input_quality quality; /* of the profile as read */
    struct view_options limits;   /* what the view is made with */
    struct report report;
    struct run *sides; /* the runs that are compared, n_sides of them; NULL:
                          nothing is compared */
    struct compare_run *comparison_runs; /* the same for the comparison */
    size_t n_sides;
    struct comparison *comparison;
};

/* ---- Read ---- */

static const struct reader *choose_reader(const struct run *run,
                                          struct input *in)
{
    bool complete;
    if (!run->options.reader)
        return reader_detect(in);
    if (input_is_archive(in))
        return reader_of_archive(in, run->options.reader);
    if (str_trim(input_head(in, &complete)).len > 0)
        return run->options.reader;
    if (!in->failed)
        input_error(in, "the input is empty; expected what a profiler "
                        "wrote");
    return NULL;
}

/* The first file becomes the profile and decides which event is counted; the
   others are added to it. */
static bool add_profile(struct run *run, struct profile *profile,
                        const struct reader *reader, const char *name)
{
    if (!run->profile) {
        run->profile = profile;
        run->reader = reader;
        if (!run->options.read.event.len)
            run->options.read.event = profile->event;
        return true;
    }
    bool good = merge_profiles(run->profile, profile, name);
    profile_free(profile);
    return good;
}

static enum exit_status read_open_file(struct run *run, struct input *in)
{
    const struct reader_options *options = &run->options.read;
    const struct reader *reader = choose_reader(run, in);
    if (!reader)
        return EXIT_FAILED;
    if (!reader_supports(reader, options, in->name))
        return EXIT_USAGE;
    struct profile *profile = profile_new(&run->arena);
    if (!reader->read(in, profile, options)) {
        profile_free(profile);
        return EXIT_FAILED;
    }
    profile->stats.skipped_lines = (double)in->skipped;
    profile->stats.cut_inputs = in->cut;
    profile_convert_unit(profile);
    run->took_unit |= reader->supports & ASK_UNIT;
    return add_profile(run, profile, reader, in->name) ? EXIT_OK : EXIT_FAILED;
}

static enum exit_status read_file(struct run *run, const char *path)
{
    const struct hint *hint = hints_find_folder(path);
    progress_phase("reading");
    if (hint) {
        hints_report(hint, path);
        return EXIT_FAILED;
    }
    struct input *in = input_open(&run->arena, path);
    if (!in)
        return EXIT_FAILED;
    in->threads = run->options.threads;
    enum exit_status status = read_open_file(run, in);
    input_close(in);
    return status;
}

/* Reads all files at once, for a format whose files belong together. */
static enum exit_status read_together(struct run *run,
                                      const struct reader *reader)
{
    const struct options *options = &run->options;
    if (!reader_supports(reader, &options->read, options->files[0]))
        return EXIT_USAGE;
    progress_phase("reading");
    run->profile = profile_new(&run->arena);
    run->reader = reader;
    if (!reader->read_together(options->files, options->n_files, run->profile,
                               &options->read))
        return EXIT_FAILED;
    profile_convert_unit(run->profile);
    return EXIT_OK;
}

static enum exit_status read_files(struct run *run)
{
    const struct options *options = &run->options;
    const struct reader *reader = options->reader;
    enum exit_status status = EXIT_OK;
    bool together = reader && reader->detect_together &&
                    reader->detect_together(options->files, options->n_files,
                                            &options->read);
    if (!reader) {
        reader = reader_detect_together(options->files, options->n_files,
                                        &options->read);
        together = reader;
    }
    if (together)
        status = read_together(run, reader);
    else
        for (size_t i = 0; i < options->n_files && status == EXIT_OK; i++)
            status = read_file(run, options->files[i]);
    if (status == EXIT_OK && options->total == TOTAL_CALLSTACKS &&
        run->profile->kind != FROM_STACKS) {
        diag_error("--total=callstacks needs stacks, and %s input has calls; "
                   "leave it out",
                   run->reader->name);
        status = EXIT_USAGE;
    }
    if (status == EXIT_OK && options->read.unit.len && !run->took_unit) {
        diag_error("--unit is of no use: %s input says what it counts",
                   run->reader->name);
        status = EXIT_USAGE;
    }
    return status;
}

/* Finds what only the profile as read can tell. */
static void judge_input(struct run *run)
{
    const struct profile *profile = run->profile;
    run->quality = (struct input_quality){
        .format = run->reader->name,
        .unit = arena_copy(&run->arena, profile->unit),
        .stats = profile->stats,
        .stacks = stack_quality_of(profile),
    };
}

/* Lines and addresses are functions since the input was read. Everything after
   this step takes a group of functions for one function. */
static enum exit_status join_functions(struct run *run)
{
    enum granularity granularity = run->options.read.granularity;
    struct profile *read = run->profile;
    if (granularity == GRANULARITY_FUNCTION ||
        granularity == GRANULARITY_ADDRESS)
        return EXIT_OK;
    struct profile *joined = granularity_apply(&run->arena, read, granularity,
                                               costs_estimate_calls);
    if (!joined)
        return EXIT_USAGE;
    profile_free(read);
    run->profile = joined;
    return EXIT_OK;
}

/* Fills in what the filters change. */
static void start_report(struct run *run)
{
    const struct options *options = &run->options;
    const struct profile *profile = run->profile;
    run->limits = options->view;
    run->report = (struct report){
        .quality = &run->quality,
        .look = &options->look,
        .demangler = &run->options.names,
        .limits = &run->limits,
        .layout = &options->layout,
        .format = run->reader->name,
        .kind = profile_kind_name(profile),
        .tags = options->read.tags,
        .granularity = granularity_name(options->read.granularity),
        .whole = profile_whole(profile),
        .read = profile_whole(profile),
        .n_functions = profile->n_functions,
        .n_calls = profile->n_calls,
    };
}

/* ---- Filter ---- */

/* Percentages refer to the whole profile as read, or with --relative to what
   the filters leave. */
static bool filter(struct run *run)
{
    struct profile *read = run->profile;
    struct profile *left = filter_profile(
        &run->arena, read, &run->options.filters, costs_estimate_calls);
    if (!left)
        return false;
    if (left != read)
        profile_free(read);
    run->profile = left;
    run->report.profile = left;
    if (run->options.relative)
        run->report.whole = profile_whole(left);
    /* Another run of a comparison may have functions that stay. */
    return left->n_functions > 0 || run->options.n_base > 0 ||
           diag_error("nothing is left to draw: the filters drop all "
                      "functions; give fewer or wider ones");
}

/* Puts the tags of samples above their stacks. */
static void add_tags(struct run *run)
{
    struct profile *filtered = run->profile;
    if (!run->options.read.tags)
        return;
    run->profile =
        tag_frames_add(&run->arena, filtered, run->options.read.tags);
    run->report.profile = run->profile;
    profile_free(filtered);
}

/* ---- Costs ---- */

/* Makes each cycle one function. What was joined counts as one function or
   call, not as left out. */
static void collapse(struct run *run)
{
    struct report *report = &run->report;
    struct collapsed *collapsed = NEW(&run->arena, struct collapsed);
    struct profile *before = run->profile;
    struct profile *after = collapse_cycles(&run->arena, before, collapsed);
    uint32_t calls = before->n_calls - after->n_calls;
    report->n_functions -= before->n_functions - after->n_functions;
    report->n_calls -= calls < report->n_calls ? calls : report->n_calls;
    report->collapsed = collapsed;
    run->limits.aliases = (struct aliases){ before, collapsed->function };
    run->uncollapsed = before;
    run->profile = after;
}

/* Totals are exact for profiles that have stacks, unless --total says to
   estimate them from calls. */
static struct costs *count_costs(struct run *run)
{
    const struct options *options = &run->options;
    struct profile *profile = run->profile;
    if (profile->kind == FROM_STACKS &&
        options->total != TOTAL_CALLRATIOS) {
        if (options->has_cycles && options->cycles != CYCLES_COLLAPSE)
            diag_note("--cycles=%s changes nothing: totals are counted from "
                      "stacks; --total=callratios estimates them",
                      costs_cycles_name(options->cycles));
        return costs_from_stacks(&run->arena, profile);
    }
    if (profile->kind == FROM_STACKS) {
        run->profile = reduce_to_calls(&run->arena, profile);
        profile_free(profile);
    }
    if (options->total == TOTAL_CALLRATIOS)
        run->profile->call_costs = CALLS_ESTIMATED;
    return costs_from_calls(&run->arena, run->profile, options->cycles);
}

/* The output says how cycles were treated only if there were any. */
static bool has_treated_cycles(const struct report *report)
{
    if (report->collapsed)
        return report->collapsed->n_cycles > 0;
    return report->profile->kind == FROM_CALLS && report->costs->n_cycles > 0;
}

static void find_costs(struct run *run)
{
    struct report *report = &run->report;
    if (run->options.cycles == CYCLES_COLLAPSE)
        collapse(run);
    report->costs = count_costs(run);
    report->profile = run->profile;
    report->total = run->profile->kind == FROM_STACKS ? "callstacks"
                    : run->profile->call_costs        ? "measured"
                                                      : "callratios";
    if (has_treated_cycles(report))
        report->cycles = costs_cycles_name(run->options.cycles);
}

/* ---- View ---- */

static bool find_view(struct run *run)
{
    struct report *report = &run->report;
    const struct view *view = view_of(&run->arena, run->profile, report->costs,
                                      report->whole, report->limits);
    if (!view)
        return false;
    report->view = view;
    report->dropped_functions =
        report->n_functions - (view->n_functions - view->n_tags);
    /* Filters that join calls can leave more of them than were read. */
    if (report->n_calls > view->n_direct)
        report->dropped_calls = report->n_calls - view->n_direct;
    report_name_functions(&run->arena, report);
    return true;
}

/* ---- Write ---- */

/* Says on standard error what the legend says as well: what is wrong with the
   input, that the default cap left functions out, and that no cost is known. */
static void print_notes(struct run *run)
{
    const struct options *options = &run->options;
    const struct report *report = &run->report;
    struct str warnings = warnings_text(&run->arena, report->quality);
    if (warnings.len)
        diag_warn("%s", warnings.s);
    if (!options->writer->is_picture)
        return;
    if (report->view->capped && !options->has_nodecount)
        diag_note("%s; -n or --nodecount changes that",
                  summary_functions(&run->arena, report).s);
    if (report->whole <= 0)
        diag_note("no cost was recorded: there are no percentages");
}

/* Writes a list that needs nothing but the profile as read. */
static bool write_list(const struct run *run, struct buf *out)
{
    const char *format = run->reader->name;
    return run->options.list == LIST_EVENTS
               ? listing_events(out, run->profile, format)
               : listing_threads(out, run->profile, format);
}

static enum exit_status write_report(struct run *run, struct buf *out)
{
    const struct options *options = &run->options;
    struct report *report = &run->report;
    if (report->view->n_functions == 0) {
        diag_error("nothing is left to draw: the selection or -n drops all "
                   "functions; -n 0 keeps small ones, and --list-functions "
                   "lists all");
        return EXIT_FAILED;
    }
    if (options->list == LIST_FUNCTIONS)
        return text_list_functions(out, report, options->list_pattern)
                   ? EXIT_OK
                   : EXIT_FAILED;
    if (options->list == LIST_MODULES)
        return listing_modules(out, report) ? EXIT_OK : EXIT_USAGE;
    report->breakdowns = breakdown_by_function(&run->arena, run->profile,
                                             report->costs, report->view);
    print_notes(run);
    return options->writer->write(out, report) ? EXIT_OK : EXIT_FAILED;
}

/* ---- The pipeline ---- */

/* Reads the files and filters them. */
static enum exit_status prepare(struct run *run)
{
    enum exit_status status = read_files(run);
    if (status != EXIT_OK)
        return status;
    if (run->options.list == LIST_EVENTS || run->options.list == LIST_THREADS)
        return EXIT_OK;
    progress_phase("costs");
    judge_input(run);
    status = join_functions(run);
    if (status != EXIT_OK)
        return status;
    start_report(run);
    if (!filter(run))
        return EXIT_FAILED;
    add_tags(run);
    return EXIT_OK;
}

static enum exit_status draw_profile(struct run *run, struct buf *out)
{
    const struct options *options = &run->options;
    enum exit_status status = prepare(run);
    if (status != EXIT_OK)
        return status;
    if (options->list == LIST_EVENTS || options->list == LIST_THREADS)
        return write_list(run, out) ? EXIT_OK : EXIT_USAGE;
    /* Some outputs are the filtered profile itself, without costs or view. */
    if (options->writer->is_input && !options->list) {
        if (!options->writer->write(out, &run->report))
            return EXIT_FAILED;
    } else {
        find_costs(run);
        status = find_view(run) ? write_report(run, out) : EXIT_FAILED;
        if (status != EXIT_OK)
            return status;
    }
    return run->quality.stats.cut_inputs > 0 ? EXIT_DAMAGED : EXIT_OK;
}

/* ---- Comparing ---- */

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
static void add_runs(struct run *run, const char **files, size_t n)
{
    const struct options *options = &run->options;
    size_t step = belong_together(options, files, n) ? n : 1;
    for (size_t i = 0; i < n; i += step) {
        struct run *side = &run->sides[run->n_sides++];
        side->options = *options;
        side->options.files = files + i;
        side->options.n_files = step;
        side->options.has_cycles = false; /* one note is enough */
    }
}

/* Reads and filters all runs. The first one decides which event is counted. */
static enum exit_status prepare_runs(struct run *run)
{
    const struct options *options = &run->options;
    size_t n_base = options->n_base;
    run->sides = NEW_N(&run->arena, struct run, options->n_files);
    add_runs(run, options->files, n_base);
    size_t first_new = run->n_sides;
    add_runs(run, options->files + n_base, options->n_files - n_base);
    run->comparison_runs =
        NEW_N(&run->arena, struct compare_run, run->n_sides);
    for (size_t i = 0; i < run->n_sides; i++) {
        struct run *side = &run->sides[i];
        if (i > 0 && !side->options.read.event.len)
            side->options.read.event = run->sides[0].profile->event;
        enum exit_status status = prepare(side);
        if (status != EXIT_OK)
            return status;
        run->comparison_runs[i] =
            (struct compare_run){ .name = side->options.files[0],
                                  .is_new = i >= first_new,
                                  .profile = side->profile };
        compare_run_measure(&run->comparison_runs[i]);
    }
    return EXIT_OK;
}

/* Returns the mean whole of the base. */
static double base_whole(const struct run *run)
{
    double sum = 0, n = 0;
    for (size_t i = 0; i < run->n_sides; i++)
        if (!run->comparison_runs[i].is_new) {
            sum += profile_whole(run->comparison_runs[i].profile);
            n++;
        }
    return sum / n;
}

/* Makes the sum of all runs the profile of this run, and finds the costs of
   each of them. */
static bool align(struct run *run)
{
    double whole = base_whole(run);
    for (size_t i = 0; i < run->n_sides; i++)
        if (run->options.compare.normalize)
            compare_run_scale(&run->comparison_runs[i], whole);
    run->profile =
        compare_align(&run->arena, run->comparison_runs, run->n_sides);
    for (size_t i = 0; i < run->n_sides; i++)
        run->sides[i].profile = run->comparison_runs[i].profile;
    if (!run->profile)
        return false;
    if (run->profile->n_functions == 0)
        return diag_error("nothing is left to compare: the filters drop all "
                          "functions; give fewer or wider ones");
    run->reader = run->sides[0].reader;
    run->quality = run->sides[0].quality;
    for (size_t i = 1; i < run->n_sides; i++)
        input_stats_add(&run->quality.stats, &run->sides[i].quality.stats);
    start_report(run);
    run->report.profile = run->profile;
    find_costs(run);
    for (size_t i = 0; i < run->n_sides; i++) {
        find_costs(&run->sides[i]);
        run->comparison_runs[i].profile = run->sides[i].profile;
        run->comparison_runs[i].costs = run->sides[i].report.costs;
    }
    return true;
}

/* Changed functions are drawn first, by their difference. */
static void set_priorities(struct run *run)
{
    const struct comparison *comparison = run->comparison;
    uint32_t n = run->profile->n_functions;
    double *priority = NEW_N(&run->arena, double, n);
    for (uint32_t f = 0; f < n; f++)
        if (compare_has_changed(comparison, f))
            priority[f] =
                fmax(fabs(compare_difference(&comparison->self[f])),
                     fabs(compare_difference(&comparison->total[f])));
    run->limits.priority = priority;
}

/* Returns EXIT_CHANGED after a message if the change of --fail-if is found. */
static enum exit_status check_change(struct run *run)
{
    const struct fail_if *fail_if = &run->options.fail_if;
    uint32_t *functions;
    if (!fail_if->is_given)
        return EXIT_OK;
    uint32_t n = fail_if_find(&run->arena, fail_if, run->comparison,
                              run->profile, &run->options.names, &functions);
    if (n == UINT32_MAX)
        return EXIT_FAILED;
    if (n)
        changes_report_failure(&run->arena, &run->report, fail_if, functions,
                               n);
    return n ? EXIT_CHANGED : EXIT_OK;
}

static enum exit_status draw_comparison(struct run *run, struct buf *out)
{
    enum exit_status status = prepare_runs(run);
    if (status != EXIT_OK)
        return status;
    if (!align(run))
        return EXIT_FAILED;
    run->comparison =
        compare_runs(&run->arena, run->comparison_runs, run->n_sides,
                     &run->options.compare);
    run->report.comparison = run->comparison;
    set_priorities(run);
    if (!find_view(run))
        return EXIT_FAILED;
    compare_view_calls(&run->arena, run->comparison, run->report.view,
                  run->limits.edge_thres);
    status = write_report(run, out);
    if (status == EXIT_OK)
        status = check_change(run);
    if (status == EXIT_OK && run->quality.stats.cut_inputs > 0)
        status = EXIT_DAMAGED;
    return status;
}

static enum exit_status draw(struct run *run, struct buf *out)
{
    return run->options.n_base ? draw_comparison(run, out)
                               : draw_profile(run, out);
}

/* The depfile comes first: if both are replaced and the program is killed in
   between, the output is the older one, and make builds it again. */
static bool save(const struct options *options, struct str output)
{
    struct buf rule = { 0 };
    struct saved_file files[2];
    size_t n = 0;
    if (options->depfile) {
        depfile_put(&rule, options);
        files[n++] =
            (struct saved_file){ options->depfile, buf_text(&rule) };
    }
    files[n++] = (struct saved_file){ options->output, output };
    bool good = save_files(files, n, options->if_changed);
    buf_free(&rule);
    return good;
}

static enum exit_status run_and_save(struct run *run, int argc, char **argv)
{
    struct buf out = { 0 };
    bool good = true;
    enum exit_status status = EXIT_OK;
    switch (options_read(&run->options, argc, argv, &run->arena, &out)) {
    case TODO_USAGE_ERROR:
        status = EXIT_USAGE;
        break;
    case TODO_STOP:
        good = save_file("-", buf_text(&out));
        break;
    case TODO_RUN:
        status = draw(run, &out);
        progress_end();
        if (status != EXIT_FAILED && status != EXIT_USAGE)
            good = save(&run->options, buf_text(&out));
        break;
    }
    buf_free(&out);
    return good ? status : EXIT_FAILED;
}

/* A standard stream that is closed becomes /dev/null, so that no file that is
   opened later takes its number. Signals about a closed pipe or a file that
   grows too large are ignored, so that the write fails instead and no half
   file is left. */
static void protect_streams(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static void free_run(struct run *run)
{
    for (size_t i = 0; i < run->n_sides; i++)
        free_run(&run->sides[i]);
    if (run->profile)
        profile_free(run->profile);
    if (run->uncollapsed)
        profile_free(run->uncollapsed);
    arena_free(&run->arena);
}

int main(int argc, char **argv)
{
    struct run run = { 0 };
    protect_streams();
    enum exit_status status = run_and_save(&run, argc, argv);
    demangler_free(&run.options.names);
    free_run(&run);
    return status;
}
