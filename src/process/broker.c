#define _GNU_SOURCE /* for MSG_CMSG_CLOEXEC */
#include "process/broker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/progress.h"
#include "util/signals.h"

#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

enum {
    TICK = 200,   /* milliseconds between two calls of progress_tick */
    FORMAT = 16,  /* bytes of the name of a format, its NUL included */
};

struct broker {
    pid_t pid; /* 0: it has ended */
    int socket;
    const struct broker_duties *duties;
    struct run_kept kept; /* the program that lays out graphs */
};

/* A request of the confined process. The graph follows it, or the names of the
   files in the folder, each ended by a NUL. */
struct request {
    unsigned save;       /* bit i: write path i; 0: draw */
    bool is_folder;      /* write files into the folder */
    char format[FORMAT]; /* of the picture */
    size_t input;        /* bytes of the graph, or of the names */
};

/* An answer of the broker. To write files, it asks for the bytes of each, and
   gets the errno of writing them as an int. The last answer has the result; the
   output and the messages of the program follow it. */
struct answer {
    bool asks_for_file; /* a descriptor comes with the answer */
    size_t file;
    bool is_saved;
    struct run_result result;
    size_t out, messages; /* bytes */
};

/* ---- Both ---- */

static bool send_bytes(int socket, const void *bytes, size_t n)
{
    return save_write_bytes(socket, (struct str){ bytes, n }) == 0;
}

