#include "pipeline/ahead.h"

#include <pthread.h>
#include <sys/stat.h>

#include "util/diag.h"
#include "util/machine.h"
#include "util/signals.h"

enum {
    LARGEST = 16 * 1024 * 1024, /* bytes of a file that is read ahead */
    MOST_THREADS = 8, /* unless --threads asks for more: one thread adds up */
};

/* A file that was read or is being read. */
struct part {
    struct run run;
    struct str event; /* the event for which it was read */
    struct buf messages;
    enum exit_status status;
    bool is_done;
};

struct ahead {
    const struct run *run; /* the texts of its options are shared */
    ahead_read *read;
    pthread_t *threads;
    size_t n_threads;

    pthread_mutex_t mutex;  /* protects all members below */
    pthread_cond_t changed; /* wakes everybody */
    struct options options; /* of the files that are read next */
    struct part *parts;     /* file i is parts[i % n_parts] */
    size_t n_parts;
    size_t next;  /* the file to be read next */
    size_t taken; /* the file that the caller has or waits for */
    bool is_stopped;
};

static bool is_small(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_size <= LARGEST;
}

/* Can the next file be read now? */
static bool has_next(const struct ahead *ahead)
{
    return ahead->next < ahead->options.n_files &&
           ahead->next < ahead->taken + ahead->n_parts &&
           is_small(ahead->options.files[ahead->next]);
}

/* Reads the next file. The mutex is locked before and afterwards. */
static void read_next(struct ahead *ahead)
{
    size_t file = ahead->next++;
    struct part *part = &ahead->parts[file % ahead->n_parts];
    *part = (struct part){ .run.options = ahead->options,
                           .event = ahead->options.read.event };
    part->run.options.threads = 1;
    pthread_mutex_unlock(&ahead->mutex);
    diag_capture(&part->messages);
    part->status = ahead->read(&part->run, part->run.options.files[file]);
    diag_capture(NULL);
    pthread_mutex_lock(&ahead->mutex);
    part->is_done = true;
    pthread_cond_broadcast(&ahead->changed);
}

static void *work(void *opaque)
{
    struct ahead *ahead = opaque;
    pthread_mutex_lock(&ahead->mutex);
    while (!ahead->is_stopped)
        if (has_next(ahead))
            read_next(ahead);
        else
            pthread_cond_wait(&ahead->changed, &ahead->mutex);
    pthread_mutex_unlock(&ahead->mutex);
    return NULL;
}

/* The caller of ahead_take reads as well, so there is one thread less. Each may
   have two files, one that it reads and one that is ready. */
struct ahead *ahead_start(const struct run *run, size_t first, ahead_read *read)
{
    long n = run->options.threads;
    if (!n)
        n = machine_processors() < MOST_THREADS ? machine_processors()
                                                : MOST_THREADS;
    size_t left = run->options.n_files - first;
    if (n <= 1 || left <= 1)
        return NULL;
    size_t most = (size_t)n < left ? (size_t)n : left;
    struct ahead *ahead = array_new(1, sizeof *ahead);
    *ahead = (struct ahead){ .run = run,
                             .read = read,
                             .threads = array_new(most, sizeof(pthread_t)),
                             .options = run->options,
                             .parts = array_new(2 * most, sizeof(struct part)),
                             .n_parts = 2 * most,
                             .next = first,
                             .taken = first };
    pthread_mutex_init(&ahead->mutex, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    while (ahead->n_threads < most - 1 &&
           signals_thread(&ahead->threads[ahead->n_threads], work, ahead))
        ahead->n_threads++;
    return ahead;
}

/* Releases a part without profiles that were taken over. */
static void free_part(struct part *part)
{
    arena_free(&part->run.arena);
    buf_free(&part->messages);
    *part = (struct part){ 0 };
}

static void free_profiles(struct run *run)
{
    profile_free(run->profile);
    profile_free(run->all_events);
}

/* Waits until a file is read, and reads others meanwhile. Returns NULL if it is
   left to the caller. */
static struct part *wait_for(struct ahead *ahead, size_t file)
{
    struct part *part = &ahead->parts[file % ahead->n_parts];
    while (!part->is_done)
        if (has_next(ahead))
            read_next(ahead);
        else if (ahead->next > file)
            pthread_cond_wait(&ahead->changed, &ahead->mutex);
        else
            break;
    ahead->next += ahead->next == file;
    return part->is_done ? part : NULL;
}

struct run *ahead_take(struct ahead *ahead, size_t file,
                       enum exit_status *status)
{
    struct str event = ahead->run->options.read.event;
    pthread_mutex_lock(&ahead->mutex);
    if (file > ahead->taken)
        free_part(&ahead->parts[ahead->taken % ahead->n_parts]);
    ahead->taken = file;
    ahead->options.read.event = event;
    pthread_cond_broadcast(&ahead->changed);
    struct part *part = wait_for(ahead, file);
    pthread_mutex_unlock(&ahead->mutex);
    if (part && !str_eq(part->event, event)) {
        free_profiles(&part->run);
        return NULL;
    }
    if (!part)
        return NULL;
    diag_print(buf_text(&part->messages));
    *status = part->status;
    return &part->run;
}

void ahead_end(struct ahead *ahead)
{
    if (!ahead)
        return;
    pthread_mutex_lock(&ahead->mutex);
    ahead->is_stopped = true;
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->mutex);
    for (size_t i = 0; i < ahead->n_threads; i++)
        pthread_join(ahead->threads[i], NULL);
    for (size_t file = ahead->taken; file < ahead->next; file++) {
        struct part *part = &ahead->parts[file % ahead->n_parts];
        if (file > ahead->taken)
            free_profiles(&part->run);
        free_part(part);
    }
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->mutex);
    free(ahead->threads);
    free(ahead->parts);
    free(ahead);
}
