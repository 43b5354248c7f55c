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

static bool write_in_place(const char *path, struct str bytes)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    return (fd >= 0 && write_and_close(fd, bytes)) || fail(path);
}

/* The permissions of the old file, or those of a file that open(2) creates. */
static mode_t mode_of(const struct stat *old, bool exists)
{
    mode_t mask = umask(0);
    umask(mask);
    return exists ? old->st_mode & 07777 : 0666 & ~mask;
}

static bool replace(const char *path, struct str bytes, mode_t mode)
{
    struct arena scratch = { 0 };
    char *temporary = (char *)arena_printf(&scratch, "%s.XXXXXX", path).s;
    int fd = mkstemp(temporary);
    bool good = fd >= 0 && fchmod(fd, mode) == 0 &&
                write_and_close(fd, bytes) && rename(temporary, path) == 0;
    if (!good)
        fail(path);
    if (!good && fd >= 0)
        unlink(temporary);
    arena_free(&scratch);
    return good;
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

static bool save_path(const char *path, struct str bytes)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return diag_error("%s: is a folder", path);
    if ((exists && !S_ISREG(status.st_mode)) || is_special(path))
        return write_in_place(path, bytes);
    char *target = exists ? realpath(path, NULL) : NULL;
    bool good = replace(target ? target : path, bytes,
                        mode_of(&status, exists));
    free(target);
    return good;
}

bool save_file(const char *path, struct str bytes)
{
    if (strcmp(path, "-") != 0 && strcmp(path, "/dev/stdout") != 0)
        return save_path(path, bytes);
    return write_all(STDOUT_FILENO, bytes) || fail("standard output");
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

bool save_file_if_changed(const char *path, struct str bytes)
{
    return is_same(path, bytes) || save_file(path, bytes);
}
