#include "serve/versions.h"

#include "output/html/strip.h"
#include "util/diag.h"
#include "util/progress.h"

/* The first run belongs to the caller, and its arena has the options. */
static void release(struct versions *versions, struct run *run)
{
    if (run == versions->first && run->profile)
        profile_free(run->profile);
    else if (run && run != versions->first)
        run_free(run);
    if (run)
        run->profile = NULL;
}

/* Returns a run that is not in use. */
static struct run *new_run(struct versions *versions)
{
    struct run *run = versions->later;
    while (run == versions->now || run == versions->before)
        run++;
    *run = (struct run){ .options = versions->options };
    return run;
}

/* Makes the strips of all events of the choices. */
static void make_strips(struct versions *versions, struct run *run)
{
    struct profile *choices = run->choices;
    versions->n_strips = 0;
    if (!choices)
        return;
    const struct samples *samples = &choices->samples;
    uint32_t n = samples->n_events;
    versions->strips = NEW_N(&run->arena, struct strip, n + !n);
    for (uint32_t e = 0; e < n + !n; e++)
        versions->strips[versions->n_strips++] = (struct strip){
            n ? arena_copy(&run->arena, samples->events[e].name) : S(""),
            html_strip(&run->arena, &run->options.look, choices,
                       n ? e : NO_ID)
        };
}

static enum exit_status read_input(struct versions *versions, struct run *run)
{
    versions->read = time(NULL);
    enum exit_status status = run->options.n_base ? EXIT_OK : run_read(run);
    progress_end();
    return status;
}

enum exit_status versions_start(struct versions *versions, struct run *first)
{
    const struct options *options = &first->options;
    versions->first = versions->now = first;
    versions->options = *options;
    if (options->watches &&
        !watch_start(&versions->watch, &first->arena, options->files,
                     options->n_files))
        return EXIT_FAILED;
    versions->number = 1;
    enum exit_status status = read_input(versions, first);
    if (status == EXIT_OK)
        make_strips(versions, first);
    return status;
}

/* Reads the files anew. Messages that came before do not come again. */
static bool read_again(struct versions *versions)
{
    struct run *run = new_run(versions);
    versions->problem.len = 0;
    diag_keep(&versions->problem);
    diag_once(true);
    enum exit_status status = read_input(versions, run);
    diag_once(false);
    diag_keep(NULL);
    if (status != EXIT_OK) {
        run_free(run);
        return false;
    }
    make_strips(versions, run);
    versions->problem.len = 0;
    release(versions, versions->before);
    versions->before = versions->now;
    versions->now = run;
    return true;
}

bool versions_follow(struct versions *versions)
{
    if (!versions->options.watches || !watch_has_changed(&versions->watch))
        return false;
    bool is_new = versions->options.n_base || read_again(versions);
    versions->number += is_new;
    return is_new;
}

bool versions_can_compare(const struct versions *versions)
{
    const struct run *now = versions->now, *before = versions->before;
    return before && before->profile && now->profile &&
           (now->options.n_files == 1 || now->reader->read_together);
}

void versions_free(struct versions *versions)
{
    for (size_t i = 0; i < ROWS(versions->later); i++)
        run_free(&versions->later[i]);
    buf_free(&versions->problem);
}
