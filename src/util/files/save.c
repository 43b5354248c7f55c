#include "util/files/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/diag.h"
#include "util/signals.h"

int save_write_bytes(int fd, struct str bytes)
{
    while (bytes.len) {
        ssize_t n = write(fd, bytes.s, bytes.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        bytes = str_skip(bytes, (size_t)n);
    }
    return 0;
}

/* Reports errno, except for a pipe that nobody reads. Returns false. */
static bool fail(const char *path)
{
    return errno == EPIPE ? false
                          : diag_error("%s: %s", path, strerror(errno));
}

bool save_is_same(const char *path, struct str bytes)
{
    struct stat status;
    char piece[65536];
    ssize_t n = 0;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        (size_t)status.st_size != bytes.len)
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    while (bytes.len && (n = read(fd, piece, sizeof piece)) > 0 &&
           (size_t)n <= bytes.len && memcmp(piece, bytes.s, (size_t)n) == 0)
        bytes = str_skip(bytes, (size_t)n);
    close(fd);
    return bytes.len == 0;
}

/* How a file is written. */
enum save_way {
    LEFT_ALONE, /* there is nothing to write */
    IN_PLACE,   /* it is no regular file */
    REPLACED,   /* a temporary file takes its place */
};

struct save_job {
    const char *path;
    save_write *write;
    void *context; /* of write */
    enum save_way way;
    bool exists;           /* there is an old file */
    bool is_link;          /* the path is a symbolic link */
    const char *target;    /* the path without symbolic links */
    const char *temporary; /* the new file, while it has this name */
    bool is_placed;        /* the new file has the name `target` */
};

/* Waits until what a descriptor shows is on the disk. Returns 0, or the errno
   of what failed. Some file systems cannot do that. */
