#include "cli/options.h"

#include "cli/arguments.h"
#include "cli/ending.h"
#include "cli/checks.h"
#include "cli/option_value.h"
#include "cli/prepare.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/progress.h"

static void set_defaults(struct options *options, struct arena *arena)
{
    *options = (struct options){
        .read = { .event = S(""), .unit = S("") },
        .max_memory = UNKNOWN,
        .view = { .depth = -1 },
        .look = { .theme = &themes[0], .legend = true },
        .output = "-",
    };
    for (const struct option_row *row = option_rows; !option_row_ends(row);
         row++)
        if (row->initial)
            option_value_store(options, row, row->initial, arena);
    struct demangler *names = &options->names;
    options->view.root.names = options->view.leaf.names = names;
    options->filters.breaks.names = options->filters.folds.names = names;
    for (size_t i = 0; i < N_FILTERS; i++)
        options->filters.by[i].names = names;
    options->look.listed.names = names;
}

enum todo options_read(struct options *options, int argc, char **argv,
                       struct arena *arena, struct buf *out)
{
    set_defaults(options, arena);
    enum todo todo = arguments_read(options, argc, argv, arena, out);
    if (todo != TODO_RUN)
        return todo;
    diag_quiet(options->quiet);
    if (!ending_choose_writer(options) || !checks_outputs(options) ||
        !prepare_options(options, arena) || !checks_together(options))
        return TODO_USAGE_ERROR;
    if (known(options->max_memory))
        memory_limit((size_t)options->max_memory);
    /* Progress would overwrite what the user types. */
    if (options->progress != PROGRESS_ON_TERMINALS || options->is_waiting)
        progress_wanted(options->progress == PROGRESS_ALWAYS);
    if (options->is_default)
        diag_note("no file was named: reading %s%s%s", options->files[0],
                  options->n_files > 1 ? " and " : "",
                  options->n_files > 1 ? options->files[1] : "");
    if (options->is_waiting)
        diag_note("no file was named: waiting for a profile, such as the "
                  "output of perf script, on this terminal; Ctrl-D ends it, "
                  "and --help explains");
    return TODO_RUN;
}
