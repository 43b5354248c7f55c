/* Records of fields as text. */
#include "bop/trace/text.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void bop_text_start(struct text_buffer *text, int fd)
{
    text->fd = fd;
    text->error = 0;
    text->lines = text->n = 0;
    text->keyed = false;
}

/* Tells whether a signal that should end the program waits for the end of the
   critical section. */
static bool should_end(void)
{
    static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM };
    sigset_t pending;
    sigpending(&pending);
    for (size_t i = 0; i < ROWS(signals); i++)
        if (sigismember(&pending, signals[i]))
            return true;
    return false;
}

/* Waits until a pipe takes more. Returns false if its reader takes nothing for
   a second while a signal should end the program; later calls return false at
   once, because the handler of that signal writes the trace again. */
static bool wait_for_reader(int fd)
{
    static bool gave_up;
    struct pollfd waiting = { .fd = fd, .events = POLLOUT };
    while (!gave_up) {
        struct timespec second = { .tv_sec = 1 };
        if (syscall(SYS_ppoll, &waiting, 1, &second, NULL, 0) > 0)
            break;
        gave_up = should_end();
    }
    return !gave_up;
}

/* Writes as write(2) does. The program, which knows nothing of the trace, does
   not get the signal of a pipe without a reader or of a limit on the size of
   files; one that waited for it before stays. */
static ssize_t write_quietly(int fd, const char *bytes, size_t n)
{
    static const struct timespec now = { 0 };
    sigset_t both, before, pending, sent;
    sigemptyset(&both);
    sigaddset(&both, SIGPIPE);
    sigaddset(&both, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &both, &before);
    sigpending(&pending);
    ssize_t written = write(fd, bytes, n);
    int error = errno;
    int signal_number = error == EPIPE ? SIGPIPE : SIGXFSZ;
    sigemptyset(&sent);
    sigaddset(&sent, signal_number);
    if (written < 0 && (error == EPIPE || error == EFBIG) &&
        !sigismember(&pending, signal_number))
        while (sigtimedwait(&sent, NULL, &now) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

void bop_text_flush(struct text_buffer *text)
{
    size_t done = 0;
    while (done < text->n && !text->error) {
        ssize_t n =
            write_quietly(text->fd, text->bytes + done, text->n - done);
        int error = n < 0 ? errno : 0;
        if (n >= 0)
            done += (size_t)n;
        else if (error == EAGAIN ? !wait_for_reader(text->fd) : error != EINTR)
            text->error = error;
    }
    text->n = 0;
}

static void put(struct text_buffer *text, char c)
{
    if (text->n == sizeof text->bytes)
        bop_text_flush(text);
    text->bytes[text->n++] = c;
}

void bop_text_word(struct text_buffer *text, const char *word)
{
    while (*word)
        put(text, *word++);
}

static void put_blank(struct text_buffer *text)
{
    if (!text->keyed)
        put(text, ' ');
    text->keyed = false;
}

static void put_number(struct text_buffer *text, uint64_t number, unsigned base)
{
    char buffer[24];
    char *p = buffer + sizeof buffer;
    *--p = 0;
    do
        *--p = "0123456789abcdef"[number % base];
    while (number /= base);
    put_blank(text);
    bop_text_word(text, p);
}

void bop_text_number(struct text_buffer *text, uint64_t number)
{
    put_number(text, number, 10);
}

void bop_text_list(struct text_buffer *text, const uint64_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bop_text_number(text, numbers[i]);
}

void bop_text_hex(struct text_buffer *text, uint64_t number)
{
    put_number(text, number, 16);
}

void bop_text_string(struct text_buffer *text, const char *string)
{
    put_blank(text);
    if (!*string)
        put(text, '-');
    bool dash = strcmp(string, "-") == 0; /* a text, not an empty field */
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        if (c > ' ' && c < 127 && c != '%' && !dash) {
            put(text, *string);
        } else {
            put(text, '%');
            put(text, "0123456789ABCDEF"[c >> 4]);
            put(text, "0123456789ABCDEF"[c & 15]);
        }
    }
}

void bop_text_key(struct text_buffer *text, const char *key)
{
    put(text, ' ');
    bop_text_word(text, key);
    put(text, '=');
    text->keyed = true;
}

void bop_text_end(struct text_buffer *text)
{
    put(text, '\n');
    text->lines++;
}
