/* prof2dot: the pipeline from top to bottom. */
#include <fcntl.h>
#include <signal.h>

#include "cli/depfile.h"
#include "cli/options.h"
#include "cost/cycle/collapse.h"
#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "cost/reduce.h"
#include "filter/filter.h"
#include "model/merge.h"
#include "output/summary.h"
#include "output/text.h"
#include "quality/warnings.h"
#include "util/diag.h"
#include "util/progress.h"
#include "util/save.h"

enum { EXIT_OK = 0, EXIT_BAD = 1, EXIT_USAGE = 2 };

struct run {
    struct arena arena;
    struct options options;
    struct profile *profile;     /* as read, filtered, reduced to calls */
    struct profile *before;      /* with cycles; NULL if they stayed */
    const struct reader *reader; /* of the first file */
    bool misused;                /* an option that has no meaning for a file */
};

static const struct reader *choose_reader(const struct run *run,
                                          struct input *in)
{
    bool complete;
    if (!run->options.reader)
        return reader_detect(in);
    if (str_trim(input_head(in, &complete)).len > 0)
        return run->options.reader;
    if (!in->failed)
        input_error(in, "the input is empty");
    return NULL;
}

/* The first file makes the profile and chooses the event, the others are
   added. */
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

static bool read_file(struct run *run, const char *path)
{
    progress_phase("reading");
    struct input *in = input_open(&run->arena, path);
    if (!in)
        return false;
    in->threads = run->options.threads;
    const struct reader *reader = choose_reader(run, in);
    bool good = false;
    if (reader && !reader_supports(reader, &run->options.read, in->name)) {
        run->misused = true;
    } else if (reader) {
        struct profile *profile = profile_new(&run->arena);
        good = reader->read(in, profile, &run->options.read);
        profile->stats.skipped_lines = (double)in->skipped;
        profile->stats.cut_inputs = in->cut;
        if (good)
            good = add_profile(run, profile, reader, in->name);
        else
            profile_free(profile);
    }
    input_close(in);
    return good;
}

/* All at once, where they belong together. */
static bool read_together(struct run *run, const struct reader *reader)
{
    const struct options *options = &run->options;
    if (!reader_supports(reader, &options->read, options->files[0]))
        return !(run->misused = true);
    progress_phase("reading");
    run->profile = profile_new(&run->arena);
    run->reader = reader;
    return reader->read_together(options->files, options->n_files, run->profile,
                                 &options->read);
}

static bool read_files(struct run *run)
{
    const struct options *options = &run->options;
    const struct reader *reader = options->reader;
    if (!reader)
        reader = reader_detect_together(options->files, options->n_files,
                                        &options->read);
    if (reader && reader->read_together)
        return read_together(run, reader);
    for (size_t i = 0; i < run->options.n_files; i++)
        if (!read_file(run, run->options.files[i]))
            return false;
    return true;
}

/* Shares refer to what was read, or to what is left. */
static bool filter(struct run *run, struct report *report)
{
    struct profile *read = run->profile;
    struct profile *left =
        filter_profile(&run->arena, read, &run->options.filters,
                       costs_estimate_calls);
    if (!left)
        return false;
    if (left != read)
        profile_free(read);
    run->profile = left;
    report->profile = left;
    if (run->options.relative)
        report->whole = profile_whole(left);
    return left->n_functions > 0 ||
           diag_error("nothing is left to draw: all functions were dropped by "
                      "the filters");
}

/* Functions and calls that became one count as one. */
static void collapse(struct run *run, struct report *report)
{
    struct collapsed *collapsed = NEW(&run->arena, struct collapsed);
    struct profile *before = run->before = run->profile;
    run->profile = collapse_cycles(&run->arena, before, collapsed);
    uint32_t calls = before->n_calls - run->profile->n_calls;
    report->n_functions -= before->n_functions - run->profile->n_functions;
    report->n_calls -= calls < report->n_calls ? calls : report->n_calls;
    report->collapsed = collapsed;
}

/* Exact totals wherever there are stacks, unless told otherwise. */
static struct costs *find_costs(struct run *run)
{
    struct profile *profile = run->profile;
    enum cycles cycles = run->options.cycles;
    if (profile->kind == FROM_CALLS)
        return costs_from_calls(&run->arena, profile, cycles);
    if (!run->options.callratios) {
        if (run->options.has_cycles && cycles != CYCLES_COLLAPSE)
            diag_note("--cycles=%s changes nothing: totals are counted from "
                      "stacks", costs_cycles_name(cycles));
        return costs_from_stacks(&run->arena, profile);
    }
    run->profile = reduce_to_calls(&run->arena, profile);
    profile_free(profile);
    return costs_from_calls(&run->arena, run->profile, cycles);
}

static bool has_treated_cycles(const struct report *report)
{
    if (report->collapsed)
        return report->collapsed->n_cycles > 0;
    return report->profile->kind == FROM_CALLS && report->costs->n_cycles > 0;
}

