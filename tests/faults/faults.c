/*
 * Linked before the functions of libc that the program calls (--wrap). FAULT,
 * as "0.read:3", makes the third call of read fail in process 0, which is the
 * program; 1 is a process that it forks, 2 one that process 1 forks. FAULT_SIGNAL
 * is the number of a signal that the program gets before that call, which then
 * succeeds. FAULT_CUT names a file of which nothing is left before that call,
 * which then succeeds. FAULT_ALSO names a function of which all calls fail in process 0, so
 * that what takes its place can fail as well. FAULT_COUNTS names a file, to which a run without FAULT appends how
 * often each process calls each function.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
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
    F(fstatat, int,                                                            \
      (int fd, const char *path, struct stat *to, int flags),                  \
      (fd, path, to, flags), -1, EACCES)                                       \
    F(fsync, int, (int fd), (fd), -1, EIO)                                     \
    F(waitpid, pid_t, (pid_t pid, int *status, int how), (pid, status, how),   \
      -1, ECHILD)                                                              \
    F(pipe, int, (int *ends), (ends), -1, EMFILE)                              \
    F(dup2, int, (int from, int to), (from, to), -1, EBUSY)                    \
    F(poll, int, (struct pollfd *fds, nfds_t n, int ms), (fds, n, ms), -1,     \
      ENOMEM)                                                                  \
    F(socketpair, int, (int domain, int type, int protocol, int *ends),        \
      (domain, type, protocol, ends), -1, EMFILE)                              \
    F(sendmsg, ssize_t, (int fd, const struct msghdr *from, int flags),        \
      (fd, from, flags), -1, ENOBUFS)                                          \
    F(recvmsg, ssize_t, (int fd, struct msghdr *to, int flags),                \
      (fd, to, flags), -1, ENOMEM)                                             \
    F(fopen, FILE *, (const char *path, const char *mode), (path, mode), NULL, \
      EMFILE)                                                                  \
    F(fdopen, FILE *, (int fd, const char *mode), (fd, mode), NULL, ENOMEM)    \
    F(tmpfile, FILE *, (void), (), NULL, EROFS)                                \
    F(memfd_create, int, (const char *name, unsigned flags), (name, flags),    \
      -1, ENOSYS)                                                              \
    F(fflush, int, (FILE *file), (file), EOF, ENOSPC)                          \
    F(fread, size_t, (void *to, size_t size, size_t n, FILE *file),            \
      (to, size, n, file), 0, EIO)                                             \
    F(lseek, off_t, (int fd, off_t to, int from), (fd, to, from), -1, EINVAL)  \
    F(access, int, (const char *path, int how), (path, how), -1, EACCES)       \
    F(readlink, ssize_t, (const char *path, char *to, size_t n),               \
      (path, to, n), -1, EACCES)                                               \
    F(realpath, char *, (const char *path, char *to), (path, to), NULL,        \
      ENOMEM)                                                                  \
    F(getrandom, ssize_t, (void *to, size_t n, unsigned flags),                \
      (to, n, flags), -1, ENOSYS)                                              \
    F(pthread_attr_init, int, (pthread_attr_t *to), (to), ENOMEM, ENOMEM)

enum function {
#define F(name, ...) NUMBER_##name,
    FUNCTIONS(F)
#undef F
    NUMBER_open,
    NUMBER_openat,
    NUMBER_close,
    NUMBER_pthread_create,
    NUMBER_fork,
    NUMBER_execvp,
    FUNCTION_COUNT
};

static const char *const names[] = {
#define F(name, ...) #name,
    FUNCTIONS(F)
#undef F
    "open",
    "openat",
    "close",
    "pthread_create",
    "fork",
    "execvp",
};

static atomic_long calls[FUNCTION_COUNT];
static int process; /* 0, 1, 2 */
static pid_t program;
static int counts = -1; /* the file */
static int chosen = -1; /* a function */
static int also = -1;   /* another one */
static int cut = -1;    /* a file */
static int in_process;
static long nth;
static int signal_number;

