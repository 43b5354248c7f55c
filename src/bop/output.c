/*
 * The file of the trace. It is opened by its name when there is something to
 * write: the program may close descriptors as it likes.
 */
#include "bop/output.h"

#include "bop/events.h"
#include "bop/symbols.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char pattern[PATH_MAX], path[PATH_MAX];
static bool has_pid; /* in the pattern */
static bool forked;
static unsigned turn; /* programs before this one in the same process */

static void add(char *to, const char *text)
{
    size_t n = strlen(to);
    while (*text && n < PATH_MAX - 1)
        to[n++] = *text++;
    to[n] = 0;
}

static void add_number(char *to, unsigned number)
{
    char digits[12] = "";
    char *p = digits + sizeof digits - 1;
    *p = 0;
    do
        *--p = (char)('0' + number % 10);
    while (number /= 10);
    add(to, p);
}

static void add_pid(void)
{
    add_number(path, (unsigned)bop.pid);
    if (turn) {
        add(path, ".");
        add_number(path, turn);
    }
}

/* %p is the process, %% a percent sign. */
static void expand(void)
{
    path[0] = 0;
    has_pid = false;
    for (const char *p = pattern; *p; p++) {
        if (p[0] == '%' && p[1] == 'p') {
            add_pid();
            has_pid = true;
            p++;
        } else {
            add(path, (char[]){ *p, 0 });
            p += p[0] == '%' && p[1] == '%';
        }
    }
    if (!has_pid && (forked || turn)) {
        add(path, ".");
        add_pid();
    }
}

static void set_pattern(void)
{
    const char *name = secure_getenv("BOP_TRACE");
    if (!name || !*name)
        name = "bop.%p.trace";
    pattern[0] = 0;
    if (name[0] != '/' && getcwd(path, sizeof path)) {
        for (const char *p = path; *p; p++)
            add(pattern, *p == '%' ? "%%" : (char[]){ *p, 0 });
        add(pattern, "/");
    }
    add(pattern, name);
}

/* Is the file there that of the program that this one replaced by exec? Then
   process and start are the same. */
static bool is_our_past(void)
{
    char head[256], want[64];
    struct text text;
    text_start(&text, -1);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    struct stat stat;
    ssize_t n = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode)
                    ? syscall(SYS_read, fd, head, sizeof head - 1)
                    : 0;
    close(fd);
    head[n < 0 ? 0 : n] = 0;
    text_key(&text, "pid");
    text_number(&text, (uint64_t)bop.pid);
    text_key(&text, "start");
    text_number(&text, bop.start);
    if (text.n >= sizeof want)
        return false;
    copy_bytes(want, text.bytes, text.n);
    want[text.n] = 0;
    return strstr(head, want);
}

/* Field 22 of /proc/self/stat; the name before it may hold anything. */
static void read_start(void)
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
    bop.start = p ? strtoull(p, NULL, 10) : 0;
}

const char *bop_output_path(void)
{
    return path;
}

static int open_at(const char *name, int flags)
{
    return open(name, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
}

static int end_file(struct text *text)
{
    text_flush(text);
    if (close(text->fd) != 0 && !text->error)
        text->error = errno;
    return text->error;
}

static int write_all(const char *name)
{
    static struct text text;
    text_start(&text, open_at(name, O_TRUNC));
    if (text.fd < 0)
        return errno;
    bop_write_head(&text);
    bop_write_modules(&text);
    bop_write_totals(&text);
    return end_file(&text);
}

/* Devices and pipes get the whole trace once. */
static int write_beginning(void)
{
    struct text text;
    struct stat stat;
    text_start(&text, open_at(path, O_NONBLOCK));
    if (text.fd < 0)
        return errno == ENXIO ? 0 : errno;
    if (fstat(text.fd, &stat) == 0 && S_ISREG(stat.st_mode)) {
        if (ftruncate(text.fd, 0) != 0)
            text.error = errno;
        bop_write_head(&text);
        bop_write_modules(&text);
    }
    return end_file(&text);
}

static void begin(void)
{
    int error = bop.mode == MODE_EVENTS ? bop_events_start(path)
                                        : write_beginning();
    if (!error)
        return;
    bop_stop();
    bop_say("cannot write the trace, nothing is traced", path, error);
}

void bop_output_start(void)
{
    read_start();
    set_pattern();
    expand();
    while (turn < 1000 && is_our_past()) {
        turn++;
        expand();
    }
    if (bop.mode != MODE_NULL)
        begin();
}

/* Most children of a fork do next to nothing: their file comes when they end,
   or with the first events. */
void bop_output_forked(void)
{
    forked = true;
    turn = 0;
    expand();
    if (bop.mode == MODE_EVENTS && !bop.dead)
        begin();
}

int bop_output(const char *name)
{
    struct quiet quiet;
    int error;
    if (bop.mode == MODE_NULL)
        return 0;
    bop_quiet(&quiet);
    if (!name && bop.mode == MODE_EVENTS)
        error = bop_events_flush();
    else
        error = write_all(name ? name : path);
    bop_loud(&quiet);
    return error;
}
