/*
 * Streams to and from memory of the program, which fmemopen and open_memstream
 * make: what goes through them is written to that memory, or read from there,
 * by the statement that calls a function for files. Streams that libraries make
 * are not seen, nor is memory that fmemopen allocates.
 */
#include <errno.h>
#include <limits.h>

#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/libc/wrap.h"

struct stream {
    FILE *file;   /* NULL: closed */
    char *buffer; /* the buffer of open_memstream moves */
    char **text;  /* open_memstream stores the buffer and its size there;
                     NULL */
    size_t *size; /* with fmemopen */
    long at;      /* the position after the last call */
    long most;    /* no position behind this one is in the buffer */
};

/* Places are used again, so there are as many as streams are open at once. */
static struct stream *streams;
static size_t n_streams, streams_room;

static struct stream *find(const FILE *file)
{
    for (size_t i = 0; i < n_streams; i++)
        if (streams[i].file == file)
            return &streams[i];
    return NULL;
}

static void add(struct stream stream)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    struct stream *place = find(NULL);
    if (!place) {
        streams = bop_memory_grow(streams, n_streams, &streams_room,
                                  sizeof *streams);
        place = &streams[n_streams++];
    }
    *place = stream;
    bop_lock_release(&saved);
}

/* Follows the buffer of open_memstream, which libc has moved with its first n
   bytes. */
static void follow(struct stream *stream, size_t n)
{
    if (!stream->text || *stream->text == stream->buffer)
        return;
    if (stream->buffer && n)
        bop_shadow_move((uintptr_t)*stream->text, (uintptr_t)stream->buffer, n);
    stream->buffer = *stream->text;
}

/* Returns the stream of a file, or NULL, and sets the positions before and
   after the call. */
static struct stream *moved(FILE *file, long *from, long *to)
{
    struct stream *stream = find(file);
    int saved = errno;
    if (!stream)
        return NULL;
    *from = stream->at;
    *to = ftell(file);
    if (*to > stream->most)
        *to = stream->most;
    stream->at = *to;
    errno = saved;
    return stream;
}

void bop_wrap_stream_output(const struct wrap_call *call, FILE *file)
{
    long from, to;
    struct stream *stream = moved(file, &from, &to);
    if (!stream || to <= from)
        return;
    if (stream->text) {
        fflush(file);
        follow(stream, (size_t)from);
        bop_wrap_write(call, stream->text, sizeof *stream->text);
        bop_wrap_write(call, stream->size, sizeof *stream->size);
    }
    bop_wrap_write(call, stream->buffer + from, (size_t)(to - from));
}

void bop_wrap_stream_input(const struct wrap_call *call, FILE *file)
{
    long from, to;
    struct stream *stream = moved(file, &from, &to);
    if (stream && !stream->text && to > from)
        bop_wrap_read(call, stream->buffer + from, (size_t)(to - from));
}

void bop_wrap_stream_seek(FILE *file)
{
    long from, to;
    moved(file, &from, &to);
}

WRAP(FILE *, fmemopen, void *buffer, size_t n, const char *mode)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_read(&call, mode, bop_wrap_size(mode));
    FILE *file = __real_fmemopen(buffer, n, mode);
    if (file && buffer)
        add((struct stream){ .file = file, .buffer = buffer,
                             .at = ftell(file),
                             .most = n < LONG_MAX ? (long)n : LONG_MAX });
    return file;
}

WRAP(FILE *, open_memstream, char **text, size_t *size)
{
    const struct wrap_call call = WRAP_CALL();
    FILE *file = __real_open_memstream(text, size);
    if (file) {
        fflush(file);
        bop_wrap_write(&call, text, sizeof *text);
        bop_wrap_write(&call, size, sizeof *size);
        add((struct stream){ .file = file, .buffer = *text, .text = text,
                             .size = size, .most = LONG_MAX });
    }
    return file;
}

/* The buffer of open_memstream may move once more. */
WRAP(int, fclose, FILE *file)
{
    struct stream *stream = find(file), closed;
    if (!stream)
        return __real_fclose(file);
    closed = *stream;
    stream->file = NULL;
    int status = __real_fclose(file);
    follow(&closed, (size_t)closed.at);
    return status;
}
