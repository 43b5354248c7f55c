/* What a confined process can do and cannot do, and what its broker does. Each
   test confines a child of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "output/graphviz/draw.h"
#include "process/broker.h"
#include "process/filter.h"
#include "util/files/temporary.h"
#include "util/files/save.h"
#include "util/signals.h"

#ifdef __linux__
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static bool has_filter(void)
{
#ifdef NO_FILTER
    return false;
#else
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
#endif
}

static char folder[] = "/tmp/confinedXXXXXX";
static char file[100];

/* A call of the system that must fail. An argument of -1 is the id of our
   parent. */
struct attempt {
    const char *name;
    long number;
    long args[6];
};

#define P(text) ((long)(intptr_t)(text))

static void list_calls(struct attempt calls[], size_t *n, pid_t parent)
{
    static char *const no_args[] = { NULL };
    static char byte = '\n';
    const struct attempt all[] = {
        { "execve", SYS_execve, { P("/bin/true"), P(no_args), P(no_args) } },
        { "execveat", SYS_execveat,
          { AT_FDCWD, P("/bin/true"), P(no_args), P(no_args), 0 } },
        { "clone", SYS_clone, { SIGCHLD } },
        { "socket", SYS_socket, { AF_INET, SOCK_STREAM, 0 } },
        { "local socket", SYS_socket, { AF_UNIX, SOCK_STREAM, 0 } },
        { "sendto", SYS_sendto, { 1, P(&byte), 1, 0, 0, 0 } },
        { "write only", SYS_openat, { AT_FDCWD, P(file), O_WRONLY } },
        { "read and write", SYS_openat, { AT_FDCWD, P(file), O_RDWR } },
        { "append", SYS_openat, { AT_FDCWD, P(file), O_WRONLY | O_APPEND } },
        { "create", SYS_openat,
          { AT_FDCWD, P("new"), O_CREAT | O_WRONLY, 0600 } },
        { "create to read", SYS_openat,
          { AT_FDCWD, P("new"), O_CREAT | O_RDONLY, 0600 } },
        { "truncate to read", SYS_openat,
          { AT_FDCWD, P(file), O_RDONLY | O_TRUNC } },
        { "create without a name", SYS_openat,
          { AT_FDCWD, P(folder), O_TMPFILE | O_CREAT | O_RDWR, 0600 } },
#ifdef SYS_open
        { "open to write", SYS_open, { P(file), O_WRONLY } },
        { "unlink", SYS_unlink, { P(file) } },
        { "rename", SYS_rename, { P(file), P("/tmp/renamed") } },
        { "mkdir", SYS_mkdir, { P("new"), 0700 } },
        { "link", SYS_link, { P(file), P("new") } },
        { "symlink", SYS_symlink, { P(file), P("new") } },
        { "chmod", SYS_chmod, { P(file), 0777 } },
        { "creat", SYS_creat, { P(file), 0600 } },
        { "fork", SYS_fork, { 0 } },
        { "vfork", SYS_vfork, { 0 } },
#endif
#ifdef SYS_openat2
        { "openat2", SYS_openat2, { AT_FDCWD, P(file), P(&byte), 24 } },
#endif
        { "unlinkat", SYS_unlinkat, { AT_FDCWD, P(file), 0 } },
        { "renameat2", SYS_renameat2,
          { AT_FDCWD, P(file), AT_FDCWD, P("/tmp/renamed"), 0 } },
        { "linkat", SYS_linkat, { AT_FDCWD, P(file), AT_FDCWD, P("new"), 0 } },
        { "mkdirat", SYS_mkdirat, { AT_FDCWD, P("new"), 0700 } },
        { "fchmod", SYS_fchmod, { 1, 0777 } },
        { "fchmodat", SYS_fchmodat, { AT_FDCWD, P(file), 0777 } },
        { "fchown", SYS_fchown, { 1, 0, 0 } },
        { "truncate", SYS_truncate, { P(file), 0 } },
        { "utimensat", SYS_utimensat, { AT_FDCWD, P(file), 0, 0 } },
        { "setxattr", SYS_setxattr, { P(file), P("user.x"), P(&byte), 1, 0 } },
        { "chdir", SYS_chdir, { P("/") } },
        { "mount", SYS_mount, { P("x"), P(folder), P("tmpfs"), 0, 0 } },
        { "ptrace", SYS_ptrace, { 16, parent, 0, 0 } },
        { "process_vm_writev", SYS_process_vm_writev, { parent, 0, 0, 0, 0 } },
        { "process_vm_readv", SYS_process_vm_readv, { parent, 0, 0, 0, 0 } },
        { "kill", SYS_kill, { parent, 0 } },
        { "kill a group", SYS_kill, { 0, 0 } },
        { "tgkill", SYS_tgkill, { parent, parent, 0 } },
        { "tkill", SYS_tkill, { parent, 0 } },
        { "prlimit of another process", SYS_prlimit64, { parent, 0, 0, 0 } },
        { "prctl", SYS_prctl, { PR_SET_DUMPABLE, 1 } },
        { "seccomp", SYS_seccomp, { 0, 0, 0 } },
        { "setuid", SYS_setuid, { 0 } },
        { "unshare", SYS_unshare, { 0 } },
        { "bpf", SYS_bpf, { 0, 0, 0 } },
        { "perf_event_open", SYS_perf_event_open, { 0, 0, -1, -1, 0 } },
        { "keyctl", SYS_keyctl, { 0, 0, 0 } },
        { "io_setup", SYS_io_setup, { 1, 0 } },
#ifdef SYS_io_uring_setup
        { "io_uring_setup", SYS_io_uring_setup, { 1, 0 } },
#endif
        { "typing into the terminal", SYS_ioctl, { 0, TIOCSTI, P(&byte) } },
        { "signals of a descriptor", SYS_fcntl, { 0, F_SETOWN, parent } },
        { "shmget", SYS_shmget, { 0, 4096, 0600 } },
    };
    *n = sizeof all / sizeof *all;
    memcpy(calls, all, sizeof all);
}

