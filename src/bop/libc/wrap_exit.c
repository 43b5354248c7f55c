/* These wrappers write the trace before the program leaves without calling its
   destructors. If exec fails, that was too early; the program goes on, and the
   trace will be written again. */
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "bop/libc/wrap.h"
#include "bop/trace/events.h"

#define EXIT(name)                                                             \
    extern void __real_##name(int status) __attribute__((noreturn));           \
    EXPORTED __attribute__((noreturn)) void __wrap_##name(int status);         \
    void __wrap_##name(int status)                                             \
    {                                                                          \
        bop_tracer_end();                                                      \
        __real_##name(status);                                                 \
    }

EXIT(_exit)
EXIT(_Exit)
EXIT(quick_exit)

/* Writes the trace, unless this is the child of a fork that has made no
   reference: it leaves no trace. */
static void before_exec(void)
{
    const struct thread *t = bop_thread_self;
    if (!t || t->pseudo_time != t->parent_time || !t->parent_time)
        bop_tracer_end();
}

/* Takes the end of the trace back, because exec has failed. */
static int after_exec(int status)
{
    int error = errno;
    if (getpid() == bop_tracer.pid)
        bop_events_reopen();
    errno = error;
    return status;
}

#define EXEC(name, parameters, arguments)                                      \
    extern int __real_##name parameters;                                       \
    EXPORTED int __wrap_##name parameters;                                     \
    int __wrap_##name parameters                                               \
    {                                                                          \
        before_exec();                                                         \
        return after_exec(__real_##name arguments);                            \
    }

EXEC(execve, (const char *path, char *const args[], char *const env[]),
     (path, args, env))
EXEC(execv, (const char *path, char *const args[]), (path, args))
EXEC(execvp, (const char *file, char *const args[]), (file, args))
EXEC(execvpe, (const char *file, char *const args[], char *const env[]),
     (file, args, env))
EXEC(fexecve, (int fd, char *const args[], char *const env[]), (fd, args, env))

/* Returns the number of pointers up to and including NULL. */
static size_t count(const char *first, va_list args)
{
    size_t n = 1;
    for (const char *p = first; p; p = va_arg(args, char *))
        n++;
    return n;
}

/* Stores the pointers up to and including NULL; args is behind it then. */
static void collect(char **to, const char *first, va_list *args)
{
    const char *p = first;
    while ((*to++ = (char *)p))
        p = va_arg(*args, char *);
}

/* Declares the arguments of execl as an array; args stays open. */
#define LIST(first)                                                            \
    va_list args;                                                              \
    va_start(args, first);                                                     \
    char *list[count(first, args)];                                            \
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
