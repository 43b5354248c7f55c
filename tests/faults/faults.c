/*
 * Linked before the functions of libc that the program calls (--wrap). FAULT,
 * as "read:3", makes the third call of read fail. FAULT_COUNTS names a file,
 * into which a run without FAULT writes how often it calls each function.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* The function, its result and parameters, the arguments, and the result and
   errno of a call that fails. */
#define FUNCTIONS(F)                                                           \
    F(malloc, void *, (size_t n), (n), NULL, ENOMEM)                           \
    F(calloc, void *, (size_t n, size_t size), (n, size), NULL, ENOMEM)        \
    F(realloc, void *, (void *old, size_t n), (old, n), NULL, ENOMEM)          \
    F(aligned_alloc, void *, (size_t a, size_t n), (a, n), NULL, ENOMEM)       \
    F(read, ssize_t, (int fd, void *to, size_t n), (fd, to, n), -1, EIO)       \
    F(pread, ssize_t, (int fd, void *to, size_t n, off_t at),                  \
      (fd, to, n, at), -1, EIO)                                                \
    F(write, ssize_t, (int fd, const void *from, size_t n), (fd, from, n),     \
      -1, ENOSPC)                                                              \
    F(rename, int, (const char *from, const char *to), (from, to), -1, EIO)    \
    F(mkstemp, int, (char *name), (name), -1, ENOSPC)                          \
    F(fchmod, int, (int fd, mode_t mode), (fd, mode), -1, EPERM)               \
    F(fstat, int, (int fd, struct stat *to), (fd, to), -1, EIO)                \
    F(stat, int, (const char *path, struct stat *to), (path, to), -1, EACCES)  \
    F(lstat, int, (const char *path, struct stat *to), (path, to), -1, EACCES) \
    F(fork, pid_t, (void), (), -1, EAGAIN)                                     \
    F(execvp, int, (const char *file, char *const *args), (file, args), -1,    \
      EACCES)                                                                  \
    F(waitpid, pid_t, (pid_t pid, int *status, int how), (pid, status, how),   \
      -1, ECHILD)                                                              \
    F(pipe, int, (int *ends), (ends), -1, EMFILE)                              \
    F(dup2, int, (int from, int to), (from, to), -1, EBUSY)                    \
    F(poll, int, (struct pollfd *fds, nfds_t n, int ms), (fds, n, ms), -1,     \
      ENOMEM)                                                                  \
    F(fopen, FILE *, (const char *path, const char *mode), (path, mode), NULL, \
      EMFILE)

enum function {
#define F(name, ...) NUMBER_##name,
    FUNCTIONS(F)
#undef F
    NUMBER_open,
    NUMBER_close,
    NUMBER_pthread_create,
    FUNCTION_COUNT
};

static const char *const names[] = {
#define F(name, ...) #name,
    FUNCTIONS(F)
#undef F
    "open",
    "close",
    "pthread_create",
};

static atomic_long calls[FUNCTION_COUNT];
static int chosen = -1;
static long nth;
static pid_t program;

static int fails(enum function function)
{
    return atomic_fetch_add(&calls[function], 1) + 1 == nth &&
           (int)function == chosen;
}

#define F(name, result, parameters, arguments, failure, error)                 \
    result __real_##name parameters;                                           \
    result __wrap_##name parameters;                                           \
    result __wrap_##name parameters                                            \
    {                                                                          \
        if (fails(NUMBER_##name)) {                                            \
            errno = error;                                                     \
            return failure;                                                    \
        }                                                                      \
        return __real_##name arguments;                                        \
    }
FUNCTIONS(F)
#undef F

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (fails(NUMBER_open)) {
        errno = EMFILE;
        return -1;
    }
    return __real_open(path, flags, mode);
}

/* A close that fails has closed the descriptor, as on Linux. */
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    int result = __real_close(fd);
    if (!fails(NUMBER_close))
        return result;
    errno = EIO;
    return -1;
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument)
{
    return fails(NUMBER_pthread_create)
               ? EAGAIN
               : __real_pthread_create(thread, attributes, function, argument);
}

__attribute__((constructor)) static void choose(void)
{
    const char *fault = getenv("FAULT");
    const char *colon = fault ? strchr(fault, ':') : NULL;
    program = getpid();
    for (int i = 0; colon && i < FUNCTION_COUNT; i++)
        if (strlen(names[i]) == (size_t)(colon - fault) &&
            strncmp(names[i], fault, (size_t)(colon - fault)) == 0) {
            chosen = i;
            nth = atol(colon + 1);
        }
}

/* A child calls dup2 and execvp and does not come back to count that. */
__attribute__((destructor)) static void report(void)
{
    const char *path = getenv("FAULT_COUNTS");
    FILE *file = path && getpid() == program ? __real_fopen(path, "w") : NULL;
    for (int i = 0; file && i < FUNCTION_COUNT; i++) {
        long n = calls[i];
        if (i == NUMBER_dup2)
            n = 3 * calls[NUMBER_fork];
        if (i == NUMBER_execvp)
            n = calls[NUMBER_fork];
        fprintf(file, "%s %ld\n", names[i], n);
    }
    if (file)
        fclose(file);
}
