/* The program must not notice other processes: they end without a signal, are
   not among those that wait(2) finds, print nothing, and handlers do not run
   meanwhile. The kernel sends SIGCHLD for a process that has called exec,
   whatever clone(2) asked for; so the one that runs prof2dot has a parent of
   its own. If they fail, the trace stays as it was and is drawn with the help
   of the program. */
#include "bop/trace/places.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bop/base/lock.h"
#include "bop/program/modules.h"
#include "bop/trace/output.h"
#include "bop/tracer.h"

struct helper {
    const char *path, *trace;
    int fd; /* the trace, open for appending */
};

/* Makes a descriptor the standard one of that number, which the program may
   have closed. Returns whether that worked. */
static bool become(int fd, int standard)
{
    long other = syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 3);
    return syscall(SYS_dup3, other, standard, 0) == standard;
}

/* Runs a function in a new process, which shares the memory of this one until
   it ends or runs a program, and waits for its end. */
static void run_process(int (*function)(void *), void *argument, char *stack,
                        size_t size, int flags)
{
    int status, pid = clone(function, stack + size,
                            CLONE_VM | CLONE_VFORK | flags, argument);
    if (pid > 0)
        while (syscall(SYS_wait4, pid, &status, __WALL, NULL) < 0 &&
               errno == EINTR)
            ;
}

static int start_viewer(void *argument)
{
    const struct helper *helper = argument;
    const char *const arguments[] = { helper->path, "-q", "--format=bop",
                                      "--list-places", helper->trace, NULL };
    const char *const variables[] = { NULL };
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    if (become(helper->fd, 1) &&
        become((int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR), 2))
        syscall(SYS_execve, helper->path, arguments, variables);
    syscall(SYS_exit, 127);
    return 0;
}

/* All signals are blocked here, until the viewer runs. */
static int start_parent(void *argument)
{
    static _Alignas(16) char stack[16384];
    run_process(start_viewer, argument, stack, sizeof stack, SIGCHLD);
    syscall(SYS_exit, 0);
    return 0;
}

static void run(struct helper *helper)
{
    static _Alignas(16) char stack[16384];
    struct lock_state saved;
    bop_lock_acquire(&saved);
    run_process(start_parent, helper, stack, sizeof stack, 0);
    bop_lock_release(&saved);
}

void bop_places_add(const char *trace)
{
    struct helper helper = { bop_notes.viewer, trace, -1 };
    struct stat stat;
    int error = errno;
    if (!helper.path || bop_tracer.no_places)
        return;
    helper.fd = bop_output_reopen(trace);
    if (helper.fd >= 0 && fstat(helper.fd, &stat) == 0 && S_ISREG(stat.st_mode))
        run(&helper);
    if (helper.fd >= 0)
        close(helper.fd);
    errno = error;
}
