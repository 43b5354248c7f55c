#define _GNU_SOURCE /* for memfd_create */
#include "util/files/pipe.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

bool pipe_open(int *reader, int *writer)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    *reader = ends[0];
    *writer = ends[1];
    return true;
}

void pipe_close(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

FILE *pipe_temporary_file(void)
{
    FILE *file = tmpfile();
#ifdef MFD_CLOEXEC
    int fd = file ? -1 : memfd_create("input", MFD_CLOEXEC);
    if (fd >= 0 && !(file = fdopen(fd, "w+")))
        close(fd);
#endif
    return file;
}
