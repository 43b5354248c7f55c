/*
 * An arena hands out memory piece by piece and takes all of it back at once.
 * Each piece is zeroed and aligned for any type. If the machine has no more
 * memory, the program says so and exits with status 1, so that callers need
 * not check for NULL.
 */
#pragma once

#include <stdarg.h>

#include "util/text/str.h"

/* Zeroed is empty; release with arena_free. */
struct arena {
    struct chunk *chunks; /* newest first; NULL: nothing was taken yet */
    size_t left;          /* unused bytes of the newest chunk */
    struct block *blocks; /* the large pieces of arena_resize, newest first */
};

/* Declares an empty arena that is freed at the end of its block, on whatever way
   the block is left. */
#define LOCAL_ARENA(name)                                                      \
    __attribute__((cleanup(arena_free))) struct arena name = { 0 }

/* A pointer to one zeroed object of the type, or to the first of n. */
#define NEW(arena, type) ((type *)arena_take(arena, 1, sizeof(type)))
#define NEW_N(arena, type, n) ((type *)arena_take(arena, n, sizeof(type)))

/* Zeroed memory for n objects of `size` bytes each. */
void *arena_take(struct arena *arena, size_t n, size_t size);
/* Gives a piece another size, in bytes, and returns it; it may have moved. NULL
   is the piece of 0 bytes. The piece must be one that this function returned
   with `had` as its size. Bytes that are new have any value. A large piece
   leaves nothing behind when it moves. */
void *arena_resize(struct arena *arena, void *piece, size_t had, size_t size);
/* Returns a copy of s, followed by a NUL that its length does not count. */
struct str arena_copy(struct arena *arena, struct str s);
/* The text that printf(3) makes of the arguments, followed by such a NUL. */
__attribute__((format(printf, 2, 3))) struct str
arena_printf(struct arena *arena, const char *format, ...);
/* arena_printf with the arguments in a va_list. */
__attribute__((format(printf, 2, 0))) struct str
arena_vprintf(struct arena *arena, const char *format, va_list args);
/* Releases all memory; the arena is empty again. */
void arena_free(struct arena *arena);