static bool receive_bytes(int socket, void *bytes, size_t n)
{
    for (char *at = bytes; n;) {
        ssize_t got = read(socket, at, n);
        if (got == 0)
            errno = EPIPE;
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        at += got > 0 ? got : 0;
        n -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* Appends n bytes to a buffer, or nothing if they cannot be received. */
static bool receive_text(int socket, struct buf *to, size_t n)
{
    bool good = receive_bytes(socket, buf_reserve(to, n), n);
    to->len += good ? n : 0;
    return good;
}

/* A descriptor travels in the ancillary data of a message (cmsg(3)). */
union control {
    struct cmsghdr header; /* aligns the bytes */
    char bytes[CMSG_SPACE(sizeof(int))];
};

/* ---- In the broker ---- */

/* The socket of the broker. A signal handler has no other way to learn it. */
static volatile sig_atomic_t served;

/* SIGIO says that something happened at the socket. If the other end is closed,
   nobody waits for the answer, and the first signal that is not ignored ends
   this process; the handlers of util/files/save.c and process/run.c clean up
   then. */
static void check_client(int number)
{
    static const int ends[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT };
    struct pollfd client = { .fd = served };
    struct sigaction action = { .sa_handler = SIG_IGN };
    int error = errno;
    (void)number;
    if (poll(&client, 1, 0) > 0) {
        size_t i = 0;
        while (sigaction(ends[i], NULL, &action) == 0 &&
               action.sa_handler == SIG_IGN && i < ROWS(ends) - 1)
            i++;
        raise(ends[i]);
    }
    errno = error;
}

/* Receives a part of a request. While read(2) waits for data the kernel sends
   no SIGIO, not even if the other end is closed right behind them. */
static bool receive_part(const struct broker *broker, void *bytes, size_t n)
{
    bool good = receive_bytes(broker->socket, bytes, n);
    check_client(SIGIO);
    return good;
}

static bool send_answer(int socket, const struct answer *answer)
{
    return send_bytes(socket, answer, sizeof *answer);
}

static bool send_descriptor(int socket, const struct answer *answer, int fd)
{
    union {
        const struct answer *constant;
        void *mutable;
    } bytes = { .constant = answer };
    union control control;
    struct iovec part = { bytes.mutable, sizeof *answer };
    struct msghdr message = { .msg_iov = &part,
                              .msg_iovlen = 1,
                              .msg_control = control.bytes,
                              .msg_controllen = sizeof control.bytes };
    ssize_t n;
    memset(&control, 0, sizeof control);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
    do
        n = sendmsg(socket, &message, 0);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof *answer;
}

/* Has the confined process write a file. context: the broker. */
static int write_file(void *context, size_t file, int fd)
{
    const struct broker *broker = context;
    struct answer answer = { .asks_for_file = true, .file = file };
    int error;
    return send_descriptor(broker->socket, &answer, fd) &&
                   receive_part(broker, &error, sizeof error)
               ? error
               : EPIPE;
}

static bool serve_save(struct broker *broker, const struct request *request)
{
    const char *paths[SAVE_MOST] = { 0 };
    struct answer answer = { 0 };
    for (size_t i = 0; i < SAVE_MOST; i++)
        if (request->save >> i & 1)
            paths[i] = broker->duties->paths[i];
    answer.is_saved = save_paths(paths, SAVE_MOST, write_file, broker);
    return send_answer(broker->socket, &answer);
}

/* Returns the names in the arena, and their number. NULL: one of them would
   leave the folder. */
static const char **read_names(struct arena *arena, struct str text, size_t *n)
{
    const char **names = NEW_N(arena, const char *, text.len);
    struct str name;
    for (*n = 0; str_cut(text, S("\0"), &name, &text); (*n)++) {
        if (!save_folder_is_name(name))
            return NULL;
        names[*n] = name.s;
    }
    return names;
}

static bool serve_folder(struct broker *broker, const struct request *request)
{
    LOCAL_ARENA(arena);
    LOCAL_BUF(text);
    struct answer answer = { 0 };
    const char **names = NULL;
    size_t n;
    if (broker->duties->folder &&
        receive_text(broker->socket, &text, request->input))
        names = read_names(&arena, buf_text(&text), &n);
    if (names)
        answer.is_saved =
            save_folder(broker->duties->folder, names, n, write_file, broker);
    return names && send_answer(broker->socket, &answer);
}

/* Runs the program for a request. Of its formats, only that of layouts ends
   with a brace of its own line and has none before. */
static struct run_result draw(struct broker *broker, const char *const *argv,
                              struct str input, struct buf *out,
                              struct buf *messages)
{
    const struct broker_duties *duties = broker->duties;
    if (duties->is_kept && strcmp(argv[1], "-Tdot") == 0)
        return run_ask(&broker->kept, argv, input, S("\n}\n"), duties->limit,
                       out, messages);
    run_end_kept(&broker->kept);
    return run_program(argv, input, duties->limit, out, messages);
}

static bool serve_drawing(struct broker *broker, const struct request *request)
{
    char option[2 + FORMAT] = "-T";
    const char *argv[] = { broker->duties->program, option, NULL };
    LOCAL_BUF(input);
    LOCAL_BUF(out);
    LOCAL_BUF(messages);
    if (!memchr(request->format, 0, FORMAT) ||
        !broker->duties->is_format(str_of(request->format)))
        return false;
    memcpy(option + 2, request->format, FORMAT);
    bool good = receive_text(broker->socket, &input, request->input);
    check_client(SIGIO);
    if (good) {
        struct answer answer = {
            .result = draw(broker, argv, buf_text(&input), &out, &messages),
        };
        answer.out = out.len;
        answer.messages = messages.len;
        good = send_answer(broker->socket, &answer) &&
               send_bytes(broker->socket, out.data, out.len) &&
               send_bytes(broker->socket, messages.data, messages.len);
    }
    return good;
}

/* The libraries need not clean up, which takes time. Sanitizers and coverage
   report at a regular end. */
static void end(void)
{
#ifdef NO_FILTER
    exit(0);
#else
    _exit(0);
#endif
}

/* Has the kernel end this process by SIGTERM, whose handlers clean up, when its
   parent ends. If the parent has ended already, this process has another parent
   by now, and ends itself. */
static void end_with(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent)
        end();
}

/* Switches SIGIO on or off. It is on while a request is served, because the
   broker may then wait for dot, or for the reader of a pipe, and not for the
   socket. */
static void watch_client(const struct broker *broker, bool watches)
{
    fcntl(broker->socket, F_SETFL, watches ? O_ASYNC : 0);
    if (watches)
        check_client(SIGIO);
}

static bool serve_request(struct broker *broker, const struct request *request)
{
    watch_client(broker, true);
    bool good = request->is_folder ? serve_folder(broker, request)
                : request->save    ? serve_save(broker, request)
                                   : serve_drawing(broker, request);
    watch_client(broker, false);
    return good;
}

/* Serves until the other end is closed. Does not return. */
static void serve(struct broker *broker, pid_t parent)
{
    struct request request;
    struct sigaction action = { .sa_handler = check_client,
                                .sa_flags = SA_RESTART };
    action.sa_mask = signals_set();
    end_with(parent);
    served = broker->socket;
    sigaction(SIGIO, &action, NULL);
    fcntl(broker->socket, F_SETOWN, getpid());
    while (receive_bytes(broker->socket, &request, sizeof request) &&
           serve_request(broker, &request))
        ;
    run_end_kept(&broker->kept);
    end();
}

/* ---- In the confined process ---- */

/* The broker while it works. A signal handler has no other way to learn it. */
static const struct broker *volatile working;

/* The broker then ends dot, removes temporary files and ends. */
static void end_both(int signal_number)
{
    shutdown(working->socket, SHUT_RDWR);
    while (working->pid > 0 && waitpid(working->pid, NULL, 0) < 0 &&
           errno == EINTR)
        ;
    signals_end(signal_number);
}

struct broker *broker_start(struct arena *arena,
                            const struct broker_duties *duties)
{
    struct broker *broker = NEW(arena, struct broker);
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return NULL;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    signal(SIGCHLD, SIG_DFL); /* if it is ignored, waitpid finds no child */
    broker->duties = duties;
    broker->pid = fork();
    bool is_child = broker->pid == 0;
    broker->socket = ends[is_child];
    close(ends[!is_child]);
    if (is_child)
        serve(broker, parent);
    if (broker->pid > 0)
        return broker;
    close(broker->socket);
    return NULL;
}

/* Waits until there is something to read. */
static void wait_for_answer(const struct broker *broker)
{
    struct pollfd fd = { .fd = broker->socket, .events = POLLIN };
    int n;
    do {
        progress_tick();
        n = poll(&fd, 1, TICK);
    } while (n == 0 || (n < 0 && errno == EINTR));
}

/* Receives an answer, and the descriptor that comes with it or -1. */
static bool receive_answer(const struct broker *broker, struct answer *answer,
                           int *fd)
{
    union control control;
    struct iovec part = { answer, sizeof *answer };
    struct msghdr message = { .msg_iov = &part,
                              .msg_iovlen = 1,
                              .msg_control = control.bytes,
                              .msg_controllen = sizeof control.bytes };
    ssize_t n;
    *fd = -1;
    wait_for_answer(broker);
    do
        n = recvmsg(broker->socket, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    if (n == 0)
        errno = EPIPE;
    if (n <= 0)
        return false;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_type == SCM_RIGHTS &&
        header->cmsg_len == CMSG_LEN(sizeof *fd))
        memcpy(fd, CMSG_DATA(header), sizeof *fd);
    return receive_bytes(broker->socket, (char *)answer + n,
                         sizeof *answer - (size_t)n);
}

/* Reports that the broker cannot be reached, and by which signal it ended if it
   did. If its end of the socket is closed, it has ended, because nothing else
   closes that. Returns false. */
static bool report_lost(struct broker *broker, const char *what, int error)
{
    int status = 0;
    bool has_ended = (error == EPIPE || error == ECONNRESET) && broker->pid > 0;
    while (has_ended && waitpid(broker->pid, &status, 0) < 0)
        has_ended = errno == EINTR;
    if (has_ended)
        broker->pid = 0;
    if (has_ended && WIFSIGNALED(status))
        return diag_error("%s: the process that runs dot and writes "
                          "files was ended by signal %d (%s)",
                          what, WTERMSIG(status), strsignal(WTERMSIG(status)));
    return diag_error("%s: %s", what, strerror(error));
}

struct run_result broker_draw(struct broker *broker, const char *format,
                              struct str input, struct buf *out,
                              struct buf *messages)
{
    struct request request = { .input = input.len };
    struct answer answer = { 0 };
    struct sigaction before[SIGNALS];
    int fd;
    strncpy(request.format, format, FORMAT - 1);
    working = broker;
    signals_catch(end_both, before);
    bool good = send_bytes(broker->socket, &request, sizeof request) &&
                send_bytes(broker->socket, input.s, input.len) &&
                receive_answer(broker, &answer, &fd) &&
                receive_text(broker->socket, out, answer.out) &&
                receive_text(broker->socket, messages, answer.messages);
    int error = errno;
    signals_restore(before);
    if (good)
        return answer.result;
    report_lost(broker, "cannot read what dot writes", error);
    return (struct run_result){ RUN_LOST, 0 };
}

/* Returns the number of the path among the duties. */
static size_t find_path(const struct broker *broker, const char *path)
{
    size_t i = 0;
    while (i < SAVE_MOST - 1 && (!broker->duties->paths[i] ||
                                 strcmp(broker->duties->paths[i], path) != 0))
        i++;
    return i;
}

/* Writes the files for which the broker asks, until it is done. `bytes` are in
   the order of the duties, or of the names. */
static bool write_files(struct broker *broker, const struct str *bytes)
{
    struct answer answer = { 0 };
    int fd;
    while (receive_answer(broker, &answer, &fd)) {
        if (!answer.asks_for_file)
            return answer.is_saved;
        int error = fd < 0 ? EMFILE : save_write_bytes(fd, bytes[answer.file]);
        if (fd >= 0 && close(fd) != 0 && !error)
            error = errno;
        if (!send_bytes(broker->socket, &error, sizeof error))
            break;
    }
    return report_lost(broker, "the output may be the old or the new one",
                       errno);
}

/* Sends a request, with what follows it, and writes the files. */
static bool have_written(struct broker *broker, const struct request *request,
                         struct str text, const struct str *bytes)
{
    struct sigaction before[SIGNALS];
    working = broker;
    signals_catch(end_both, before);
    bool good = ((send_bytes(broker->socket, request, sizeof *request) &&
                  send_bytes(broker->socket, text.s, text.len)) ||
                 report_lost(broker, "the output was not written", errno)) &&
                write_files(broker, bytes);
    signals_restore(before);
    return good;
}

bool broker_save(struct broker *broker, const struct saved_file *files,
                 size_t n, bool only_if_changed)
{
    struct request request = { 0 };
    struct str bytes[SAVE_MOST] = { 0 };
    for (size_t i = 0; i < n; i++) {
        size_t at = find_path(broker, files[i].path);
        bytes[at] = files[i].bytes;
        if (!only_if_changed || !save_is_same(files[i].path, files[i].bytes))
            request.save |= 1u << at;
    }
    if (!request.save)
        return true;
    return have_written(broker, &request, S(""), bytes);
}

bool broker_save_folder(struct broker *broker, const struct saved_file *files,
                        size_t n)
{
    LOCAL_ARENA(arena);
    LOCAL_BUF(names);
    struct str *bytes = NEW_N(&arena, struct str, n);
    for (size_t i = 0; i < n; i++) {
        bytes[i] = files[i].bytes;
        buf_add(&names, str_of(files[i].path));
        buf_char(&names, '\0');
    }
    const struct request request = { .is_folder = true, .input = names.len };
    return have_written(broker, &request, buf_text(&names), bytes);
}

void broker_end(struct broker *broker)
{
    close(broker->socket);
    while (broker->pid > 0 && waitpid(broker->pid, NULL, 0) < 0 &&
           errno == EINTR)
        ;
}
