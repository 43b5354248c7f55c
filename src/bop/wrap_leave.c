/* Ways to leave a program without its last rites: the trace is written before.
   Where exec fails, it was too early, and the program goes on. */
#include "bop/wrap.h"

#include "bop/events.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

extern void __real__exit(int status) __attribute__((noreturn));
extern void __real_quick_exit(int status) __attribute__((noreturn));
extern void __real__Exit(int status) __attribute__((noreturn));

EXPORTED __attribute__((noreturn)) void __wrap__exit(int status);
EXPORTED __attribute__((noreturn)) void __wrap__Exit(int status);
EXPORTED __attribute__((noreturn)) void __wrap_quick_exit(int status);

void __wrap__exit(int status)
{
    bop_end();
    __real__exit(status);
}

void __wrap__Exit(int status)
{
    bop_end();
    __real__Exit(status);
}

void __wrap_quick_exit(int status)
{
    bop_end();
    __real_quick_exit(status);
}

/* A child of fork that did nothing yet leaves nothing. */
static void before_exec(void)
{
    const struct thread *t = bop_self;
    if (!t || t->psu != t->past_psu || !t->past_psu)
        bop_end();
}

static int came_back(int status)
{
    int error = errno;
    if (getpid() == bop.pid)
        bop_events_reopen();
    errno = error;
    return status;
}

WRAP(int, execve, const char *path, char *const args[], char *const env[])
{
    before_exec();
    return came_back(__real_execve(path, args, env));
}

WRAP(int, execv, const char *path, char *const args[])
{
    before_exec();
    return came_back(__real_execv(path, args));
}

WRAP(int, execvp, const char *file, char *const args[])
{
    before_exec();
    return came_back(__real_execvp(file, args));
}

WRAP(int, execvpe, const char *file, char *const args[], char *const env[])
{
    before_exec();
    return came_back(__real_execvpe(file, args, env));
}

WRAP(int, fexecve, int fd, char *const args[], char *const env[])
{
    before_exec();
    return came_back(__real_fexecve(fd, args, env));
}

static size_t count(va_list args)
{
    size_t n = 1;
    while (va_arg(args, char *))
        n++;
    return n;
}

/* The arguments from first on, and NULL; args stands behind it then. */
static void collect(char **to, const char *first, va_list *args)
{
    *to++ = (char *)first;
    if (first)
        while ((*to++ = va_arg(*args, char *)))
            ;
}

#define LIST(first)                                                            \
    va_list args;                                                              \
    va_start(args, first);                                                     \
    char *list[(first ? count(args) : 1) + 1];                                 \
    va_end(args);                                                              \
    va_start(args, first);                                                     \
    collect(list, first, &args)

WRAP(int, execl, const char *path, const char *first, ...)
{
    LIST(first);
    va_end(args);
    return __wrap_execv(path, list);
}

WRAP(int, execlp, const char *file, const char *first, ...)
{
    LIST(first);
    va_end(args);
    return __wrap_execvp(file, list);
}

WRAP(int, execle, const char *path, const char *first, ...)
{
    LIST(first);
    char *const *env = va_arg(args, char *const *);
    va_end(args);
    return __wrap_execve(path, list, env);
}