/* Calls getpid as programs of 32 bits do: its number, 20, is that of writev in
   others. Returns 0 where a program of 64 bits has no such calls, and kernels
   without them send a signal. */
static long call_as_32_bits(void)
{
    long n = 0;
#ifdef __x86_64__
    n = 20;
    __asm__ volatile("int $0x80" : "+a"(n) : : "memory");
#endif
    return n;
}

static bool has_calls_of_32_bits(void)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(call_as_32_bits() <= 0);
    return waitpid(child, &status, 0) == child && status == 0;
}

/* Runs in the child. Returns how many calls did not fail as they must. */
static int try_forbidden(pid_t parent)
{
    struct attempt calls[100];
    size_t n;
    int wrong = 0;
    list_calls(calls, &n, parent);
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    calls[n++] = (struct attempt){ "kill a child", SYS_kill, { child, 9 } };
    bool tries_32_bits = has_calls_of_32_bits();
    if (!filter_install())
        return 99;
    if (tries_32_bits) {
        long got = call_as_32_bits();
        wrong += !expect(got == -ENOSYS, "a call of 32 bits returned %ld", got);
    }
    for (size_t i = 0; i < n; i++) {
        const long *a = calls[i].args;
        errno = 0;
        long got = syscall(calls[i].number, a[0], a[1], a[2], a[3], a[4], a[5]);
        if (got == 0 && (strcmp(calls[i].name, "clone") == 0 ||
                         strcmp(calls[i].name, "fork") == 0))
            _exit(0);
        wrong += !expect(got == -1 && errno == ENOSYS,
                         "%s: returned %ld, errno %d", calls[i].name, got,
                         errno);
    }
    fflush(stdout);
    return wrong;
}

static void *add_one(void *number)
{
    ++*(int *)number;
    return NULL;
}

/* Runs in the child. Returns 0, or the number of the step that failed. */
static int try_allowed(pid_t parent)
{
    char byte;
    int number = 1, ends[2];
    pthread_t thread;
    (void)parent;
    if (!filter_install())
        return 99;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || read(fd, &byte, 1) != 1)
        return 1;
    free(malloc(10000000));
    if (pthread_create(&thread, NULL, add_one, &number) != 0 ||
        pthread_join(thread, NULL) != 0 || number != 2)
        return 2;
    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        return 3;
    FILE *copy = temporary_file();
    if (!copy || fputc('x', copy) == EOF || fflush(copy) != 0)
        return 4;
    signal(SIGUSR1, SIG_IGN);
    return raise(SIGUSR1) == 0 ? 0 : 5;
}

