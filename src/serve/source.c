#include "serve/source.h"

#include <string.h>
#include <sys/stat.h>

#include "output/html/source.h"
#include "pipeline/lines.h"
#include "util/diag.h"
#include "util/text/json.h"

enum { AROUND = 40 }; /* lines around one with cost that are shown */

/* Finds the costs by line, if the files can be read again and have them. The
   page has told what the filters do. */
static void find_lines(struct run *run)
{
    for (size_t i = 0; i < run->options.n_files; i++)
        if (strcmp(run->options.files[i], "-") == 0)
            return;
    if (run->options.n_base)
        return;
    diag_quiet(true);
    lines_find(run);
    diag_quiet(run->options.quiet);
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

/* Was an input changed after the server read it? */
static bool has_changed(const struct run *run, time_t read)
{
    struct stat state;
    for (size_t i = 0; i < run->options.n_files; i++)
        if (stat(run->options.files[i], &state) == 0 && state.st_mtime > read)
            return true;
    return false;
}

enum exit_status source_write(struct run *run,
                              const struct source_request *request,
                              struct buf *out)
{
    struct html_source source;
    struct json json = { .out = out };
    struct str line = request->line;
    struct html_source_of of = {
        .is = { request->function, request->module, request->file, S("") },
    };
    enum exit_status status = run_read(run);
    if (status != EXIT_OK)
        return status;
    if ((request->file.len || !run->options.look.assembly) &&
        !names_file(run->profile, request->file))
        return EXIT_FAILED;
    run_start_report(run);
    find_lines(run);
    if (run->report.lines && has_changed(run, request->read))
        of.note = "The input has changed since the server started: these costs "
                  "are those of the new input. Start the server again.";
    str_take_digits(&line, &of.line);
    html_source_open(&source, &run->arena, &run->report, AROUND);
    const char *why = html_source_put(&source, &json, &of);
    if (why && request->file.len)
        diag_error("%.*s: %s", (int)request->file.len, request->file.s, why);
    else if (why)
        diag_error("%s", why);
    return why ? EXIT_FAILED : EXIT_OK;
}
