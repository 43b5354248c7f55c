#include "serve/versions.h"

#include <sys/stat.h>

#include "output/html/strip.h"
#include "util/diag.h"
#include "util/progress.h"

/* ---- Watching files ---- */

/*
 * --watch: have the files of a run changed? A profiler writes a file in several
 * steps, and removes it before that, so a change counts when the size and the
 * time of all files have rested for WATCH_REST seconds.
 */

#define WATCH_REST 1.0

#ifdef __APPLE__
#define NANOSECONDS(state) 0 /* POSIX names them otherwise */
#else
#define NANOSECONDS(state) (state).st_mtim.tv_nsec
#endif

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct watched look(const char *file)
{
    struct stat state;
    if (stat(file, &state) != 0)
        return (struct watched){ 0 };
    return (struct watched){ .size = state.st_size,
                             .seconds = state.st_mtime,
                             .nanoseconds = NANOSECONDS(state),
                             .inode = (intmax_t)state.st_ino,
                             .device = (intmax_t)state.st_dev };
}

static bool are_equal(const struct watched *a, const struct watched *b)
{
    return a->size == b->size && a->seconds == b->seconds &&
           a->nanoseconds == b->nanoseconds && a->inode == b->inode &&
           a->device == b->device;
}

/* Begins with the files as they are now. The arena holds the lists; the names
   must live as long. Returns false after a message if a file is none whose
   content can change, such as a pipe. */
static bool start_watch(struct watch *watch, struct arena *arena,
                        const char *const *files, size_t n)
{
    struct stat state;
    *watch = (struct watch){
        .files = files,
        .n = n,
        .taken = NEW_N(arena, struct watched, n),
        .seen = NEW_N(arena, struct watched, n),
    };
    for (size_t i = 0; i < n; i++) {
        if (strcmp(files[i], "-") == 0 ||
            (stat(files[i], &state) == 0 && !S_ISREG(state.st_mode) &&
             !S_ISDIR(state.st_mode)))
            return diag_error("--watch: %s is no file that can be read again; "
                              "let the profiler write a file, and name that",
                              strcmp(files[i], "-") ? files[i]
                                                    : "standard input");
        watch->taken[i] = watch->seen[i] = look(files[i]);
    }
    return true;
}

/* Looks at the files. Returns whether they differ from those that were taken
   and rest; then these are taken. */
static bool has_changed(struct watch *watch)
{
    bool differs = false;
    for (size_t i = 0; i < watch->n; i++) {
        struct watched found = look(watch->files[i]);
        if (!are_equal(&found, &watch->seen[i]))
            watch->rests = now();
        watch->seen[i] = found;
        differs |= !are_equal(&found, &watch->taken[i]);
    }
    if (!differs || now() - watch->rests < WATCH_REST)
        return false;
    memcpy(watch->taken, watch->seen, watch->n * sizeof *watch->taken);
    return true;
}

/* ---- Versions ---- */

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

/* Makes the strips of all events. */
static void make_strips(struct versions *versions, struct run *run)
{
    struct profile *all_events = run->all_events;
    versions->n_strips = 0;
    if (!all_events)
        return;
    const struct samples *samples = &all_events->samples;
    uint32_t n = samples->n_events;
    versions->strips = NEW_N(&run->arena, struct strip, n + !n);
    for (uint32_t e = 0; e < n + !n; e++)
        versions->strips[versions->n_strips++] = (struct strip){
            n ? arena_copy(&run->arena, samples->events[e].name) : S(""),
            html_strip(&run->arena, &run->options.look, all_events,
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
    if (options->watches && !start_watch(&versions->watch, &first->arena,
                                         options->files, options->n_files))
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
    if (!versions->options.watches || !has_changed(&versions->watch))
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