/* gcc's code that writes the counts of "make coverage" calls functions of libc
   as well. These calls are not the program's: they neither count nor fail. */
static atomic_bool writes_counts;
__attribute__((weak)) void __real___gcov_dump(void);
void __wrap___gcov_dump(void);
void __wrap___gcov_dump(void)
{
    writes_counts = true;
    if (__real___gcov_dump)
        __real___gcov_dump();
    writes_counts = false;
}

static int fails(enum function function)
{
    if (writes_counts)
        return 0;
    if ((int)function == also && process == 0)
        return 1;
    if (atomic_fetch_add(&calls[function], 1) + 1 != nth ||
        (int)function != chosen || process != in_process)
        return 0;
    if (cut >= 0 && ftruncate(cut, 0) != 0)
        abort();
    if (!signal_number)
        return cut < 0;
    /* A terminal sends all but SIGTERM to all processes. */
    kill(program, signal_number);
    if (process == 1 && signal_number != SIGTERM)
        raise(signal_number);
    return 0;
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

int __real_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...)
{
    if (fails(NUMBER_openat)) {
        errno = EMFILE;
        return -1;
    }
    return __real_openat(folder, path, flags); /* none creates a file */
}

/* What glibc makes of openat if _FORTIFY_SOURCE is defined. */
#ifdef __GLIBC__
int __real___openat_2(int folder, const char *path, int flags);
int __wrap___openat_2(int folder, const char *path, int flags);
int __wrap___openat_2(int folder, const char *path, int flags)
{
    if (fails(NUMBER_openat)) {
        errno = EMFILE;
        return -1;
    }
    return __real___openat_2(folder, path, flags);
}
#endif

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

static void report(void)
{
    char text[4096];
    int n = 0;
    for (int i = 0; i < FUNCTION_COUNT; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d.%s %ld\n", process,
                      names[i], (long)calls[i]);
    if (counts >= 0 && __real_write(counts, text, (size_t)n) != n)
        abort();
}

pid_t __real_fork(void);
pid_t __wrap_fork(void);
pid_t __wrap_fork(void)
{
    if (fails(NUMBER_fork)) {
        errno = EAGAIN;
        return -1;
    }
    pid_t pid = __real_fork();
    for (int i = 0; pid == 0 && i < FUNCTION_COUNT; i++)
        calls[i] = 0;
    process += pid == 0;
    return pid;
}

/* A child that becomes another program does not come back to report. */
int __real_execvp(const char *file, char *const *args);
int __wrap_execvp(const char *file, char *const *args);
int __wrap_execvp(const char *file, char *const *args)
{
    if (fails(NUMBER_execvp)) {
        errno = EACCES;
        return -1;
    }
    report();
    return __real_execvp(file, args);
}

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
void __wrap__exit(int status)
{
    report();
    __wrap___gcov_dump();
    __real__exit(status);
}

/* The program may not open a file for writing when it ends. */
__attribute__((constructor)) static void choose(void)
{
    const char *fault = getenv("FAULT"), *path = getenv("FAULT_COUNTS");
    const char *signalled = getenv("FAULT_SIGNAL");
    const char *other = getenv("FAULT_ALSO"), *file = getenv("FAULT_CUT");
    const char *colon = fault ? strchr(fault, ':') : NULL;
    program = getpid();
    signal_number = signalled ? atoi(signalled) : 0;
    if (path)
        counts = __real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                             0666);
    if (file)
        cut = __real_open(file, O_WRONLY | O_CLOEXEC);
    for (int i = 0; other && i < FUNCTION_COUNT; i++)
        if (strcmp(names[i], other) == 0)
            also = i;
    if (!colon)
        return;
    in_process = fault[0] - '0';
    fault += strlen("0.");
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strlen(names[i]) == (size_t)(colon - fault) &&
            strncmp(names[i], fault, (size_t)(colon - fault)) == 0) {
            chosen = i;
            nth = atol(colon + 1);
        }
}

__attribute__((destructor)) static void end(void)
{
    report();
    writes_counts = true;
}
