#include "input/blocks.h"

#include <unistd.h>

#include "util/files/pipe.h"
#include "util/machine.h"
#include "util/signals.h"

/* Bytes in a block, unless a line is longer, and bytes of input before a
   thread is worth its start. Tests choose their own. */
#ifndef BLOCK
#define BLOCK ((size_t)256 * 1024)
#define THREAD_AFTER ((size_t)4 * 1024 * 1024)
#endif

/* ---- One block ---- */

static void add_line(struct blocks *blocks, struct block *block, size_t start,
                     size_t end)
{
    struct str line = block_line(block, start, end);
    *PUSH(&block->lines) = (struct block_line){
        end, blocks->hash_line ? blocks->hash_line(line) : 0
    };
}

/* Finds the line ends in the text that was not scanned yet. */
static void find_lines(struct blocks *blocks, struct block *block)
{
    struct str all = buf_text(&block->text);
    const char *text = all.s, *end = text + all.len;
    const char *at = text + block->scanned;
    size_t n = block->lines.n;
    size_t start = n ? block->lines.of[n - 1].end + 1 : 0;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        add_line(blocks, block, start, (size_t)(at - text));
        start = (size_t)(++at - text);
    }
    block->scanned = all.len;
}

static bool is_stopped(struct blocks *blocks)
{
    if (!blocks->has_thread)
        return false;
    pthread_mutex_lock(&blocks->mutex);
    bool stopped = blocks->is_stopped;
    pthread_mutex_unlock(&blocks->mutex);
    return stopped;
}

/* A block needs at least one line. Those of a file are filled to a half at
   least; those of a pipe are handed out without waiting for more. */
static bool needs_more(const struct blocks *blocks, const struct block *block)
{
    return block->lines.n == 0 ||
           (blocks->source->is_file && block->text.len < BLOCK / 2);
}

/* Appends what was read before there were blocks, or else what one read gives.
   Returns false at the end. */
static bool add_text(struct blocks *blocks, struct block *block)
{
    struct str rest = str_skip(buf_text(&blocks->rest), blocks->taken);
    rest = str_head(rest, BLOCK);
    if (!rest.len)
        return source_read(blocks->source, &block->text, BLOCK);
    buf_add(&block->text, rest);
    blocks->taken += rest.len;
    return true;
}

/* Makes the next block. What follows its last line end is the start of the
   block after it. */
static void fill(struct blocks *blocks, struct block *block)
{
    bool going_on = true;
    block->lines.n = block->text.len = block->scanned = 0;
    buf_add(&block->text, buf_text(&blocks->tail));
    blocks->tail.len = 0;
    while (going_on && needs_more(blocks, block) && !is_stopped(blocks)) {
        going_on = add_text(blocks, block);
        find_lines(blocks, block);
    }
    block->consumed = blocks->source->consumed;
    block->is_last = block->lines.n == 0;
    if (!block->is_last) {
        size_t end = block->lines.of[block->lines.n - 1].end + 1;
        buf_add(&blocks->tail, str_skip(buf_text(&block->text), end));
        block->text.len = end;
    } else if (block->text.len) {
        add_line(blocks, block, 0, block->text.len);
    }
}

/* ---- The thread ---- */

/* Waits until a block of the ring is free. NULL: the thread is to end. */
static struct block *wait_for_free_block(struct blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    blocks->thread_waits = blocks->filled - blocks->released == BLOCKS;
    while (blocks->thread_waits && !blocks->is_stopped)
        pthread_cond_wait(&blocks->changed, &blocks->mutex);
    bool stopped = blocks->is_stopped;
    pthread_mutex_unlock(&blocks->mutex);
    return stopped ? NULL : &blocks->ring[blocks->filled % BLOCKS];
}

/* Hands a filled block to the user. Waking costs time, so a user that waits is
   woken for two blocks, unless the second may be long in coming. */
