#include "util/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/diag.h"

static bool write_all(int fd, struct str bytes)
{
    while (bytes.len) {
        ssize_t n = write(fd, bytes.s, bytes.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes = str_skip(bytes, (size_t)n);
    }
    return true;
}

/* Reports errno, except for a pipe that nobody reads. Returns false. */
static bool fail(const char *path)
{
    return errno == EPIPE ? false
                          : diag_error("%s: %s", path, strerror(errno));
}

/* Writes the bytes and closes the file. If it returns false, errno has the
   reason. */
static bool write_and_close(int fd, struct str bytes)
{
    bool good = write_all(fd, bytes);
    int error = errno;
    if (close(fd) != 0 && good)
        return false;
    errno = error;
    return good;
}

/* The permissions of the old file, or those of a file that open(2) creates. */
static mode_t mode_of(const struct stat *old, bool exists)
{
    mode_t mask = umask(0);
    umask(mask);
    return exists ? old->st_mode & 07777 : 0666 & ~mask;
}

/* True for symbolic links that must not be followed to a file and replaced: a
   link in /dev, such as /dev/fd/3, may lead to a regular file that somebody
   has open, and a dangling link must stay a link. */
static bool is_special(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode) &&
           (str_starts(str_of(path), S("/dev/")) || stat(path, &status) != 0);
}

/* True if the path is a regular file that has exactly these bytes. */
static bool is_same(const char *path, struct str bytes)
{
    struct stat status;
    char piece[65536];
    ssize_t n = 0;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        (size_t)status.st_size != bytes.len)
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && bytes.len &&
           (n = read(fd, piece, sizeof piece)) > 0 &&
           (size_t)n <= bytes.len &&
           memcmp(piece, bytes.s, (size_t)n) == 0)
        bytes = str_skip(bytes, (size_t)n);
    if (fd >= 0)
        close(fd);
    return fd >= 0 && bytes.len == 0;
}

/* How a file is written. */
enum save_way {
    LEFT_ALONE, /* it has these bytes already */
    IN_PLACE,   /* it is no regular file */
    REPLACED,   /* a temporary file takes its place */
};

struct save_job {
    const char *path;
    struct str bytes;
    enum save_way way;
    bool exists;           /* there is an old file */
    const char *target;    /* the path without symbolic links */
    const char *temporary; /* the new file, while it has this name */
    bool is_placed;        /* the new file has the name `target` */
};

static bool is_standard_output(const char *path)
{
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
}

/* Writes the new file beside the old one. */
static bool write_temporary(struct save_job *job, mode_t mode,
                            struct arena *arena)
{
    char *real = job->exists ? realpath(job->path, NULL) : NULL;
    job->target = arena_copy(arena, str_of(real ? real : job->path)).s;
    free(real);
    char *temporary = (char *)arena_printf(arena, "%s.XXXXXX", job->target).s;
    int fd = mkstemp(temporary);
    if (fd >= 0)
        job->temporary = temporary;
    bool good = fd >= 0 && fchmod(fd, mode) == 0;
    if (fd >= 0 && !good)
        close(fd);
    return (good && write_and_close(fd, job->bytes)) || fail(job->path);
}

/* Decides how to write a file, and does all of it that changes no old file. */
static bool prepare(struct save_job *job, bool only_if_changed,
                    struct arena *arena)
{
    struct stat status;
    const char *path = job->path;
    if (only_if_changed && is_same(path, job->bytes))
        return true;
    job->exists = stat(path, &status) == 0;
    if (is_standard_output(path) ||
        (job->exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) ||
        is_special(path)) {
        job->way = IN_PLACE;
        return true;
    }
    if (job->exists && S_ISDIR(status.st_mode))
        return diag_error("%s: is a folder, expected the name of a file to "
                          "write", path);
    job->way = REPLACED;
    return write_temporary(job, mode_of(&status, job->exists), arena);
}

static bool write_in_place(const struct save_job *job)
{
    if (is_standard_output(job->path))
        return write_all(STDOUT_FILENO, job->bytes) || fail("standard output");
    int fd = open(job->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    return (fd >= 0 && write_and_close(fd, job->bytes)) || fail(job->path);
}

static bool replace(struct save_job *job)
{
    if (rename(job->temporary, job->target) != 0)
        return fail(job->path);
    job->temporary = NULL;
    return job->is_placed = true;
}

/* Removes all new files, those in their place included. */
static void undo(const struct save_job *jobs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (jobs[i].temporary)
            unlink(jobs[i].temporary);
        else if (jobs[i].is_placed && !jobs[i].exists)
            unlink(jobs[i].target);
    }
}

bool save_files(const struct saved_file *files, size_t n,
                bool only_if_changed)
{
    struct arena arena = { 0 };
    struct save_job *jobs = NEW_N(&arena, struct save_job, n);
    bool good = true;
    for (size_t i = 0; i < n && good; i++) {
        jobs[i].path = files[i].path;
        jobs[i].bytes = files[i].bytes;
        good = prepare(&jobs[i], only_if_changed, &arena);
    }
    for (size_t i = 0; i < n && good; i++)
        good = jobs[i].way != IN_PLACE || write_in_place(&jobs[i]);
    for (size_t i = 0; i < n && good; i++)
        good = jobs[i].way != REPLACED || replace(&jobs[i]);
    if (!good)
        undo(jobs, n);
    arena_free(&arena);
    return good;
}

bool save_file(const char *path, struct str bytes)
{
    return save_files(&(struct saved_file){ path, bytes }, 1, false);
}
