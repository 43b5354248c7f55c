#include "pipeline/write.h"

#include "output/summary.h"
#include "output/text/listing.h"
#include "output/text/text.h"
#include "pipeline/fit.h"
#include "pipeline/read.h"
#include "util/diag.h"
#include "util/files/folder.h"

enum exit_status write_find_lines(struct run *run)
{
    struct run *lines = NEW(&run->arena, struct run);
    if (!(run->supported & ASK_LINES) ||
        run->options.read.granularity != GRANULARITY_FUNCTION)
        return EXIT_OK;
    *lines = (struct run){ .options = run->options, .wants_lines = true };
    run->lines = lines;
    diag_once(true);
    enum exit_status status = run_prepare(lines);
    if (status == EXIT_OK)
        run_find_costs(lines);
    diag_once(false);
    if (status == EXIT_OK)
        run->report.lines = &lines->report;
    return status;
}

/* Prints warnings that the legend has as well: what is wrong with the input,
   that the default limit left functions out, and that no cost is known. */
static void print_notes(struct run *run)
{
    const struct options *options = &run->options;
    const struct report *report = &run->report;
    struct str warnings = warnings_text(&run->arena, report->quality);
    if (warnings.len)
        diag_warn("%s", warnings.s);
    deps_warn(report);
    struct str no_entries = summary_no_entries(&run->arena, report);
    if (no_entries.len)
        diag_note("%s; to name one, add a line 'FUNCTION entry=1' to the "
                  "output of -T edges and draw that", no_entries.s);
    if (!writer_draws(options->writer))
        return;
    if (report->view->capped && !options->has_nodecount && !options->look.space)
        diag_note("%s; -n or --nodecount changes that",
                  summary_functions(&run->arena, report).s);
    if (report->whole <= 0)
        diag_note("no cost was recorded: there are no percentages");
}

static enum exit_status write_list(const struct run *run, struct buf *out)
{
    const char *format = run->reader->name;
    if (run->options.list == LIST_PLACES) {
        listing_places(out, run->profile);
        return EXIT_OK;
    }
    bool good = run->options.list == LIST_EVENTS
                    ? listing_events(out, run->profile, format)
                    : listing_threads(out, run->profile, format);
    return good ? EXIT_OK : EXIT_USAGE;
}

/* Appends the output. If dot takes too long, fewer functions are drawn. */
static bool write_in_time(struct run *run, struct buf *out)
{
    const struct writer *writer = run->options.writer;
    bool **slow = &run->options.layout.is_slow;
    bool is_good = false, is_slow;
    size_t before = out->len;
    do {
        out->len = before;
        is_slow = false;
        run_find_breakdowns(run);
        *slow = fit_can_halve(run) ? &is_slow : NULL;
        is_good = writer->write(out, &run->report);
        *slow = NULL;
    } while (!is_good && is_slow && fit_halve(run));
    return is_good;
}

enum exit_status write_view(struct run *run, struct buf *out)
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
    if (options->look.space && !options->writer->is_complete && !fit_view(run))
        return EXIT_FAILED;
    print_notes(run);
    return write_in_time(run, out) ? EXIT_OK : EXIT_FAILED;
}

/* Finds the source lines that a page shows beside its functions. Returns
   EXIT_OK, or another status after a message. */
static enum exit_status find_lines(struct run *run)
{
    const struct look *look = &run->options.look;
    if (run->options.writer->kind != WRITES_PAGE || run->options.serves ||
        (!look->source && !look->assembly))
        return EXIT_OK;
    if ((look->source && !folder_check(look->source)) ||
        !read_check_repeat(run, look->source ? "leave out --source"
                                             : "leave out --assembly"))
        return EXIT_FAILED;
    return write_find_lines(run);
}

enum exit_status write_run(struct run *run, struct buf *out)
{
    const struct options *options = &run->options;
    enum exit_status status = run_prepare(run);
    if (status != EXIT_OK)
        return status;
    if (run_lists_inventory(options))
        return write_list(run, out);
    if (run->is_part && !run->profile->n_functions)
        return EXIT_OK;
    if (options->writer->kind == WRITES_PROFILE && !options->list) {
        status = options->writer->write(out, &run->report) ? EXIT_OK
                                                           : EXIT_FAILED;
    } else {
        run_find_costs(run);
        status = run_find_view(run) ? find_lines(run) : EXIT_FAILED;
        if (status == EXIT_OK)
            status = write_view(run, out);
    }
    return status == EXIT_OK ? run_end(run) : status;
}