/* The legend tells the same; here, where nobody asked for a cap. */
static void tell_dropped(struct arena *arena, const struct report *report,
                         const struct options *options)
{
    if (report->view->capped && !options->has_nodecount)
        diag_note("%s; -n or --nodecount changes that",
                  summary_functions(arena, report).s);
    if (report->whole <= 0)
        diag_note("no cost was recorded: there are no percentages");
}

static void warn_about_input(struct arena *arena, const struct report *report)
{
    struct str text = warnings_text(arena, report->quality);
    if (text.len)
        diag_warn("%s", text.s);
}

/* Hiding may have joined more calls than there were. */
static void count_dropped(struct report *report)
{
    const struct view *view = report->view;
    report->dropped_functions = report->n_functions - view->n_functions;
    if (report->n_calls > view->n_direct)
        report->dropped_calls = report->n_calls - view->n_direct;
}

static bool write_report(struct run *run, struct report *report,
                         struct buf *out)
{
    const struct options *options = &run->options;
    if (!report->view)
        return false;
    count_dropped(report);
    report_name_functions(&run->arena, report);
    if (options->list_functions)
        return text_list_functions(out, report, options->list_functions);
    if (report->view->n_functions == 0)
        return diag_error("nothing is left to draw: all functions were "
                          "dropped by the selection or by -n");
    report->breakdowns = breakdown_by_function(
        &run->arena, run->profile, report->costs, report->view);
    warn_about_input(&run->arena, report);
    if (options->writer->is_picture)
        tell_dropped(&run->arena, report, options);
    return options->writer->write(out, report);
}

static bool analyse(struct run *run, struct buf *out)
{
    progress_phase("costs");
    const struct options *options = &run->options;
    struct input_quality quality = {
        .unit = run->profile->unit,
        .stats = run->profile->stats,
        .stacks = stack_quality_of(run->profile),
    };
    struct view_options limits = options->view;
    if (options->list_functions)
        limits = (struct view_options){ .depth = -1 };
    struct report report = {
        .quality = &quality,
        .look = &options->look,
        .demangler = &run->options.names,
        .limits = &limits,
        .layout = &options->layout,
        .format = run->reader->name,
        .kind = profile_kind_name(run->profile),
        .whole = profile_whole(run->profile),
        .read = profile_whole(run->profile),
        .n_functions = run->profile->n_functions,
        .n_calls = run->profile->n_calls,
    };
    if (!filter(run, &report))
        return false;
    if (options->writer->is_input && !options->list_functions)
        return options->writer->write(out, &report);
    if (options->cycles == CYCLES_COLLAPSE)
        collapse(run, &report);
    if (report.collapsed)
        limits.aliases = (struct aliases){ report.collapsed->before,
                                           report.collapsed->function };
    report.costs = find_costs(run);
    report.profile = run->profile;
    report.total =
        run->profile->kind == FROM_STACKS ? "callstacks" : "callratios";
    if (has_treated_cycles(&report))
        report.cycles = costs_cycles_name(options->cycles);
    report.view = view_of(&run->arena, run->profile, report.costs,
                          report.whole, report.limits);
    return write_report(run, &report, out);
}

/* --total=callstacks where there are no stacks is a wrong use, as are options
   that the format does not know. */
static int draw(struct run *run, struct buf *out)
{
    if (!read_files(run))
        return run->misused ? EXIT_USAGE : EXIT_BAD;
    if (run->options.callstacks && run->profile->kind != FROM_STACKS) {
        diag_error("--total=callstacks needs stacks, and %s input has calls",
                   run->reader->name);
        return EXIT_USAGE;
    }
    return analyse(run, out) ? EXIT_OK : EXIT_BAD;
}

static bool save_output(const struct options *options, struct str bytes)
{
    return (options->if_changed ? save_file_if_changed : save_file)(options->output, bytes);
}

static int run_program(struct run *run, int argc, char **argv)
{
    struct buf out = { 0 };
    int status = EXIT_OK;
    switch (options_read(&run->options, argc, argv, &run->arena, &out)) {
    case TODO_USAGE_ERROR:
        status = EXIT_USAGE;
        break;
    case TODO_STOP:
        run->options.output = "-";
        run->options.depfile = NULL;
        run->options.if_changed = false;
        break;
    case TODO_RUN:
        status = draw(run, &out);
        break;
    }
    progress_end();
    if (status == EXIT_OK && !(depfile_save(&run->options) &&
                               save_output(&run->options, buf_text(&out))))
        status = EXIT_BAD;
    buf_free(&out);
    return status;
}

/* No file may take the place of a standard stream that is closed; and what
   would end us is to fail instead, so that no half file is left. */
static void settle(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv)
{
    struct run run = { 0 };
    settle();
    int status = run_program(&run, argc, argv);
    if (run.profile)
        profile_free(run.profile);
    if (run.before)
        profile_free(run.before);
    demangler_free(&run.options.names);
    arena_free(&run.arena);
    return status;
}
