#include "elf/head.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/files/regular.h"

/* The head of a file has its byte order and its type at these places, and they
   are compared with these values. Systems without ELF have no header of these
   numbers. */
enum { ORDER = 5, BIG_ENDIAN_FILE = 2, TYPE = 16, CORE_DUMP = 4 };

/* Raises the limit on open files as far as the system allows. Returns false if
   it is there already. */
static bool raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 ||
        limit.rlim_cur == limit.rlim_max)
        return false;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/* A recording may name thousands of files, each of which stays open. */
int elf_head_open(const char *path, uint64_t *size)
{
    static atomic_bool is_said;
    struct stat status;
    int fd = regular_open(AT_FDCWD, path, 0, &status);
    if (fd < 0 && errno == EMFILE && raise_limit())
        fd = regular_open(AT_FDCWD, path, 0, &status);
    if (fd >= 0)
        *size = (uint64_t)status.st_size;
    if (fd >= 0 || (errno != EMFILE && errno != ENFILE) || is_said)
        return fd;
    int error = errno;
    is_said = true;
    diag_warn("%s: %s; symbols of this file and others are missing; raise the "
              "limit by: ulimit -n",
              path, strerror(error));
    errno = error;
    return -1;
}

bool elf_is(const char *path)
{
    unsigned char head[TYPE + 2] = { 0 };
    uint64_t size;
    int fd = elf_head_open(path, &size);
    if (fd < 0)
        return false;
    bool is = read(fd, head, sizeof head) >= 4 &&
              memcmp(head, "\177ELF", 4) == 0;
    bool is_big = head[ORDER] == BIG_ENDIAN_FILE;
    close(fd);
    return is && head[TYPE + is_big] != CORE_DUMP;
}
