#include "serve/watch.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "util/diag.h"

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

bool watch_start(struct watch *watch, struct arena *arena,
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

bool watch_has_changed(struct watch *watch)
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
