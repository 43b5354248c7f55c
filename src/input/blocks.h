/*
 * Blocks are pieces of a source's text that consist of whole lines. Each has
 * the ends of its lines and a hash of each line, so that the reader of a
 * profile neither searches for line ends nor hashes text.
 *
 * Blocks of a small input are made on demand, those of a large one ahead by a
 * thread, which does nothing else: the calling thread interprets the lines.
 * Both ways give the same lines.
 */
#pragma once

#include <pthread.h>

#include "input/source.h"
#include "util/array.h"

struct block_line {
    size_t end;    /* offset in the block's text of the line feed, or of the
                      end of the input */
    uint32_t hash; /* what hash_line returned for the line without its end */
};

struct block {
    struct buf text; /* the lines, one after the other */
    LIST(struct block_line) lines;
    size_t scanned;  /* offset in text up to which line ends were searched */
    size_t consumed; /* bytes of the file that were read before the block was
                        complete */
    bool is_last;    /* the last block: it has one line, the one after the last
                        line feed, or none */
};

enum { BLOCKS = 4 }; /* in the ring between the thread and its user */

/* Set source, hash_line, threads and perhaps rest; zero the other fields. */
struct blocks {
    struct source *source;
    /* The hash of a line, which must depend on nothing but the text, because
       the other thread may call it; NULL: all hashes are 0. */
    uint32_t (*hash_line)(struct str line);
    long threads;      /* the number of threads that may be used, this one
                          included; 0: as many as there are processors */
    struct buf rest;   /* text that precedes the next bytes of the source */
    size_t taken;      /* bytes of `rest` that are in blocks */
    struct buf tail;   /* the start of the line that follows the last block */
    size_t bytes_made; /* bytes in the blocks that were made without a thread */
    bool is_ended;     /* the last block was handed out */

    struct block ring[BLOCKS]; /* without a thread only the first is used */
    bool has_thread;
    pthread_t thread;
    int stop; /* closing this descriptor ends the source's wait for a pipe */

    pthread_mutex_t mutex;  /* protects all members below */
    pthread_cond_t changed; /* wakes whichever of the two threads waits */
    size_t filled;   /* blocks filled by the thread; the next one is
                        ring[filled % BLOCKS] */
    size_t released; /* blocks given back by the user; the next one to be
                        handed out is ring[released % BLOCKS] */
    bool is_held;    /* the user has the block ring[released % BLOCKS] */
    bool thread_waits, user_waits;
    bool is_stopped; /* the thread is to end */
};

/* Returns the next block, or NULL after the last. It is valid until the next
   call. */
const struct block *blocks_next(struct blocks *blocks);
/* Ends the thread, if there is one, and releases everything but the source. */
void blocks_close(struct blocks *blocks);

/* Returns the line between two offsets of a block's text, without the CR of a
   CRLF, and without blanks at its end, which pastes and filters leave there. */
static inline struct str block_line(const struct block *block, size_t start,
                                    size_t end)
{
    struct str line = { block->text.data + start, end - start };
    if (line.len && line.s[line.len - 1] == '\r')
        line.len--;
    while (line.len && ascii_is_blank(line.s[line.len - 1]))
        line.len--;
    return line;
}