static void hand_over(struct blocks *blocks, bool is_last)
{
    pthread_mutex_lock(&blocks->mutex);
    blocks->filled++;
    if (blocks->user_waits &&
        (is_last || !blocks->source->is_file ||
         blocks->filled - blocks->released >= BLOCKS / 2)) {
        blocks->user_waits = false;
        pthread_cond_signal(&blocks->changed);
    }
    pthread_mutex_unlock(&blocks->mutex);
}

static void *work(void *opaque)
{
    struct blocks *blocks = opaque;
    struct block *block;
    bool is_last = false;
    while (!is_last && (block = wait_for_free_block(blocks))) {
        fill(blocks, block);
        is_last = block->is_last;
        hand_over(blocks, is_last);
    }
    return NULL;
}

/* Lets this thread end the other one's wait for the bytes of a pipe: the
   source polls one end of a new pipe, and this thread closes the other. */
static bool open_stop(struct blocks *blocks)
{
    return blocks->source->is_file ||
           pipe_open(&blocks->source->stop, &blocks->stop);
}

/* Starts a thread if one is wanted. If that fails, it is not tried again: the
   blocks are then made without a thread. */
static void start_thread(struct blocks *blocks)
{
    bool wanted =
        (blocks->threads ? blocks->threads : machine_processors()) > 1;
    blocks->threads = 1;
    if (!wanted || !open_stop(blocks))
        return;
    pthread_mutex_init(&blocks->mutex, NULL);
    pthread_cond_init(&blocks->changed, NULL);
    blocks->has_thread = true; /* the thread reads this as soon as it runs */
    if (signals_thread(&blocks->thread, work, blocks))
        return;
    blocks->has_thread = false;
    if (blocks->source->stop >= 0) {
        close(blocks->source->stop);
        close(blocks->stop);
        blocks->source->stop = -1;
    }
}

static void end_thread(struct blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    blocks->is_stopped = true;
    pthread_cond_signal(&blocks->changed);
    pthread_mutex_unlock(&blocks->mutex);
    if (blocks->source->stop >= 0)
        close(blocks->stop);
    pthread_join(blocks->thread, NULL);
    if (blocks->source->stop >= 0)
        close(blocks->source->stop);
    pthread_cond_destroy(&blocks->changed);
    pthread_mutex_destroy(&blocks->mutex);
}

/* Gives back the block that the user has, and waits for the next one. A thread
   that waits for a free block is woken when half of the ring is free. */
static struct block *wait_for_block(struct blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    blocks->released += blocks->is_held;
    blocks->is_held = true;
    if (blocks->thread_waits &&
        blocks->filled - blocks->released <= BLOCKS / 2) {
        blocks->thread_waits = false;
        pthread_cond_signal(&blocks->changed);
    }
    blocks->user_waits = blocks->filled == blocks->released;
    while (blocks->user_waits)
        pthread_cond_wait(&blocks->changed, &blocks->mutex);
    pthread_mutex_unlock(&blocks->mutex);
    return &blocks->ring[blocks->released % BLOCKS];
}

/* ---- The user ---- */

const struct block *blocks_next(struct blocks *blocks)
{
    struct block *block = &blocks->ring[0];
    if (blocks->is_ended)
        return NULL;
    if (blocks->threads != 1 && blocks->bytes_made >= THREAD_AFTER)
        start_thread(blocks);
    if (blocks->has_thread) {
        block = wait_for_block(blocks);
    } else {
        fill(blocks, block);
        blocks->bytes_made += block->text.len;
    }
    blocks->is_ended = block->is_last;
    return block;
}

void blocks_close(struct blocks *blocks)
{
    if (blocks->has_thread)
        end_thread(blocks);
    blocks->has_thread = false;
    for (int i = 0; i < BLOCKS; i++) {
        buf_free(&blocks->ring[i].text);
        LIST_FREE(&blocks->ring[i].lines);
    }
    buf_free(&blocks->rest);
    buf_free(&blocks->tail);
}
