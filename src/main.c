/* prof2dot: the pipeline from top to bottom. */
#include <fcntl.h>
#include <signal.h>

#include "analysis/hide.h"
#include "options.h"
#include "util/diag.h"
#include "util/save.h"

enum { EXIT_OK = 0, EXIT_BAD = 1, EXIT_USAGE = 2 };

struct run {
    struct arena arena;
    struct options options;
    struct profile *profile;     /* as read, filtered, reduced to calls */
    const struct reader *reader; /* of the first file */
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

/* The first file makes the profile, the others are added. */
static bool add_profile(struct run *run, struct profile *profile,
                        const struct reader *reader, const char *name)
{
    if (!run->profile) {
        run->profile = profile;
        run->reader = reader;
        return true;
    }
    bool good = profile_merge(run->profile, profile, name);
    profile_free(profile);
    return good;
}

static bool read_file(struct run *run, const char *path)
{
    struct input *in = input_open(&run->arena, path);
    if (!in)
        return false;
    const struct reader *reader = choose_reader(run, in);
    bool good = false;
    if (reader) {
        struct profile *profile = profile_new(&run->arena);
        good = reader->read(in, profile, &run->options.read);
        if (good)
            good = add_profile(run, profile, reader, in->name);
        else
            profile_free(profile);
    }
    input_close(in);
    return good;
}

static bool read_files(struct run *run)
{
    for (size_t i = 0; i < run->options.n_files; i++)
        if (!read_file(run, run->options.files[i]))
            return false;
    return true;
}

/* --path takes out what it does not name. */
static bool filter(struct run *run)
{
    struct profile *all = run->profile;
    if (!run->options.path.n)
        return true;
    bool *hidden = NEW_N(&run->arena, bool, all->n_functions);
    if (!match_paths(all, &run->options.path, hidden))
        return false;
    for (uint32_t f = 0; f < all->n_functions; f++)
        hidden[f] = !hidden[f];
    run->profile = profile_hide(&run->arena, all, hidden);
    profile_free(all);
    return true;
}

/* Exact totals wherever there are stacks, unless told otherwise. */
static struct costs *find_costs(struct run *run)
{
    struct profile *profile = run->profile;
    if (profile->kind == FROM_CALLS)
        return costs_from_calls(&run->arena, profile);
    if (!run->options.callratios)
        return costs_from_stacks(&run->arena, profile);
    run->profile = reduce_to_calls(&run->arena, profile);
    profile_free(profile);
    return costs_from_calls(&run->arena, run->profile);
}

static void tell_dropped(const struct report *report,
                         const struct options *options)
{
    const struct view *view = report->view;
    if (view->capped && !options->has_nodecount)
        diag_note("the %u costliest of %u functions are drawn; -n or "
                  "--nodecount changes that",
                  view->n_functions, report->n_functions);
    if (report->whole <= 0)
        diag_note("no cost was recorded: there are no percentages");
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
    report->accounts = accounts_of(&run->arena, run->profile, report->costs,
                                   report->view);
    report_names(&run->arena, report);
    if (options->list_functions)
        return write_function_list(out, report, options->list_functions);
    if (report->view->n_functions == 0)
        return diag_error("nothing is left to draw: all functions were "
                          "dropped by the selection or by -n");
    if (options->writer->is_picture)
        tell_dropped(report, options);
    return options->writer->write(out, report);
}

static bool analyse(struct run *run, struct buf *out)
{
    static const struct view_options everything = { .depth = -1 };
    const struct options *options = &run->options;
    struct report report = {
        .look = &options->look,
        .layout = &options->layout,
        .limits = options->list_functions ? &everything : &options->view,
        .format = run->reader->name,
        .kind = profile_kind_name(run->profile),
        .whole = profile_whole(run->profile),
        .n_functions = run->profile->n_functions,
        .n_calls = run->profile->n_calls,
    };
    if (!filter(run))
        return false;
    report.profile = run->profile;
    if (options->writer->is_input && !options->list_functions)
        return options->writer->write(out, &report);
    report.costs = find_costs(run);
    report.profile = run->profile;
    report.total =
        run->profile->kind == FROM_STACKS ? "callstacks" : "callratios";
    if (run->profile->kind == FROM_CALLS && report.costs->n_cycles)
        report.cycles = "split";
    report.view = view_of(&run->arena, run->profile, report.costs,
                          report.whole, report.limits);
    return write_report(run, &report, out);
}

/* --total=callstacks where there are no stacks is a wrong use. */
static int draw(struct run *run, struct buf *out)
{
    if (!read_files(run))
        return EXIT_BAD;
    if (run->options.callstacks && run->profile->kind != FROM_STACKS) {
        diag_error("--total=callstacks needs stacks, and %s input has calls",
                   run->reader->name);
        return EXIT_USAGE;
    }
    return analyse(run, out) ? EXIT_OK : EXIT_BAD;
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
        break;
    case TODO_RUN:
        status = draw(run, &out);
        break;
    }
    if (status == EXIT_OK && !save(run->options.output, buf_text(&out)))
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
    arena_free(&run.arena);
    return status;
}
