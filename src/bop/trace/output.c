/* The file of the trace is opened by its name whenever there is something to
   write, because the program may close descriptors that are not its own. */
#include "bop/trace/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bop/base/bytes.h"
#include "bop/base/lock.h"
#include "bop/trace/events.h"
#include "bop/trace/messages.h"
#include "bop/trace/records.h"
#include "bop/trace/text.h"
#include "bop/tracer.h"

static char pattern[PATH_MAX]; /* BOP_TRACE as an absolute path */
static char trace_path[PATH_MAX];
static bool has_number; /* trace_path contains the number of the process */
static bool has_forked;
static unsigned turn; /* how many programs this process ran before, by exec */

static void add(char *to, const char *text)
{
    size_t n = strlen(to);
    while (*text && n < PATH_MAX - 1)
        to[n++] = *text++;
    to[n] = 0;
}

static void add_number(char *to, unsigned number)
{
    char digits[12];
    char *p = digits + sizeof digits;
    *--p = 0;
    do
        *--p = (char)('0' + number % 10);
    while (number /= 10);
    add(to, p);
}

static void add_pid(void)
{
    add_number(trace_path, (unsigned)bop_tracer.pid);
    if (turn) {
        add(trace_path, ".");
        add_number(trace_path, turn);
    }
}

/* Makes the path from the pattern, where %p is the process and %% a percent
   sign. A path without %p gets a suffix if it would be used twice. */
static void set_path(void)
{
    has_number = false;
    trace_path[0] = 0;
    for (const char *p = pattern; *p; p++) {
        if (p[0] == '%' && p[1] == 'p') {
            add_pid();
            has_number = true;
            p++;
        } else {
            add(trace_path, (char[]){ *p, 0 });
            p += p[0] == '%' && p[1] == '%';
        }
    }
    if (!has_number && (has_forked || turn)) {
        add(trace_path, ".");
        add_pid();
        has_number = true;
    }
}

static void set_pattern(void)
{
    char folder[PATH_MAX];
    const char *name = secure_getenv("BOP_TRACE");
    if (!name || !*name)
        name = "bop.%p.trace";
    pattern[0] = 0;
    if (name[0] != '/' && getcwd(folder, sizeof folder)) {
        for (const char *p = folder; *p; p++)
            add(pattern, *p == '%' ? "%%" : (char[]){ *p, 0 });
        add(pattern, "/");
    }
    add(pattern, name);
}

/* Tells whether the file at that path is the trace of a program that this
   process ran before an exec. If so, its head has the same process number and
   time of start. */
static bool is_taken(void)
{
    char head[256], same[64];
    struct text_buffer text;
    int fd = open(trace_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    struct stat stat;
    ssize_t n = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode)
                    ? syscall(SYS_read, fd, head, sizeof head - 1)
                    : 0;
    close(fd);
    head[n < 0 ? 0 : n] = 0;
    bop_text_start(&text, -1);
    bop_text_key(&text, "pid");
    bop_text_number(&text, (uint64_t)bop_tracer.pid);
    bop_text_key(&text, "start");
    bop_text_number(&text, bop_tracer.start_time);
    if (text.n >= sizeof same)
        return false;
    bop_bytes_copy(same, text.bytes, text.n);
    same[text.n] = 0;
    return strstr(head, same);
}

/* The time of start is field 22 of /proc/self/stat (proc(5)). The second field
   is a name in parentheses that may contain blanks and parentheses. */
static void read_start_time(void)
{
    char stat[1024];
    int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : syscall(SYS_read, fd, stat, sizeof stat - 1);
    if (fd >= 0)
        close(fd);
    stat[n < 0 ? 0 : n] = 0;
    const char *p = strrchr(stat, ')');
    for (int field = 2; p && field < 22; field++) {
        p = strchr(p, ' ');
        p += p != NULL;
    }
    bop_tracer.start_time = p ? strtoull(p, NULL, 10) : 0;
}

