#include "process/run.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/files/pipe.h"
#include "util/progress.h"
#include "util/signals.h"

enum {
    BLOCK = 65536,
    TICK = 200, /* milliseconds between two calls of progress_tick */
    LONG = 1,   /* seconds: a program that worked longer is not kept, because
                   its processor time is limited */
};

struct child {
    pid_t pid;
    int in, out, err; /* our ends of its streams; -1: closed */
    double deadline;  /* on the clock of now() */
    int error;        /* errno of what failed after the start, or 0 */
};

/* The child's ends of its streams, and of the pipe through which it reports
   the errno of a failed start. */
struct child_ends {
    int in, out, err, error;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Signals that end us end the child as well ---- */

/* The child's process group, or 0. A signal handler has no other way to learn
   it. */
static volatile sig_atomic_t child_group;

static void end_both(int signal_number)
{
    if (child_group > 0)
        kill(-(pid_t)child_group, SIGKILL);
    signals_end(signal_number);
}

/* ---- In the child ---- */

/* Limits processor time, so that the child ends even if we were killed before
   we could end it. */
static void limit_time(double limit)
{
    struct rlimit cpu;
    if (limit <= 0 || limit > 1e9 || getrlimit(RLIMIT_CPU, &cpu) != 0)
        return;
    rlim_t seconds = (rlim_t)(limit + 2);
    if (cpu.rlim_cur == RLIM_INFINITY || cpu.rlim_cur > seconds)
        cpu.rlim_cur = seconds;
    setrlimit(RLIMIT_CPU, &cpu);
}

/* Has the kernel kill this process when its parent ends. If the parent has
   ended already, this process has another parent by now, and ends itself. */
static void end_with(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(126);
}

/* Casts const away, because execvp takes pointers to char, which it only
   reads. */
static char *const *mutable(const char *const *argv)
{
    union {
        const char *const *constant;
        char *const *mutable;
    } u = { .constant = argv };
    return u.mutable;
}

/* Turns the child into the other program. Does not return. */
static void become(const char *const *argv, const struct child_ends *ends,
                   double limit, pid_t parent)
{
    sigset_t none;
    end_with(parent);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    limit_time(limit);
    if (dup2(ends->in, 0) >= 0 && dup2(ends->out, 1) >= 0 &&
        dup2(ends->err, 2) >= 0)
        execvp(argv[0], mutable(argv));
    int error = errno;
    ssize_t written = write(ends->error, &error, sizeof error);
    _exit(written > 0 ? 127 : 126);
}

/* ---- Starting ---- */

static void close_all(struct child *child, struct child_ends *ends,
                      int *error_pipe)
{
    int *all[] = { &child->in, &child->out, &child->err,  &ends->in,
                   &ends->out, &ends->err,  &ends->error, error_pipe };
    for (size_t i = 0; i < ROWS(all); i++)
        pipe_close(all[i]);
}

/* Blocks signals until child_group is set: one that arrived earlier would end
   us and leave the child running. */
static pid_t fork_guarded(const char *const *argv,
                          const struct child_ends *ends, double limit)
{
    sigset_t set = signals_set(), before;
    sigprocmask(SIG_BLOCK, &set, &before);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become(argv, ends, limit, parent);
    if (pid > 0) {
        setpgid(pid, pid);
        child_group = (sig_atomic_t)pid;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

/* Returns the errno that the child reports, or 0: the pipe closes without a
   report when the child becomes the other program. */
static int read_error(int fd)
{
    int error = 0;
    ssize_t n;
    do
        n = read(fd, &error, sizeof error);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof error ? error : 0;
}

/* Returns 0, or the errno of what failed. */
static int start(struct child *child, const char *const *argv, double limit)
{
    struct child_ends ends = { -1, -1, -1, -1 };
    int error_pipe = -1, error = 0;
    if (pipe_open(&ends.in, &child->in) && pipe_open(&child->out, &ends.out) &&
        pipe_open(&child->err, &ends.err) &&
        pipe_open(&error_pipe, &ends.error))
        child->pid = fork_guarded(argv, &ends, limit);
    if (child->pid <= 0) {
        error = errno;
        close_all(child, &ends, &error_pipe);
        return error;
    }
    pipe_close(&ends.in);
    pipe_close(&ends.out);
    pipe_close(&ends.err);
    pipe_close(&ends.error);
    error = read_error(error_pipe);
    pipe_close(&error_pipe);
    return error;
}

/* ---- Input and output ---- */

/* The input of a child and how its answer ends. */
struct question {
    struct str input; /* the part that is not written yet */
    struct str end;   /* the end of the answer, or "": it ends with the output */
};

/* Writes what the pipe takes. A child that closes its input early is not an
   error. */
static void feed(struct child *child, struct question *question)
{
    struct str *input = &question->input;
    ssize_t n = write(child->in, input->s, input->len);
    if (n > 0)
        *input = str_skip(*input, (size_t)n);
    else if (n < 0 && errno != EINTR && errno != EAGAIN)
        input->len = 0;
    if (input->len == 0 && question->end.len == 0)
        pipe_close(&child->in);
}

/* Reads a block and appends it, but drops what would make the buffer longer
   than `most`. */
static void drain(struct child *child, int *fd, struct buf *to, size_t most)
{
    ssize_t n = read(*fd, buf_reserve(to, BLOCK), BLOCK);
    if (n > 0)
        to->len += (size_t)n < most - to->len ? (size_t)n : most - to->len;
    else if (n < 0 && errno != EINTR)
        child->error = errno;
    else if (n == 0)
        pipe_close(fd);
}

/* Returns milliseconds, at most a minute; -1 if there is no limit. */
static int time_left(const struct child *child)
{
    double left = child->deadline - now();
    if (isinf(left))
        return -1;
    return (int)ceil(1e3 * fmax(0, fmin(left, 60)));
}

/* Has the child written the end of its answer, which begins at that offset? It
   has written its messages by then. */
static bool has_answered(struct child *child, const struct question *question,
                         const struct buf *out, size_t start,
                         struct buf *messages)
{
    if (question->end.len == 0 || question->input.len ||
        !str_ends(str_skip(buf_text(out), start), question->end))
        return false;
    struct pollfd err = { .fd = child->err, .events = POLLIN };
    if (poll(&err, 1, 0) > 0)
        drain(child, &child->err, messages, RUN_MESSAGES);
    return true;
}

/* Feeds and drains the child until it has answered or closed its output.
   Returns false when its time is up or something fails. */
static bool pump(struct child *child, struct question question, struct buf *out,
                 struct buf *messages)
{
    size_t start = out->len;
    fcntl(child->in, F_SETFL, O_NONBLOCK);
    if (question.input.len == 0 && question.end.len == 0)
        pipe_close(&child->in);
    while (!child->error && (child->out >= 0 || child->err >= 0) &&
           !has_answered(child, &question, out, start, messages)) {
        struct pollfd fds[] = { { .fd = question.input.len ? child->in : -1,
                                  .events = POLLOUT },
                                { .fd = child->out, .events = POLLIN },
                                { .fd = child->err, .events = POLLIN } };
        int ms = time_left(child);
        if (ms == 0)
            return false;
        progress_tick();
        int n = poll(fds, ROWS(fds), ms < 0 || ms > TICK ? TICK : ms);
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            child->error = errno;
        if (n <= 0)
            continue;
        if (fds[0].revents)
            feed(child, &question);
        if (fds[1].revents)
            drain(child, &child->out, out, SIZE_MAX);
        if (fds[2].revents)
            drain(child, &child->err, messages, RUN_MESSAGES);
    }
    return !child->error;
}

/* Waits for the end of the child, which usually comes at once because the
   child has closed its output. Returns false when its time is up or something
   fails. */
static bool reap(struct child *child, int *status)
{
    const struct timespec pause = { .tv_nsec = 2000000 };
    pid_t pid;
    while ((pid = waitpid(child->pid, status, WNOHANG)) == 0) {
        if (time_left(child) == 0)
            return false;
        nanosleep(&pause, NULL);
    }
    if (pid < 0)
        child->error = errno;
    return pid > 0;
}

/* Returns how the child ends, or if it answered and waits for the next input
   that it exited with 0. */
static struct run_result finish(struct child *child, struct question question,
                                struct buf *out, struct buf *messages)
{
    int status = 0;
    bool in_time = pump(child, question, out, messages);
    if (in_time && child->out >= 0)
        return (struct run_result){ RUN_EXITED, 0 };
    in_time = in_time && reap(child, &status);
    pipe_close(&child->in);
    pipe_close(&child->out);
    pipe_close(&child->err);
    if (in_time && WIFSIGNALED(status))
        return (struct run_result){ RUN_KILLED, WTERMSIG(status) };
    if (in_time)
        return (struct run_result){ RUN_EXITED, WEXITSTATUS(status) };
    kill(-child->pid, SIGKILL);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    return child->error ? (struct run_result){ RUN_LOST, child->error }
                        : (struct run_result){ RUN_SLOW, 0 };
}

/* Starts the program unless the child runs already, and asks it. */
static struct run_result ask(struct child *child, const char *const *argv,
                             struct question question, double limit,
                             struct buf *out, struct buf *messages)
{
    struct sigaction before[SIGNALS];
    struct run_result result;
    signal(SIGCHLD, SIG_DFL); /* if it is ignored, waitpid finds no child */
    signals_catch(end_both, before);
    child->deadline = limit > 0 ? now() + limit : INFINITY;
    child_group = (sig_atomic_t)child->pid;
    int error = child->pid ? 0 : start(child, argv, limit);
    if (!error) {
        result = finish(child, question, out, messages);
    } else {
        while (child->pid > 0 && waitpid(child->pid, NULL, 0) < 0 &&
               errno == EINTR)
            ;
        pipe_close(&child->in);
        pipe_close(&child->out);
        pipe_close(&child->err);
        result = (struct run_result){ RUN_MISSING, error };
    }
    child_group = 0;
    signals_restore(before);
    return result;
}

struct run_result run_program(const char *const *argv, struct str input,
                              double limit, struct buf *out,
                              struct buf *messages)
{
    struct child child = { .in = -1, .out = -1, .err = -1 };
    return ask(&child, argv, (struct question){ .input = input }, limit, out,
               messages);
}

struct run_result run_ask(struct run_kept *kept, const char *const *argv,
                          struct str input, struct str end, double limit,
                          struct buf *out, struct buf *messages)
{
    struct child child = { .in = -1, .out = -1, .err = -1 };
    double before = now();
    if (kept->pid)
        child = (struct child){ kept->pid, kept->in, kept->out, kept->err,
                                0, 0 };
    struct run_result result = ask(&child, argv,
                                   (struct question){ input, end }, limit, out,
                                   messages);
    *kept = (struct run_kept){ child.pid, child.in, child.out, child.err };
    if (child.in < 0)
        kept->pid = 0;
    else if (now() - before > LONG)
        run_end_kept(kept);
    return result;
}

void run_end_kept(struct run_kept *kept)
{
    if (kept->pid == 0)
        return;
    close(kept->in);
    close(kept->out);
    close(kept->err);
    kill(-kept->pid, SIGKILL);
    while (waitpid(kept->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    kept->pid = 0;
}
