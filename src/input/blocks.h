/*
 * The text of a source in blocks of whole lines, each with the places of its
 * line ends and a hash of each line. Blocks are made when they are asked for,
 * or ahead of that by a thread: which of the two changes nothing in them.
 */
#ifndef INPUT_BLOCKS_H
#define INPUT_BLOCKS_H

#include <pthread.h>

#include "input/source.h"

struct block_line {
    size_t end;    /* in the text: of its line feed, or the end of all */
    uint32_t hash; /* as hash_line says, without LF or CRLF */
};

struct block {
    struct buf text; /* the lines, one behind the other */
    struct block_line *lines;
    size_t n, room;
    size_t sought; /* in the text: up to here line ends were sought */
    size_t taken;  /* bytes of the file that had been read then */
    bool is_last;  /* has at most one line: what follows the last line end */
};

enum { BLOCKS = 4 }; /* that a thread makes */

struct blocks {
    struct source *source;
    uint32_t (*hash_line)(struct str line); /* NULL: all are 0 */
    long threads;    /* at most: with 1 none is started, 0: processors */
    struct buf rest; /* text that belongs to the next block */
    size_t made;     /* bytes in all blocks without a thread */
    bool is_ended;   /* the last block was handed out */

    struct block ring[BLOCKS]; /* without a thread only the first */
    bool has_thread;
    pthread_t thread;
    int stop; /* what is closed to stop the source, if it is no file */

    pthread_mutex_t mutex;  /* for all below */
    pthread_cond_t changed; /* what one of the two waits for */
    size_t filled, used;    /* how many blocks were, the next ones are these
                               modulo BLOCKS */
    bool is_held; /* used is being used */
    bool waits_for_place, waits_for_block, is_stopped;
};

/* Zeroed but for source, hash_line, which another thread may call, threads
   and rest is the start. The block is valid until the next one is asked for;
   NULL after the last. */
const struct block *blocks_next(struct blocks *blocks);
/* Ends the thread, if there is one, and frees all but the source. */
void blocks_close(struct blocks *blocks);

/* A line of the block that begins at start: without CR. */
static inline struct str block_line(const struct block *block, size_t start,
                                    size_t end)
{
    struct str line = { block->text.data + start, end - start };
    if (line.len && line.s[line.len - 1] == '\r')
        line.len--;
    return line;
}

#endif
