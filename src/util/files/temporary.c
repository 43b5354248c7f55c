#define _GNU_SOURCE /* for memfd_create */
#include "util/files/temporary.h"

#include <sys/mman.h>
#include <unistd.h>

FILE *temporary_file(void)
{
    FILE *file = tmpfile();
#ifdef MFD_CLOEXEC
    int fd = file ? -1 : memfd_create("input", MFD_CLOEXEC);
    if (fd >= 0 && !(file = fdopen(fd, "w+")))
        close(fd);
#endif
    return file;
}
