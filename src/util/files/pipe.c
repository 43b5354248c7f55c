#include "util/files/pipe.h"

#include <fcntl.h>
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
