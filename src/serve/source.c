#include "serve/source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "output/source_lines.h"
#include "readers/reader.h"
#include "util/diag.h"
#include "util/files/folder.h"
#include "util/text/json.h"

enum {
    BEFORE = 3,        /* lines above the first one of the function */
    AFTER = 20,        /* lines below the last one that has cost */
    MOST_LINES = 1000, /* that are shown */
};

struct line_cost {
    uint64_t line;
    double self, total;
};

/* The costs of a function by line, in an arena. */
struct line_costs {
    struct line_cost *all; /* by line */
    size_t n;
    double elsewhere; /* self cost in lines of other files */
};

/* ---- Costs ---- */

static bool has_standard_input(const struct run *run)
{
    for (size_t i = 0; i < run->options.n_files; i++)
        if (strcmp(run->options.files[i], "-") == 0)
            return true;
    return false;
}

/* Reads the files again so that each line is a function. Returns false, with
   the profile as it was, if they have no lines. */
static bool read_lines(struct run *run)
{
    struct run before = *run;
    bool can = !run->options.n_base && !has_standard_input(run) &&
               run->options.read.granularity == GRANULARITY_FUNCTION &&
               (!run->profile || run->supported & ASK_LINES);
    if (!can)
        return false;
    run->options.read.granularity = GRANULARITY_LINE;
    run->profile = NULL;
    run->reader = NULL;
    enum exit_status status = run_read(run);
    run->options.read.granularity = GRANULARITY_FUNCTION;
    if (status == EXIT_OK) {
        if (before.profile)
            profile_free(before.profile);
        return true;
    }
    if (run->profile)
        profile_free(run->profile);
    run->profile = before.profile;
    run->reader = before.reader;
    run->supported = before.supported;
    run->options = before.options;
    return false;
}

/* A file that the profile does not name is not a part of its source. */
static bool names_file(const struct profile *profile, struct str file)
{
    bool is_named = false;
    for (uint32_t f = 0; file.len && f < profile->n_functions; f++)
        is_named |= str_eq(profile->functions[f].is.file, file);
    return is_named || diag_error("the profile names no file '%.*s'",
                                  (int)file.len, file.s);
}

static int by_line(const void *left, const void *right)
{
    const struct line_cost *a = left, *b = right;
    return (a->line > b->line) - (a->line < b->line);
}

/* The filters take the lines of a function for the function, because they have
   its name. */
static struct line_costs find_costs(struct run *run,
                                    const struct source_request *request)
{
    struct line_costs costs = { .n = 0 };
    const struct profile *profile;
    if (run_prepare(run) != EXIT_OK)
        return costs;
    run_find_costs(run);
    profile = run->profile;
    double *totals = source_line_totals(&run->arena, &run->report);
    costs.all = NEW_N(&run->arena, struct line_cost, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct function *function = &profile->functions[f];
        const struct identity *is = &function->is;
        if (!function_is_line(function) ||
            !str_eq(is->name, request->function) ||
            !str_eq(is->module, request->module))
            continue;
        if (str_eq(is->file, request->file))
            costs.all[costs.n++] = (struct line_cost){
                function->line, function->self, totals[f]
            };
        else
            costs.elsewhere += function->self;
    }
    if (costs.n)
        qsort(costs.all, costs.n, sizeof *costs.all, by_line);
    return costs;
}

/* ---- Lines ---- */

/* Some lines of a file. */
struct excerpt {
    uint64_t begin, end; /* lines from 1; the end is not shown */
    uint64_t first;      /* of the function; 0: not known */
};

/* Returns false after a message if the place of the function is not known. */
static bool choose_lines(struct excerpt *excerpt, struct str line,
                         const struct line_costs *costs)
{
    uint64_t first = 0;
    str_take_digits(&line, &first);
    uint64_t from = costs->n ? costs->all[0].line : first;
    uint64_t last = costs->n ? costs->all[costs->n - 1].line : first;
    if (!from)
        return diag_error("the profile has no lines of this function");
    if (first && first < from)
        from = first;
    excerpt->first = first;
    excerpt->begin = from > BEFORE ? from - BEFORE : 1;
    excerpt->end = last < UINT64_MAX - AFTER ? last + AFTER + 1 : UINT64_MAX;
    if (excerpt->end - excerpt->begin > MOST_LINES)
        excerpt->end = excerpt->begin + MOST_LINES;
    return true;
}

static void put_line(struct json *json, struct str line)
{
    struct arena scratch = { 0 };
    json_line(json, 0);
    json_text(json, NULL, source_line_text(&scratch, line));
    arena_free(&scratch);
}

