/* Each thread fills a buffer of its own with whole lines, so events are in
   order within each thread. Definitions are written at once, and thus before
   the lines that use them. */
#include "bop/trace/events.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/program/functions.h"
#include "bop/program/literals.h"
#include "bop/state/contexts.h"
#include "bop/state/thread.h"
#include "bop/trace/records.h"
#include "bop/trace/rows.h"
#include "bop/trace/text.h"
#include "bop/tracer.h"

#define LINE 512 /* bytes; no event is longer */

struct event_buffer {
    struct text_buffer text;
    uintptr_t busy; /* the frame of the function that adds a line, or 0 */
    uint64_t written;
};

static struct text_buffer stream; /* the head, definitions and the end */
static struct stat identity;      /* of the trace */
static const char *trace_path;    /* NULL before the start */
static uint64_t lines;            /* in the trace */
static uint64_t lines_before;     /* as lines and length were before the end */
static off_t length_before;

static bool is_trace(int fd)
{
    struct stat now;
    return fstat(fd, &now) == 0 && now.st_dev == identity.st_dev &&
           now.st_ino == identity.st_ino;
}

/* Returns the descriptor of the trace, or -1. The program may have closed it
   and opened another file, and the name may lead to another file by now. */
static int find_descriptor(void)
{
    if (is_trace(stream.fd))
        return stream.fd;
    int fd = open(trace_path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
    stream.fd = is_trace(fd) ? fd : -1;
    if (fd >= 0 && stream.fd < 0)
        close(fd);
    return stream.fd;
}

static void send(struct text_buffer *text)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    text->fd = find_descriptor();
    bop_text_flush(text);
    lines += text->lines;
    text->lines = 0;
    if (text->error && !stream.error)
        stream.error = text->error;
    bop_lock_release(&saved);
}

int bop_events_start(const char *path, int fd)
{
    trace_path = path;
    stream.n = 0;
    stream.lines = lines = 0;
    stream.error = 0;
    stream.fd = fd;
    if (fstat(fd, &identity) != 0)
        return errno;
    bop_records_head(&stream);
    bop_records_modules(&stream);
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
    length_before = lseek(find_descriptor(), 0, SEEK_END);
    stream.lines = lines;
    lines = 0;
    bop_records_totals(&stream);
    send(&stream);
    return stream.error;
}

void bop_events_reopen(void)
{
    if (bop_tracer.mode == MODE_EVENTS && length_before >= 0 &&
        ftruncate(find_descriptor(), length_before) == 0)
        lines = lines_before;
}

void bop_events_forget(void)
{
    for (struct thread *t = bop_threads(); t; t = t->next) {
        if (!t->events)
            continue;
        bop_text_start(&t->events->text, -1);
        t->events->busy = 0;
        t->events->written = 0;
    }
}

void bop_events_resume(void)
{
    uint32_t n;
    struct thread *t = bop_thread_self;
    if (bop_tracer.mode != MODE_EVENTS || bop_tracer.dead)
        return;
    for (uint32_t id = 1; id < bop_functions_count(); id++)
        bop_events_function(id, bop_function(id));
    const struct literal *literals = bop_literals(&n);
    for (uint32_t id = 0; id < n; id++)
        bop_events_literal(id, &literals[id]);
    for (size_t i = 1; t && i < t->depth; i++) {
        const struct stack_frame *frame = &t->frames[i];
        if (frame->call != NO_ID)
            bop_events_enter(t, frame->function,
                             (site)t->call_ids.keys[frame->call][1]);
    }
}

bool bop_events_over(void)
{
    uint64_t n = 0;
    for (struct thread *t = bop_threads(); t; t = t->next)
        if (t->events)
            n += t->events->written;
    return bop_tracer.mode == MODE_EVENTS && n >= bop_tracer.max_edges;
}

void bop_events_thread(struct thread *t)
{
    if (!t->events)
        t->events = bop_memory(sizeof *t->events);
}

void bop_events_thread_ends(struct thread *t)
{
    send(&t->events->text);
}

/*
 * Begins a line. Returns NULL if the event is dropped. A signal handler that
 * comes while a line is added runs in a deeper frame and loses its own events.
 * If it leaves by siglongjmp, busy stays set until an event comes from a frame
 * that is not deeper.
 */
static struct text_buffer *begin_line(struct thread *t, const char *kind)
{
    struct event_buffer *events = t->events;
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if ((events->busy && here < events->busy) ||
        events->written >= bop_tracer.max_edges) {
        t->lost.dropped++;
        return NULL;
    }
    events->busy = here;
    events->written++;
    if (events->text.n + LINE > sizeof events->text.bytes)
        send(&events->text);
    bop_text_word(&events->text, kind);
    return &events->text;
}

static void end_line(struct thread *t)
{
    bop_text_end(&t->events->text);
    t->events->busy = 0;
}

void bop_events_enter(struct thread *t, uint32_t function, site at)
{
    struct text_buffer *text = begin_line(t, "e");
    if (!text)
        return;
    bop_text_number(text, function);
    bop_rows_site(text, at);
    bop_text_number(text, bop_thread_references(t));
    bop_text_number(text, t->id);
    end_line(t);
}

void bop_events_leave(struct thread *t, uint32_t function)
{
    struct text_buffer *text = begin_line(t, "x");
    if (!text)
        return;
    bop_text_number(text, function);
    bop_text_number(text, bop_thread_references(t));
    bop_text_number(text, t->id);
    end_line(t);
}

void bop_events_dependence(struct thread *t, shadow_word w, uint32_t reader,
                           uintptr_t addr)
{
    const struct access_context *from =
        bop_contexts_get(bop_shadow_context(w));
    const struct access_context *to = bop_contexts_get(reader);
    struct text_buffer *text = begin_line(t, "d");
    if (!text)
        return;
    bop_rows_site(text, from->at);
    bop_rows_site(text, from->top);
    bop_text_number(text, bop_shadow_time(w));
    bop_rows_site(text, to->at);
    bop_rows_site(text, to->top);
    bop_text_number(text, t->pseudo_time);
    bop_text_word(text, from->thread == t->id ? " R" : " X");
    bop_text_number(text, t->id);
    bop_rows_site(text, addr + 1);
    end_line(t);
}

void bop_events_function(uint32_t id, const struct traced_function *function)
{
    bop_records_function(&stream, id, function, NULL);
    send(&stream);
}

void bop_events_literal(uint32_t id, const struct literal *literal)
{
    bop_records_literal(&stream, id, literal);
    send(&stream);
}

void bop_events_module(uint32_t id)
{
    if (!trace_path)
        return; /* bop_events_start writes the first modules */
    bop_records_module(&stream, id);
    send(&stream);
}