/* Runs in the child, which a signal ends although it is blocked. */
static int try_end(pid_t parent)
{
    sigset_t set = signals_set();
    (void)parent;
    sigprocmask(SIG_BLOCK, &set, NULL);
    filter_install();
    signals_end(SIGTERM);
    return 1;
}

/* Runs in the child. tkill(2) is how musl raises a signal. */
static int try_own_signal(pid_t parent)
{
    (void)parent;
    filter_install();
    return syscall(SYS_tkill, getpid(), 0) == 0 ? 0 : 1;
}

/* Returns the exit status of a child that does this. */
static int in_child(int (*act)(pid_t parent))
{
    int status = 0;
    pid_t parent = getpid();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int wrong = act(parent);
        fflush(stdout);
        _exit(wrong);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void test_filter(void)
{
    int want = has_filter() ? 0 : 99;
    test("a confined process cannot do more than read");
    int got = in_child(try_forbidden);
    expect(got == want, "%d calls", got);
    struct stat status;
    expect(stat(file, &status) == 0 && status.st_size == 5,
           "the file has changed");

    test("a confined process can read, use memory and start threads");
    got = in_child(try_allowed);
    expect(got == want, "step %d", got);

    test("a confined process can end by a signal");
    got = in_child(try_end);
    expect(got == 1000 + SIGTERM, "status %d", got);
    got = in_child(try_own_signal);
    expect(got == 0, "it cannot signal its own thread");
}
#endif

/* ---- The broker ---- */

static char output[200], other[200];

/* The stand-in for dot writes its option and its input. */
static void make_dot(char *path)
{
    FILE *dot = fopen(path, "w");
    fputs("#!/bin/sh\necho \"$@\"\ncat\necho said >&2\nexit 3\n", dot);
    fclose(dot);
    chmod(path, 0755);
}

static bool has_text(const char *path, const char *text)
{
    return save_is_same(path, str_of(text));
}

static void test_broker(void)
{
    struct arena arena = { 0 };
    struct buf out = { 0 }, messages = { 0 };
    char dot[200];
    snprintf(dot, sizeof dot, "%s/dot", folder);
    snprintf(output, sizeof output, "%s/out", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    make_dot(dot);
    const struct broker_duties duties = { dot, 10, false, draw_is_format,
                                          { NULL, output, other }, NULL };
    test("the broker runs the program");
    struct broker *broker = broker_start(&arena, &duties);
    struct run_result result =
        broker_draw(broker, "svg", S("graph"), &out, &messages);
    expect(result.end == RUN_EXITED && result.value == 3, "end %d, %d",
           (int)result.end, result.value);
    expect(str_eq(buf_text(&out), S("-Tsvg\ngraph")), "%.*s", (int)out.len,
           out.data);
    expect(str_eq(buf_text(&messages), S("said\n")), "%.*s",
           (int)messages.len, messages.data);

    test("the broker writes files");
    const struct saved_file files[] = { { output, S("one") },
                                        { other, S("two") } };
    expect(broker_save(broker, files, 2, false), "not saved");
    expect(has_text(output, "one") && has_text(other, "two"), "wrong text");
    expect(broker_save(broker, files, 2, true), "not left alone");

    test("the broker runs nothing for another format");
    static const char *const others[] = { "x11", "svg -o", "html", "" };
    broker_end(broker);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        out.len = messages.len = 0;
        broker = broker_start(&arena, &duties);
        result = broker_draw(broker, others[i], S("graph"), &out, &messages);
        expect(result.end == RUN_LOST && out.len == 0, "%s: end %d", others[i],
               (int)result.end);
        broker_end(broker);
    }
    buf_free(&out);
    buf_free(&messages);
    arena_free(&arena);
    unlink(dot);
    unlink(output);
    unlink(other);
}

/* The stand-in for dot answers each line with its own id, and ends at the line
   "end" without the end of an answer. */
static void make_layouter(char *path)
{
    FILE *dot = fopen(path, "w");
    fputs("#!/bin/sh\nwhile read -r line; do\n"
          "[ \"$line\" = end ] && echo bye && exit 5\n"
          "echo $line >&2\necho $$\necho }\ndone\n", dot);
    fclose(dot);
    chmod(path, 0755);
}

static void test_kept(void)
{
    struct arena arena = { 0 };
    struct buf first = { 0 }, out = { 0 }, messages = { 0 };
    char dot[200];
    snprintf(dot, sizeof dot, "%s/dot", folder);
    make_layouter(dot);
    for (int is_kept = 0; is_kept < 2; is_kept++) {
        const struct broker_duties duties = { dot, 10, is_kept, draw_is_format,
                                              { NULL }, NULL };
        test(is_kept ? "one process lays out one graph after another"
                     : "each graph has a process");
        struct broker *broker = broker_start(&arena, &duties);
        first.len = out.len = messages.len = 0;
        broker_draw(broker, "dot", S("one\n"), &first, &messages);
        struct run_result result =
            broker_draw(broker, "dot", S("two\n"), &out, &messages);
        expect(result.end == RUN_EXITED && result.value == 0, "end %d, %d",
               (int)result.end, result.value);
        expect(str_ends(buf_text(&out), S("\n}\n")), "%.*s", (int)out.len,
               out.data);
        expect(str_eq(buf_text(&out), buf_text(&first)) == is_kept,
               "%.*s and %.*s", (int)first.len, first.data, (int)out.len,
               out.data);
        expect(str_eq(buf_text(&messages), S("one\ntwo\n")), "%.*s",
               (int)messages.len, messages.data);
        out.len = 0;
        result = broker_draw(broker, "dot", S("end\n"), &out, &messages);
        expect(result.end == RUN_EXITED && result.value == 5, "end %d, %d",
               (int)result.end, result.value);
        out.len = 0;
        result = broker_draw(broker, "dot", S("three\n"), &out, &messages);
        expect(result.end == RUN_EXITED && result.value == 0 &&
                   !str_eq(buf_text(&out), buf_text(&first)),
               "no other process after one that ended");
        broker_end(broker);
    }
    buf_free(&first);
    buf_free(&out);
    buf_free(&messages);
    arena_free(&arena);
    unlink(dot);
}

/* Has a broker of its own write two files into a folder, the second of which
   has this name. Returns whether it says that they are there. */
static bool save_second(const struct broker_duties *duties, const char *name)
{
    struct arena arena = { 0 };
    struct broker *broker = broker_start(&arena, duties);
    const struct saved_file files[] = { { "1", S("one") },
                                        { name, S("two") } };
    bool saved = broker_save_folder(broker, files, ROWS(files));
    broker_end(broker);
    arena_free(&arena);
    return saved;
}

/* Code that an input smuggled into the confined process can name any file. */
static void test_names(void)
{
    static const char *const outside[] = { "../out", "sub/out", "/tmp/out.new",
                                           "..", ".", ".hidden", "",
                                           "/", "out/" };
    char parts[200], path[300];
    snprintf(parts, sizeof parts, "%s/parts", folder);
    snprintf(output, sizeof output, "%s/out", folder);
    const struct broker_duties duties = { "dot", 10, false, draw_is_format,
                                          { NULL }, parts };
    test("the broker writes into its folder only");
    for (size_t i = 0; i < ROWS(outside); i++) {
        expect(!save_second(&duties, outside[i]), "'%s' is saved", outside[i]);
        expect(rmdir(parts) != 0 && errno == ENOENT,
               "'%s': the folder was made", outside[i]);
        expect(access(output, F_OK) != 0, "'%s' left the folder", outside[i]);
    }
    const struct broker_duties no_folder = { "dot", 10, false, draw_is_format,
                                             { NULL, output }, NULL };
    expect(!save_second(&no_folder, "2"), "saved without a folder");
    expect(save_second(&duties, "2"), "a name was refused");
    snprintf(path, sizeof path, "%s/1", parts);
    expect(has_text(path, "one") && unlink(path) == 0, "wrong text of 1");
    snprintf(path, sizeof path, "%s/2", parts);
    expect(has_text(path, "two") && unlink(path) == 0, "wrong text of 2");
    expect(rmdir(parts) == 0, "other files are in the folder");
}

UNIT(confined)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/file", folder);
    signal(SIGPIPE, SIG_IGN);
    save_file(file, S("text\n"));
#ifdef __linux__
    test_filter();
#endif
    test_broker();
    test_kept();
    test_names();
    unlink(file);
    rmdir(folder);
    return finish_tests();
}
