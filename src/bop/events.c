/*
 * The event stream. Each thread fills a buffer of its own with whole lines, so
 * events are in order for each thread; what defines names goes out at once,
 * before the lines that use it.
 */
#include "bop/events.h"

#include "bop/functions.h"
#include "bop/literals.h"
#include "bop/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE 512 /* bytes: no event is longer */

struct event_buffer {
    struct text text;
    uintptr_t busy; /* the stack address of who is adding a line, or 0 */
    uint64_t written;
};

static struct text stream; /* head, names and the end */
static struct stat identity;
static const char *name;
static uint64_t lines, lines_before; /* in the file; before the totals */
static off_t length;                 /* before the totals */

/* The program may have closed our descriptor and opened another file. */
static int stream_fd(void)
{
    struct stat now;
    if (fstat(stream.fd, &now) == 0 && now.st_dev == identity.st_dev &&
        now.st_ino == identity.st_ino)
        return stream.fd;
    stream.fd = open(name, O_WRONLY | O_APPEND | O_CLOEXEC);
    return stream.fd;
}

static void send(struct text *text)
{
    struct quiet quiet;
    bop_quiet(&quiet);
    text->fd = stream_fd();
    text_flush(text);
    lines += text->lines;
    text->lines = 0;
    if (text->error && !stream.error)
        stream.error = text->error;
    bop_loud(&quiet);
}

int bop_events_start(const char *path)
{
    name = path;
    stream.n = 0;
    stream.lines = lines = 0;
    stream.error = 0;
    stream.fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
                     0666);
    if (stream.fd < 0 || fstat(stream.fd, &identity) != 0)
        return errno;
    bop_write_head(&stream);
    bop_write_modules(&stream);
    send(&stream);
    return stream.error;
}

int bop_events_flush(void)
{
    for (struct thread *t = bop_threads(); t; t = t->next)
        if (t->events)
            send(&t->events->text);
    return stream.error;
}

int bop_events_end(void)
{
    bop_events_flush();
    lines_before = lines;
    length = lseek(stream_fd(), 0, SEEK_END);
    stream.lines = lines;
    lines = 0;
    bop_write_totals(&stream);
    send(&stream);
    return stream.error;
}

void bop_events_reopen(void)
{
    if (bop.mode != MODE_EVENTS || length < 0 ||
        ftruncate(stream_fd(), length) != 0)
        return;
    lines = lines_before;
}

static void forget(struct event_buffer *events)
{
    text_start(&events->text, -1);
    events->busy = 0;
    events->written = 0;
}

void bop_events_forget(void)
{
    for (struct thread *t = bop_threads(); t; t = t->next)
        if (t->events)
            forget(t->events);
}

static void tell_functions(struct thread *t)
{
    for (size_t i = 1; i < t->depth; i++)
        if (t->frames[i].call != NO_ID)
            bop_event_enter(t, t->frames[i].function,
                            (site)t->call_ids.keys[t->frames[i].call][1]);
}

void bop_events_resume(void)
{
    uint32_t n;
    if (bop.mode != MODE_EVENTS || bop.dead)
        return;
    for (uint32_t id = 1; id < bop_functions(); id++)
        bop_event_function(id, bop_function(id));
    const struct literal *literals = bop_literals(&n);
    for (uint32_t id = 0; id < n; id++)
        bop_event_literal(id, &literals[id]);
    if (bop_self)
        tell_functions(bop_self);
}

bool bop_events_over(void)
{
    uint64_t n = 0;
    for (struct thread *t = bop_threads(); t; t = t->next)
        if (t->events)
            n += t->events->written;
    return bop.mode == MODE_EVENTS && n >= bop.max_edges;
}

void bop_event_thread(struct thread *t)
{
    if (!t->events)
        t->events = bop_memory(sizeof *t->events);
}

void bop_event_thread_ends(struct thread *t)
{
    send(&t->events->text);
}

/* A handler of signals that comes while a line is added loses its own; one
   that never came back, by siglongjmp, holds nobody up. */
static struct text *begin(struct thread *t, const char *kind)
{
    struct event_buffer *events = t->events;
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if ((events->busy && here < events->busy) ||
        events->written >= bop.max_edges) {
        t->dropped++;
        return NULL;
    }
    events->busy = here;
    events->written++;
    if (events->text.n + LINE > sizeof events->text.bytes)
        send(&events->text);
    text_word(&events->text, kind);
    return &events->text;
}

static void end(struct thread *t)
{
    text_number(&t->events->text, t->id);
    text_end(&t->events->text);
    t->events->busy = 0;
}

void bop_event_enter(struct thread *t, uint32_t function, site at)
{
    struct text *text = begin(t, "e");
    if (!text)
        return;
    text_number(text, function);
    bop_write_site(text, at);
    text_number(text, bop_refs(t));
    end(t);
}

void bop_event_leave(struct thread *t, uint32_t function)
{
    struct text *text = begin(t, "x");
    if (!text)
        return;
    text_number(text, function);
    text_number(text, bop_refs(t));
    end(t);
}

void bop_event_dependence(struct thread *t, record w, uint32_t reader)
{
    const struct context *writer = bop_context(w & (MAX_CONTEXTS - 1));
    const struct context *r = bop_context(reader);
    struct text *text = begin(t, "d");
    if (!text)
        return;
    bop_write_site(text, writer->at);
    bop_write_site(text, writer->top);
    text_number(text, w >> CONTEXT_BITS);
    bop_write_site(text, r->at);
    bop_write_site(text, r->top);
    text_number(text, t->psu);
    text_word(text, writer->thread == t->id ? " R" : " X");
    end(t);
}

void bop_event_function(uint32_t id, const struct function *function)
{
    bop_write_function(&stream, id, function, NULL);
    send(&stream);
}

void bop_event_literal(uint32_t id, const struct literal *literal)
{
    bop_write_literal(&stream, id, literal);
    send(&stream);
}

void bop_event_module(uint32_t id)
{
    if (!name)
        return; /* the first ones come with the head */
    bop_write_module(&stream, id);
    send(&stream);
}
