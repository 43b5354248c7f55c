/* These functions for input and formatting write to the program's buffers. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>

#include "bop/libc/wrap.h"

WRAP(char *, fgets, char *to, int n, FILE *file)
{
    char *line = __real_fgets(to, n, file);
    if (line)
        REPORT_WRITE(to, strlen(to) + 1);
    return line;
}

WRAP(size_t, fread, void *to, size_t size, size_t n, FILE *file)
{
    size_t got = __real_fread(to, size, n, file);
    REPORT_WRITE(to, got * size);
    return got;
}

WRAP(ssize_t, read, int fd, void *to, size_t n)
{
    ssize_t got = __real_read(fd, to, n);
    if (got > 0)
        REPORT_WRITE(to, (size_t)got);
    return got;
}

WRAP(ssize_t, pread, int fd, void *to, size_t n, off_t offset)
{
    ssize_t got = __real_pread(fd, to, n, offset);
    if (got > 0)
        REPORT_WRITE(to, (size_t)got);
    return got;
}

/* pread has this name where the program is compiled with
   -D_FILE_OFFSET_BITS=64. */
WRAP(ssize_t, pread64, int fd, void *to, size_t n, off_t offset)
{
    ssize_t got = __real_pread(fd, to, n, offset);
    if (got > 0)
        REPORT_WRITE(to, (size_t)got);
    return got;
}

WRAP(ssize_t, recv, int fd, void *to, size_t n, int flags)
{
    ssize_t got = __real_recv(fd, to, n, flags);
    if (got > 0)
        REPORT_WRITE(to, (size_t)got < n ? (size_t)got : n);
    return got;
}

WRAP(ssize_t, getline, char **to, size_t *room, FILE *file)
{
    ssize_t got = __real_getline(to, room, file);
    if (got >= 0)
        REPORT_WRITE(*to, (size_t)got + 1);
    return got;
}

WRAP(ssize_t, getdelim, char **to, size_t *room, int end, FILE *file)
{
    ssize_t got = __real_getdelim(to, room, end, file);
    if (got >= 0)
        REPORT_WRITE(*to, (size_t)got + 1);
    return got;
}

WRAP(int, vsprintf, char *to, const char *format, va_list args)
{
    int n = __real_vsprintf(to, format, args);
    if (n >= 0)
        REPORT_WRITE(to, (size_t)n + 1);
    return n;
}

/* Returns how many bytes snprintf has written to a buffer when it returns n. */
static size_t printed(int n, size_t room)
{
    return n < 0 ? 0 : (size_t)n < room ? (size_t)n + 1 : room;
}

WRAP(int, vsnprintf, char *to, size_t room, const char *format, va_list args)
{
    int n = __real_vsnprintf(to, room, format, args);
    REPORT_WRITE(to, printed(n, room));
    return n;
}

WRAP(int, sprintf, char *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = __real_vsprintf(to, format, args);
    va_end(args);
    if (n >= 0)
        REPORT_WRITE(to, (size_t)n + 1);
    return n;
}

WRAP(int, snprintf, char *to, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = __real_vsnprintf(to, room, format, args);
    va_end(args);
    REPORT_WRITE(to, printed(n, room));
    return n;
}