const char *bop_output_path(void)
{
    return trace_path;
}

/* Opens a file that the user or the program has named. */
static int open_named(const char *path, int flags)
{
    return open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);
}

/* Opens the trace. Anybody can foresee a name with the number of the process
   and put a link there, so such a trace is always a new file; what had its
   name is removed. */
static int open_trace(int flags)
{
    if (!has_number)
        return open_named(trace_path, flags);
    syscall(SYS_unlinkat, AT_FDCWD, trace_path, 0);
    return open_named(trace_path, flags | O_EXCL | O_NOFOLLOW);
}

int bop_output_reopen(const char *path)
{
    bool foreseen = path == trace_path && has_number;
    return open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC |
                          (foreseen ? O_NOFOLLOW : 0));
}

static int end_file(struct text_buffer *text)
{
    bop_text_flush(text);
    if (close(text->fd) != 0 && !text->error)
        text->error = errno;
    return text->error;
}

/* Writes the whole trace to path, or to its own path if that is NULL. */
static int write_all(const char *path)
{
    static struct text_buffer text;
    int flags = O_TRUNC | O_NONBLOCK; /* a pipe may have no reader */
    bop_text_start(&text, path ? open_named(path, flags) : open_trace(flags));
    if (text.fd < 0)
        return errno;
    bop_records_head(&text);
    bop_records_modules(&text);
    bop_records_totals(&text);
    return end_file(&text);
}

/* Writes the head of the trace to a file. A device or a pipe gets nothing yet,
   because it will get the whole trace; the reader of a pipe that is opened and
   closed would think that this was all. */
static int write_head(void)
{
    struct text_buffer text;
    struct stat stat;
    if (!has_number &&
        syscall(SYS_newfstatat, AT_FDCWD, trace_path, &stat, 0) == 0 &&
        S_ISFIFO(stat.st_mode))
        return 0;
    bop_text_start(&text, open_trace(O_NONBLOCK));
    if (text.fd < 0)
        return errno;
    if (fstat(text.fd, &stat) == 0 && S_ISREG(stat.st_mode)) {
        if (ftruncate(text.fd, 0) != 0)
            text.error = errno;
        bop_records_head(&text);
        bop_records_modules(&text);
    }
    return end_file(&text);
}

/* Starts the events. Opening a pipe waits for its reader; signals are not
   blocked yet. */
static int start_events(void)
{
    int fd = open_trace(O_TRUNC | O_APPEND);
    if (fd >= 0)
        syscall(SYS_fcntl, fd, F_SETFL, O_APPEND | O_NONBLOCK);
    return fd < 0 ? errno : bop_events_start(trace_path, fd);
}

static void begin_trace(void)
{
    int error =
        bop_tracer.mode == MODE_EVENTS ? start_events() : write_head();
    if (!error)
        return;
    bop_tracer_stop();
    bop_message_print("cannot write the trace, nothing is traced", trace_path,
                      error);
}

void bop_output_start(void)
{
    read_start_time();
    set_pattern();
    set_path();
    while (turn < 1000 && is_taken()) {
        turn++;
        set_path();
    }
    if (bop_tracer.mode != MODE_NULL)
        begin_trace();
}

/* Most children of a fork do next to nothing before exec or _exit, so their
   trace begins only when they end, or at once if it has events. */
void bop_output_forked(void)
{
    has_forked = true;
    turn = 0;
    set_path();
    if (bop_tracer.mode == MODE_EVENTS && !bop_tracer.dead)
        begin_trace();
}

int bop_output_write(const char *path)
{
    struct lock_state saved;
    int error;
    if (bop_tracer.mode == MODE_NULL)
        return 0;
    bop_lock_acquire(&saved);
    if (!path && bop_tracer.mode == MODE_EVENTS)
        error = bop_events_flush();
    else
        error = write_all(path);
    bop_lock_release(&saved);
    return error;
}
