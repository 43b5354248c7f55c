/*
 * bop.mk includes this header first in every file of the tracer. If the linker
 * redirects the program's calls of libc to our wrappers, it redirects calls
 * from the library as well, and these would count as references of the program.
 * So here these names mean functions of our own. A wrapper calls the function
 * of libc as __real_NAME.
 */
#pragma once

#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* True for glibc of this version or later; false for musl. */
#ifdef __GLIBC__
#define GLIBC_SINCE(major, minor) __GLIBC_PREREQ(major, minor)
#else
#define GLIBC_SINCE(major, minor) 0
#endif

static inline size_t own_strlen(const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

static inline int own_memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    size_t i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i < n ? x[i] - y[i] : 0;
}

static inline int own_strncmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    return i < n ? (unsigned char)a[i] - (unsigned char)b[i] : 0;
}

static inline int own_strcmp(const char *a, const char *b)
{
    return own_strncmp(a, b, (size_t)-1);
}

static inline void *own_memchr(const void *memory, int c, size_t n)
{
    const unsigned char *p = memory;
    while (n && *p != (unsigned char)c) {
        n--;
        p++;
    }
    return n ? (void *)p : NULL;
}

static inline char *own_strchr(const char *text, int c)
{
    return own_memchr(text, c, own_strlen(text) + 1);
}

static inline char *own_strrchr(const char *text, int c)
{
    size_t n = own_strlen(text) + 1;
    while (n && text[n - 1] != (char)c)
        n--;
    return n ? (char *)text + n - 1 : NULL;
}

static inline size_t own_strcspn(const char *text, const char *stop)
{
    size_t n = 0;
    while (text[n] && !own_strchr(stop, text[n]))
        n++;
    return n;
}

static inline char *own_strstr(const char *text, const char *part)
{
    size_t n = own_strlen(part);
    for (; own_strncmp(text, part, n) != 0; text++)
        if (!*text)
            return NULL;
    return (char *)text;
}

/* Reads decimal digits only. */
static inline unsigned long long own_strtoull(const char *text, char **end,
                                              int base)
{
    unsigned long long n = 0;
    (void)base;
    for (; isdigit((unsigned char)*text); text++)
        n = 10 * n + (unsigned)(*text - '0');
    if (end)
        *end = (char *)text;
    return n;
}

#define strlen(text) own_strlen(text)
#define memcmp(a, b, n) own_memcmp(a, b, n)
#define strncmp(a, b, n) own_strncmp(a, b, n)
#define strcmp(a, b) own_strcmp(a, b)
#define memchr(p, c, n) own_memchr(p, c, n)
#define strchr(text, c) own_strchr(text, c)
#define strrchr(text, c) own_strrchr(text, c)
#define strcspn(text, stop) own_strcspn(text, stop)
#define strstr(text, part) own_strstr(text, part)
#define strtoull(text, end, base) own_strtoull(text, end, base)
#define write(fd, p, n) syscall(SYS_write, fd, p, n)
#define getcwd(p, n) (syscall(SYS_getcwd, p, n) > 0)
#define readlink(path, p, n) syscall(SYS_readlinkat, -100, path, p, n)
#define own_open(path, flags, mode, ...)                                       \
    (int)syscall(SYS_openat, -100, path, flags, mode)
#define open(...) own_open(__VA_ARGS__, 0, 0)
#define raise(signal)                                                          \
    syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), signal)
#define madvise(p, n, advice) syscall(SYS_madvise, p, n, advice)
#define fstat(fd, to) syscall(SYS_fstat, fd, to)
