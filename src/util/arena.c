#include "util/arena.h"

#include <stdio.h>
#include <stdlib.h>

#include "util/memory.h"

struct chunk {
    struct chunk *next;
    size_t size; /* bytes in memory[] */
    max_align_t memory[];
};

/* With AddressSanitizer, bytes that nobody may touch follow each piece, so that
   it finds accesses behind the end of a piece. */
#ifdef GUARD_PIECES
#include <sanitizer/asan_interface.h>
enum { GUARD = 16 };
#define FORBID(memory, size) ASAN_POISON_MEMORY_REGION(memory, size)
#else
enum { GUARD = 0 };
#define FORBID(memory, size) ((void)0)
#endif

/* Bytes. Most scratch arenas stay small, so the first chunk is small and each
   later one is twice as large as the one before, up to a limit. */
enum { FIRST_CHUNK = 2 * 1024, LAST_CHUNK = 64 * 1024 };

/* Adds a chunk that has at least this many bytes. */
static void add_chunk(struct arena *arena, size_t least)
{
    size_t size = FIRST_CHUNK;
    if (arena->chunks)
        size = arena->chunks->size < LAST_CHUNK / 2 ? 2 * arena->chunks->size
                                                    : LAST_CHUNK;
    if (size < least)
        size = least;
    memory_count(size);
    struct chunk *chunk = memory_checked(calloc(1, sizeof *chunk + size));
    *chunk = (struct chunk){ .next = arena->chunks, .size = size };
    arena->chunks = chunk;
    arena->left = size;
}

void *arena_take(struct arena *arena, size_t n, size_t size)
{
    size_t align = sizeof(uint64_t);
    memory_check_size(n, size);
    size_t bytes = (n * size + align - 1) / align * align + GUARD;
    if (bytes > arena->left || !arena->chunks)
        add_chunk(arena, bytes);
    char *end = (char *)arena->chunks->memory + arena->chunks->size;
    char *memory = end - arena->left;
    arena->left -= bytes;
    FORBID(memory + n * size, bytes - n * size);
    return memory;
}

/* ---- Pieces that change their size ---- */

/* A large piece has memory of its own, which realloc(3) moves. */
struct block {
    struct block *newer, *older;
    max_align_t memory[];
};

/* The most bytes of a piece that is taken from a chunk. */
enum { SMALL = 1024 };

static void link_block(struct arena *arena, struct block *block)
{
    if (block->newer)
        block->newer->older = block;
    else
        arena->blocks = block;
    if (block->older)
        block->older->newer = block;
}

static void free_block(struct arena *arena, struct block *block)
{
    if (block->newer)
        block->newer->older = block->older;
    else
        arena->blocks = block->older;
    if (block->older)
        block->older->newer = block->newer;
    free(block);
}

/* Moves a block, or makes one, if it is NULL. */
static struct block *resize_block(struct arena *arena, struct block *block,
                                  size_t had, size_t size)
{
    bool is_new = !block;
    memory_count(size > had ? size - had : 0);
    block = memory_checked(realloc(block, sizeof *block + size));
    if (is_new)
        *block = (struct block){ .older = arena->blocks };
    link_block(arena, block);
    return block;
}

void *arena_resize(struct arena *arena, void *piece, size_t had, size_t size)
{
    struct block *block = NULL;
    if (had > SMALL)
        block = (void *)((char *)piece - offsetof(struct block, memory));
    if (block && size > SMALL)
        return resize_block(arena, block, had, size)->memory;
    void *moved = NULL;
    if (size > SMALL)
        moved = resize_block(arena, NULL, 0, size)->memory;
    else if (size)
        moved = arena_take(arena, size, 1);
    if (had && size)
        memcpy(moved, piece, had < size ? had : size);
    if (block)
        free_block(arena, block);
    return moved;
}

/* ---- Texts ---- */

struct str arena_copy(struct arena *arena, struct str s)
{
    char *copy = arena_take(arena, s.len + 1, 1);
    if (s.len)
        memcpy(copy, s.s, s.len);
    return (struct str){ copy, s.len };
}

struct str arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t len = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = arena_take(arena, len + 1, 1);
    vsnprintf(text, len + 1, format, args);
    return (struct str){ text, len };
}

struct str arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct str text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

void arena_free(struct arena *arena)
{
    while (arena->chunks) {
        struct chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
    while (arena->blocks) {
        struct block *older = arena->blocks->older;
        free(arena->blocks);
        arena->blocks = older;
    }
    arena->left = 0;
}
