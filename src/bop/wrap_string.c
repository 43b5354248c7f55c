/* Memory and strings: what is copied is read and written, what is filled is
   written. */
#include "bop/wrap.h"

#include <string.h>

WRAP(void *, memcpy, void *to, const void *from, size_t n)
{
    SAW_READ(from, n);
    SAW_WRITE(to, n);
    return __real_memcpy(to, from, n);
}

WRAP(void *, memmove, void *to, const void *from, size_t n)
{
    SAW_READ(from, n);
    SAW_WRITE(to, n);
    return __real_memmove(to, from, n);
}

WRAP(void *, memset, void *to, int c, size_t n)
{
    SAW_WRITE(to, n);
    return __real_memset(to, c, n);
}

WRAP(void *, mempcpy, void *to, const void *from, size_t n)
{
    SAW_READ(from, n);
    SAW_WRITE(to, n);
    return (char *)__real_memcpy(to, from, n) + n;
}

/* Newer versions of clang call these. */
EXPORTED void *__tsan_memcpy(void *to, const void *from, size_t n);
EXPORTED void *__tsan_memmove(void *to, const void *from, size_t n);
EXPORTED void *__tsan_memset(void *to, int c, size_t n);

void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    SAW_READ(from, n);
    SAW_WRITE(to, n);
    return __real_memcpy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n)
{
    SAW_READ(from, n);
    SAW_WRITE(to, n);
    return __real_memmove(to, from, n);
}

void *__tsan_memset(void *to, int c, size_t n)
{
    SAW_WRITE(to, n);
    return __real_memset(to, c, n);
}

WRAP(void, bcopy, const void *from, void *to, size_t n)
{
    SAW_READ(from, n);
    SAW_WRITE(to, n);
    __real_memmove(to, from, n);
}

WRAP(void, bzero, void *to, size_t n)
{
    SAW_WRITE(to, n);
    __real_memset(to, 0, n);
}

WRAP(char *, strcpy, char *to, const char *from)
{
    size_t n = strlen(from) + 1;
    SAW_READ(from, n);
    SAW_WRITE(to, n);
    return __real_memcpy(to, from, n);
}

WRAP(char *, stpcpy, char *to, const char *from)
{
    size_t n = strlen(from) + 1;
    SAW_READ(from, n);
    SAW_WRITE(to, n);
    return (char *)__real_memcpy(to, from, n) + n - 1;
}

/* Up to n bytes, the NUL included. */
static size_t part_of(const char *text, size_t n)
{
    size_t length = strnlen(text, n);
    return length < n ? length + 1 : n;
}

WRAP(char *, strncpy, char *to, const char *from, size_t n)
{
    SAW_READ(from, part_of(from, n));
    SAW_WRITE(to, n);
    return __real_strncpy(to, from, n);
}

WRAP(char *, stpncpy, char *to, const char *from, size_t n)
{
    SAW_READ(from, part_of(from, n));
    SAW_WRITE(to, n);
    return __real_stpncpy(to, from, n);
}

WRAP(char *, strcat, char *to, const char *from)
{
    size_t n = strlen(from) + 1, had = strlen(to);
    SAW_READ(from, n);
    SAW_READ(to, had + 1);
    SAW_WRITE(to + had, n);
    return __real_strcat(to, from);
}

WRAP(char *, strncat, char *to, const char *from, size_t n)
{
    size_t had = strlen(to), more = strnlen(from, n);
    SAW_READ(from, part_of(from, n));
    SAW_READ(to, had + 1);
    SAW_WRITE(to + had, more + 1);
    return __real_strncat(to, from, n);
}

WRAP(char *, strdup, const char *from)
{
    size_t n = strlen(from) + 1;
    char *copy = __real_strdup(from);
    SAW_READ(from, n);
    if (copy)
        SAW_WRITE(copy, n);
    return copy;
}

WRAP(char *, strndup, const char *from, size_t n)
{
    char *copy = __real_strndup(from, n);
    SAW_READ(from, part_of(from, n));
    if (copy)
        SAW_WRITE(copy, strlen(copy) + 1);
    return copy;
}

/* The elements change places within libc. */
WRAP(void, qsort, void *items, size_t n, size_t size,
     int (*compare)(const void *, const void *))
{
    SAW_READ(items, n * size);
    __real_qsort(items, n, size, compare);
    SAW_WRITE(items, n * size);
}
