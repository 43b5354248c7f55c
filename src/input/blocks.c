/* POSIX does not tell how many processors there are. */
#define _GNU_SOURCE

#include "input/blocks.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/array.h"

/* Bytes in a block, where no line is longer, and in those before it is worth
   a thread. */
#ifndef BLOCK
#define BLOCK ((size_t)256 * 1024)
#define ALONE ((size_t)4 * 1024 * 1024)
#endif

/* ---- One block ---- */

static void add_line(struct blocks *blocks, struct block *block, size_t start,
                     size_t end)
{
    struct str line = block_line(block, start, end);
    if (block->n == block->room)
        block->lines = array_grow(block->lines, block->n, &block->room,
                                  sizeof *block->lines);
    block->lines[block->n++] = (struct block_line){
        end, blocks->hash_line ? blocks->hash_line(line) : 0
    };
}

/* In what was added. */
static void find_lines(struct blocks *blocks, struct block *block)
{
    struct str all = buf_text(&block->text);
    const char *text = all.s, *end = text + all.len;
    const char *at = text + block->sought;
    size_t start = block->n ? block->lines[block->n - 1].end + 1 : 0;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        add_line(blocks, block, start, (size_t)(at - text));
        start = (size_t)(++at - text);
    }
    block->sought = all.len;
}

/* What was left over is the start of a block. */
static void take_rest(struct blocks *blocks, struct block *block)
{
    block->n = block->text.len = block->sought = 0;
    buf_add(&block->text, buf_text(&blocks->rest));
    blocks->rest.len = 0;
}

/* What follows the last line end is for the next block. */
static void leave_rest(struct blocks *blocks, struct block *block)
{
    size_t end = block->lines[block->n - 1].end + 1;
    buf_add(&blocks->rest, str_skip(buf_text(&block->text), end));
    block->text.len = end;
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

/* A file fills the block; what comes slowly is not waited for. */
static bool wants_more(const struct blocks *blocks, const struct block *block)
{
    return block->n == 0 ||
           (blocks->source->is_file && block->text.len < BLOCK / 2);
}

static void fill(struct blocks *blocks, struct block *block)
{
    bool going_on = true;
    take_rest(blocks, block);
    find_lines(blocks, block);
    while (going_on && wants_more(blocks, block) && !is_stopped(blocks)) {
        going_on = source_read(blocks->source, &block->text, BLOCK);
        find_lines(blocks, block);
    }
    block->taken = blocks->source->taken;
    block->is_last = block->n == 0;
    if (!block->is_last)
        leave_rest(blocks, block);
    else if (block->text.len)
        add_line(blocks, block, 0, block->text.len);
}

/* ---- The thread ---- */

/* NULL: told to stop. */
static struct block *wait_for_place(struct blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    blocks->waits_for_place = blocks->filled - blocks->used == BLOCKS;
    while (blocks->waits_for_place && !blocks->is_stopped)
        pthread_cond_wait(&blocks->changed, &blocks->mutex);
    bool stopped = blocks->is_stopped;
    pthread_mutex_unlock(&blocks->mutex);
    return stopped ? NULL : &blocks->ring[blocks->filled % BLOCKS];
}

/* Is it time to wake the one that waits for blocks? A second block of a file
   comes soon. */
static bool has_enough(const struct blocks *blocks, bool last)
{
    return last || !blocks->source->is_file ||
           blocks->filled - blocks->used >= BLOCKS / 2;
}

static void hand_over(struct blocks *blocks, bool last)
{
    pthread_mutex_lock(&blocks->mutex);
    blocks->filled++;
    if (blocks->waits_for_block && has_enough(blocks, last)) {
        blocks->waits_for_block = false;
        pthread_cond_signal(&blocks->changed);
    }
    pthread_mutex_unlock(&blocks->mutex);
}

static void *work(void *opaque)
{
    struct blocks *blocks = opaque;
    struct block *block;
    bool last = false;
    while (!last && (block = wait_for_place(blocks))) {
        fill(blocks, block);
        last = block->is_last;
        hand_over(blocks, last);
    }
    return NULL;
}

/* May this process use more than one processor? */
static bool has_processors(void)
{
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set) > 1;
#endif
#ifdef _SC_NPROCESSORS_ONLN
    return sysconf(_SC_NPROCESSORS_ONLN) > 1;
#else
    return true;
#endif
}

/* Signals are for the thread that we are in. */
static bool create_thread(struct blocks *blocks)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&blocks->thread, NULL, work, blocks);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}

/* Waiting for bytes of a pipe comes to an end when ours is closed. */
static bool open_stop(struct blocks *blocks)
{
    int ends[2];
    if (blocks->source->is_file)
        return true;
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    blocks->source->stop = ends[0];
    blocks->stop = ends[1];
    return true;
}

static void close_stop(struct blocks *blocks)
{
    if (blocks->source->stop < 0)
        return;
    close(blocks->source->stop);
    close(blocks->stop);
    blocks->source->stop = -1;
}

/* It is tried once: without memory for a thread we do without. */
static void start_thread(struct blocks *blocks)
{
    bool wanted = blocks->threads ? blocks->threads > 1 : has_processors();
    blocks->threads = 1;
    if (!wanted || !open_stop(blocks))
        return;
    pthread_mutex_init(&blocks->mutex, NULL);
    pthread_cond_init(&blocks->changed, NULL);
    blocks->has_thread = true; /* before: the thread looks */
    if (create_thread(blocks))
        return;
    blocks->has_thread = false;
    close_stop(blocks);
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

/* The block that was asked for before is free for the thread, which goes on
   when half of them are. */
static void give_back(struct blocks *blocks)
{
    blocks->used += blocks->is_held;
    blocks->is_held = true;
    if (blocks->waits_for_place &&
        blocks->filled - blocks->used <= BLOCKS / 2) {
        blocks->waits_for_place = false;
        pthread_cond_signal(&blocks->changed);
    }
}

static struct block *wait_for_block(struct blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    give_back(blocks);
    blocks->waits_for_block = blocks->filled == blocks->used;
    while (blocks->waits_for_block)
        pthread_cond_wait(&blocks->changed, &blocks->mutex);
    pthread_mutex_unlock(&blocks->mutex);
    return &blocks->ring[blocks->used % BLOCKS];
}

static struct block *make_block(struct blocks *blocks)
{
    struct block *block = &blocks->ring[0];
    fill(blocks, block);
    blocks->made += block->text.len;
    return block;
}

const struct block *blocks_next(struct blocks *blocks)
{
    if (blocks->is_ended)
        return NULL;
    if (blocks->threads != 1 && blocks->made >= ALONE)
        start_thread(blocks);
    struct block *block = blocks->has_thread ? wait_for_block(blocks)
                                             : make_block(blocks);
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
        free(blocks->ring[i].lines);
    }
    buf_free(&blocks->rest);
}
