/* These functions for memory and strings read what they copy and write what
   they copy or fill. */
#include <string.h>

#include "bop/libc/wrap.h"

WRAP(void *, memcpy, void *to, const void *from, size_t n)
{
    REPORT_READ(from, n);
    REPORT_WRITE(to, n);
    return __real_memcpy(to, from, n);
}

WRAP(void *, memmove, void *to, const void *from, size_t n)
{
    REPORT_READ(from, n);
    REPORT_WRITE(to, n);
    return __real_memmove(to, from, n);
}

WRAP(void *, memset, void *to, int c, size_t n)
{
    REPORT_WRITE(to, n);
    return __real_memset(to, c, n);
}

WRAP(void *, mempcpy, void *to, const void *from, size_t n)
{
    REPORT_READ(from, n);
    REPORT_WRITE(to, n);
    return (char *)__real_memcpy(to, from, n) + n;
}

/* clang 15 and later call these in place of memcpy, memmove and memset. */
EXPORTED void *__tsan_memcpy(void *to, const void *from, size_t n);
EXPORTED void *__tsan_memmove(void *to, const void *from, size_t n);
EXPORTED void *__tsan_memset(void *to, int c, size_t n);

void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    REPORT_READ(from, n);
    REPORT_WRITE(to, n);
    return __real_memcpy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n)
{
    REPORT_READ(from, n);
    REPORT_WRITE(to, n);
    return __real_memmove(to, from, n);
}

void *__tsan_memset(void *to, int c, size_t n)
{
    REPORT_WRITE(to, n);
    return __real_memset(to, c, n);
}

WRAP(void, bcopy, const void *from, void *to, size_t n)
{
    REPORT_READ(from, n);
    REPORT_WRITE(to, n);
    __real_memmove(to, from, n);
}

WRAP(void, bzero, void *to, size_t n)
{
    REPORT_WRITE(to, n);
    __real_memset(to, 0, n);
}

WRAP(char *, strcpy, char *to, const char *from)
{
    size_t n = strlen(from) + 1;
    REPORT_READ(from, n);
    REPORT_WRITE(to, n);
    return __real_memcpy(to, from, n);
}

WRAP(char *, stpcpy, char *to, const char *from)
{
    size_t n = strlen(from) + 1;
    REPORT_READ(from, n);
    REPORT_WRITE(to, n);
    return (char *)__real_memcpy(to, from, n) + n - 1;
}

/* Returns how many bytes a function reads that stops at a NUL or after n
   bytes. */
static size_t part_of(const char *text, size_t n)
{
    size_t length = strnlen(text, n);
    return length < n ? length + 1 : n;
}

WRAP(char *, strncpy, char *to, const char *from, size_t n)
{
    REPORT_READ(from, part_of(from, n));
    REPORT_WRITE(to, n);
    return __real_strncpy(to, from, n);
}

WRAP(char *, stpncpy, char *to, const char *from, size_t n)
{
    REPORT_READ(from, part_of(from, n));
    REPORT_WRITE(to, n);
    return __real_stpncpy(to, from, n);
}

WRAP(char *, strcat, char *to, const char *from)
{
    size_t n = strlen(from) + 1, had = strlen(to);
    REPORT_READ(from, n);
    REPORT_READ(to, had + 1);
    REPORT_WRITE(to + had, n);
    return __real_strcat(to, from);
}

WRAP(char *, strncat, char *to, const char *from, size_t n)
{
    size_t had = strlen(to), more = strnlen(from, n);
    REPORT_READ(from, part_of(from, n));
    REPORT_READ(to, had + 1);
    REPORT_WRITE(to + had, more + 1);
    return __real_strncat(to, from, n);
}

WRAP(char *, strdup, const char *from)
{
    size_t n = strlen(from) + 1;
    char *copy = __real_strdup(from);
    REPORT_READ(from, n);
    if (copy)
        REPORT_WRITE(copy, n);
    return copy;
}

WRAP(char *, strndup, const char *from, size_t n)
{
    char *copy = __real_strndup(from, n);
    REPORT_READ(from, part_of(from, n));
    if (copy)
        REPORT_WRITE(copy, strlen(copy) + 1);
    return copy;
}

/* libc sorts the elements, so they are read and written as a whole. */
WRAP(void, qsort, void *items, size_t n, size_t size,
     int (*compare)(const void *, const void *))
{
    REPORT_READ(items, n * size);
    __real_qsort(items, n, size, compare);
    REPORT_WRITE(items, n * size);
}
