#define _GNU_SOURCE /* for O_PATH */
#include "util/files/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* Closes a descriptor and returns -1 with errno set. */
static int fail(int fd, int error)
{
    if (fd >= 0)
        close(fd);
    errno = error;
    return -1;
}

/* Opens what was a regular file a moment ago. If something else has taken its
   place, these flags make that as harmless as they can. */
static int open_checked(int folder, const char *path, int flags,
                        struct stat *status)
{
    int fd = openat(folder, path,
                    O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
    if (fd < 0)
        return -1;
    if (fstat(fd, status) != 0)
        return fail(fd, errno);
    return S_ISREG(status->st_mode) ? fd : fail(fd, EINVAL);
}

#ifdef O_PATH

/* Opens the file of a descriptor that says only where it is. Without /proc, the
   path is opened. */
static int open_place(int place, int folder, const char *path, int flags,
                      struct stat *status)
{
    char again[sizeof "/proc/self/fd/" + 3 * sizeof place];
    snprintf(again, sizeof again, "/proc/self/fd/%d", place);
    int fd = open(again, O_RDONLY | O_CLOEXEC);
    return fd < 0 && (errno == ENOENT || errno == ENOTDIR)
               ? open_checked(folder, path, flags, status)
               : fd;
}

/* Nothing can take the file's place between the check and the opening. */
int regular_open(int folder, const char *path, int flags, struct stat *status)
{
    int place = openat(folder, path, O_PATH | O_CLOEXEC | flags);
    if (place < 0)
        return -1;
    if (fstat(place, status) != 0)
        return fail(place, errno);
    if (!S_ISREG(status->st_mode))
        return fail(place, EINVAL);
    int fd = open_place(place, folder, path, flags, status), error = errno;
    close(place);
    errno = error;
    return fd;
}

#else

int regular_open(int folder, const char *path, int flags, struct stat *status)
{
    if (fstatat(folder, path, status,
                flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0) != 0)
        return -1;
    if (!S_ISREG(status->st_mode))
        return fail(-1, EINVAL);
    return open_checked(folder, path, flags, status);
}

#endif

size_t regular_head(const char *path, char *head, size_t most)
{
    struct stat status;
    int fd = regular_open(AT_FDCWD, path, 0, &status);
    ssize_t n = fd < 0 ? 0 : read(fd, head, most);
    if (fd >= 0)
        close(fd);
    return n > 0 ? (size_t)n : 0;
}