static int sync_disk(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

/* Writes the file and closes it. If it returns false, errno has the reason. */
static bool write_and_close(const struct save_job *job, size_t i, int fd)
{
    int error = job->write(job->context, i, fd);
    if (!error && job->way == REPLACED)
        error = sync_disk(fd);
    if (close(fd) != 0 && !error)
        return false;
    errno = error;
    return !error;
}

static bool is_standard_output(const char *path)
{
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
}

/* ---- Signals that end the program remove its temporary files ---- */

/* Their names, or NULL. A signal handler has no other way to learn them. */
static const char *volatile temporaries[SAVE_MOST];

static void remove_and_end(int signal_number)
{
    for (size_t i = 0; i < SAVE_MOST; i++)
        if (temporaries[i])
            unlink(temporaries[i]);
    signals_end(signal_number);
}

/* Creates the temporary file of job i. No signal comes between that and the
   note of its name. Returns the descriptor, or -1. */
static int make_temporary(struct save_job *jobs, size_t i, char *name)
{
    sigset_t set = signals_set(), before;
    sigprocmask(SIG_BLOCK, &set, &before);
    int fd = mkstemp(name);
    if (fd >= 0)
        temporaries[i] = jobs[i].temporary = name;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return fd;
}

/* ---- One file ---- */

/* Gives the new file the owner, the group and the permissions of the old one.
   Without the right to do that, the file becomes ours and loses the bits that
   lend the rights of an owner. */
static bool copy_rights(int fd, const char *path, const struct stat *old)
{
    struct stat ours;
    mode_t mode = old->st_mode & 07777;
    if (fstat(fd, &ours) != 0)
        return false;
    bool same_owner = ours.st_uid == old->st_uid ||
                      fchown(fd, old->st_uid, (gid_t)-1) == 0;
    bool same_group = ours.st_gid == old->st_gid ||
                      fchown(fd, (uid_t)-1, old->st_gid) == 0;
    if (!same_owner || !same_group)
        mode &= 0777;
    if (!same_owner)
        diag_warn("%s: belonged to user %lu and belongs to user %lu now, "
                  "because only root can keep the owner",
                  path, (unsigned long)old->st_uid, (unsigned long)ours.st_uid);
    return fchmod(fd, mode) == 0;
}

/* Gives a file that is new the permissions that open(2) would give. */
static bool set_rights(int fd)
{
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0;
}

/* Writes the new file beside the old one. */
static bool write_temporary(struct save_job *jobs, size_t i,
                            const struct stat *old, struct arena *arena)
{
    struct save_job *job = &jobs[i];
    char *real = job->is_link ? realpath(job->path, NULL) : NULL;
    if (job->is_link && !real)
        return fail(job->path);
    job->target = arena_copy(arena, str_of(real ? real : job->path)).s;
    free(real);
    char *temporary = (char *)arena_printf(arena, "%s.XXXXXX", job->target).s;
    int fd = make_temporary(jobs, i, temporary);
    bool good = fd >= 0 && (job->exists ? copy_rights(fd, job->path, old)
                                        : set_rights(fd));
    if (fd >= 0 && !good)
        close(fd);
    return (good && write_and_close(job, i, fd)) || fail(job->path);
}

/* Finds out what is at a path: `status` is that of the file, and `link` that of
   the path itself if it is a symbolic link. A path is new if the system says
   that nothing is there; any other failure says nothing about it. Returns
   false after a message. */
static bool look_at(struct save_job *job, struct stat *status)
{
    struct stat link;
    bool has_name = lstat(job->path, &link) == 0;
    if (!has_name && errno != ENOENT)
        return fail(job->path);
    job->is_link = has_name && S_ISLNK(link.st_mode);
    job->exists = stat(job->path, status) == 0;
    return job->exists || errno == ENOENT || fail(job->path);
}

/* True for symbolic links that must not be followed to a file and replaced: a
   link in /dev, such as /dev/fd/3, may lead to a regular file that somebody
   has open, and a dangling link must stay a link. */
static bool is_special(const struct save_job *job)
{
    return job->is_link &&
           (str_starts(str_of(job->path), S("/dev/")) || !job->exists);
}

/* Decides how to write a file, and does all of it that changes no old file. */
static bool prepare(struct save_job *jobs, size_t i, struct arena *arena)
{
    struct stat status;
    struct save_job *job = &jobs[i];
    if (!job->path)
        return true;
    job->way = IN_PLACE;
    if (is_standard_output(job->path))
        return true;
    if (!look_at(job, &status))
        return false;
    if (job->exists && S_ISDIR(status.st_mode))
        return diag_error("%s: is a folder, expected the name of a file to "
                          "write", job->path);
    if ((job->exists && !S_ISREG(status.st_mode)) || is_special(job))
        return true;
    job->way = REPLACED;
    return write_temporary(jobs, i, &status, arena);
}

static bool write_in_place(const struct save_job *job, size_t i)
{
    if (is_standard_output(job->path)) {
        errno = job->write(job->context, i, STDOUT_FILENO);
        return !errno || fail("standard output");
    }
    int fd = open(job->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    return (fd >= 0 && write_and_close(job, i, fd)) || fail(job->path);
}

static bool replace(struct save_job *job)
{
    if (rename(job->temporary, job->target) != 0)
        return fail(job->path);
    job->temporary = NULL;
    return job->is_placed = true;
}

/* Waits until the new name of a file is on the disk, as its bytes are. A folder
   that cannot be read cannot be waited for. */
static bool sync_folder(const struct save_job *job, struct arena *arena)
{
    struct str path = str_of(job->target);
    struct str folder = str_head(path, path.len - str_basename(path).len);
    int fd = open(folder.len ? arena_copy(arena, folder).s : ".",
                  O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int error = fd < 0 ? 0 : sync_disk(fd);
    if (fd >= 0)
        close(fd);
    return !error || diag_error("%s: this is the new file, but after a loss of "
                                "power it may be the old or the new one: %s",
                                job->path, strerror(error));
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

bool save_paths(const char *const *paths, size_t n, save_write *write,
                void *context)
{
    LOCAL_ARENA(arena);
    struct save_job *jobs = NEW_N(&arena, struct save_job, n);
    struct sigaction before[SIGNALS];
    bool good = true;
    signals_catch(remove_and_end, before);
    for (size_t i = 0; i < n && good; i++) {
        jobs[i].path = paths[i];
        jobs[i].write = write;
        jobs[i].context = context;
        good = prepare(jobs, i, &arena);
    }
    for (size_t i = 0; i < n && good; i++)
        good = jobs[i].way != IN_PLACE || write_in_place(&jobs[i], i);
    for (size_t i = 0; i < n && good; i++)
        good = jobs[i].way != REPLACED || replace(&jobs[i]);
    if (!good)
        undo(jobs, n);
    for (size_t i = 0; i < n && good; i++)
        good = jobs[i].way != REPLACED || sync_folder(&jobs[i], &arena);
    signals_restore(before);
    for (size_t i = 0; i < n; i++)
        temporaries[i] = NULL;
    return good;
}

/* context: the array of files. */
static int write_file(void *context, size_t file, int fd)
{
    const struct saved_file *files = context;
    return save_write_bytes(fd, files[file].bytes);
}

bool save_files(const struct saved_file *files, size_t n, bool only_if_changed)
{
    const char *paths[SAVE_MOST];
    union {
        const struct saved_file *constant;
        void *mutable;
    } context = { .constant = files };
    for (size_t i = 0; i < n; i++) {
        bool is_left =
            only_if_changed && save_is_same(files[i].path, files[i].bytes);
        paths[i] = is_left ? NULL : files[i].path;
    }
    return save_paths(paths, n, write_file, context.mutable);
}

bool save_file(const char *path, struct str bytes)
{
    return save_files(&(struct saved_file){ path, bytes }, 1, false);
}