/* Returns the number of lines in the text. */
static uint64_t put_lines(struct json *json, struct str text,
                          const struct excerpt *excerpt)
{
    struct str line;
    uint64_t number = 0;
    json_open(json, "lines", '[');
    while (str_take_part(&text, S("\n"), &line)) {
        number++;
        if (number >= excerpt->begin && number < excerpt->end)
            put_line(json, line);
    }
    json_close(json, ']');
    return number;
}

/* ---- The answer ---- */

static void put_costs(struct json *json, const struct report *report,
                      const struct line_costs *costs)
{
    struct arena scratch = { 0 };
    json_open(json, "costs", '[');
    for (size_t i = 0; i < costs->n; i++) {
        const struct line_cost *cost = &costs->all[i];
        json_line(json, 0);
        json_open(json, NULL, '[');
        json_count(json, NULL, (double)cost->line);
        json_number(json, NULL, cost->self);
        json_text(json, NULL, report_cost(&scratch, report, cost->self));
        json_number(json, NULL, cost->total);
        json_text_or_null(json, NULL,
                          known(cost->total)
                              ? report_cost(&scratch, report, cost->total)
                              : S(""));
        json_close(json, ']');
    }
    json_close(json, ']');
    arena_free(&scratch);
}

/* Was an input changed after the server read it? */
static bool has_changed(const struct run *run, time_t read)
{
    struct stat state;
    for (size_t i = 0; i < run->options.n_files; i++)
        if (stat(run->options.files[i], &state) == 0 && state.st_mtime > read)
            return true;
    return false;
}

static void put_notes(struct json *json, const struct run *run,
                      const struct excerpt *excerpt,
                      const struct line_costs *costs,
                      const struct folder_file *file, uint64_t n_lines,
                      time_t read)
{
    struct arena scratch = { 0 };
    uint64_t last = costs->n ? costs->all[costs->n - 1].line : excerpt->first;
    json_open(json, "notes", '[');
    if (costs->n && has_changed(run, read))
        json_text(json, NULL, S("The input has changed since the server "
                                "started: these costs are those of the new "
                                "input. Start the server again."));
    if (!costs->n)
        json_text(json, NULL, S("There are no costs by line; this is where "
                                "the function begins."));
    if (costs->elsewhere > 0) {
        struct str cost =
            report_cost(&scratch, &run->report, costs->elsewhere);
        json_text(json, NULL,
                  arena_printf(&scratch,
                               "%.*s of its self cost is in lines of other "
                               "files.", (int)cost.len, cost.s));
    }
    if (last > n_lines)
        json_text(json, NULL,
                  S("The file has fewer lines than the profile "
                    "names: it is another version."));
    else if (source_lines_is_newer(run->options.files, run->options.n_files,
                                   file->changed))
        json_text(json, NULL,
                  S("The file is newer than the profile, so "
                    "lines may have moved."));
    if (last >= excerpt->end)
        json_text(json, NULL, S("The function is longer than what is shown."));
    json_close(json, ']');
    arena_free(&scratch);
}

static void put_answer(struct buf *out, const struct run *run,
                       const struct excerpt *excerpt,
                       const struct line_costs *costs,
                       const struct folder_file *file, time_t read)
{
    struct json json = { .out = out };
    json_open(&json, NULL, '{');
    json_text(&json, "file", file->path);
    json_count(&json, "begin", (double)excerpt->begin);
    json_count(&json, "first", (double)excerpt->first);
    uint64_t n_lines = put_lines(&json, file->text, excerpt);
    put_costs(&json, &run->report, costs);
    put_notes(&json, run, excerpt, costs, file, n_lines, read);
    json_close(&json, '}');
}

enum exit_status source_write(struct run *run,
                              const struct source_request *request,
                              struct buf *out)
{
    struct folder_file file = { .changed = 0 };
    struct line_costs costs = { .n = 0 };
    struct excerpt excerpt = { .begin = 1 };
    bool has_lines = read_lines(run);
    enum exit_status status = run_read(run);
    if (status != EXIT_OK)
        return status;
    if (!names_file(run->profile, request->file))
        return EXIT_FAILED;
    const char *why = folder_read(&run->arena, run->options.look.source,
                                  request->file, &file);
    if (why) {
        diag_error("%.*s: %s", (int)request->file.len, request->file.s, why);
        return EXIT_FAILED;
    }
    if (has_lines)
        costs = find_costs(run, request);
    if (!choose_lines(&excerpt, request->line, &costs))
        return EXIT_FAILED;
    put_answer(out, run, &excerpt, &costs, &file, request->read);
    return EXIT_OK;
}
