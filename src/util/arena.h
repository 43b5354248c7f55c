/*
 * An arena hands out memory in pieces and frees all of it at once. Each piece
 * is zeroed and aligned to 8 bytes. If the machine has no more memory, the
 * program says so and exits with status 1, so that callers need not check for
 * NULL.
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

/* Declares an empty arena that is freed whenever its block is left. */
#define LOCAL_ARENA(name)                                                      \
    __attribute__((cleanup(arena_free))) struct arena name = { 0 }

/* These return a pointer to one zeroed object of the type, or to the first of
   n. */
#define NEW(arena, type) ((type *)arena_take(arena, 1, sizeof(type)))
#define NEW_N(arena, type, n) ((type *)arena_take(arena, n, sizeof(type)))

/* Returns zeroed memory for n objects of `size` bytes each. */
void *arena_take(struct arena *arena, size_t n, size_t size);
/* Resizes a piece from `had` to `size` bytes and returns it; it may have moved.
   The piece must come from this function, or be NULL with 0 bytes. New bytes
   have any value. The old place of a large piece is freed when it moves. */
void *arena_resize(struct arena *arena, void *piece, size_t had, size_t size);
/* Returns a copy of s, followed by a NUL that its length does not count. */
struct str arena_copy(struct arena *arena, struct str s);
/* Returns the text that printf(3) makes of the arguments, followed by a NUL. */
__attribute__((format(printf, 2, 3))) struct str
arena_printf(struct arena *arena, const char *format, ...);
/* Does the same with the arguments in a va_list. */
__attribute__((format(printf, 2, 0))) struct str
arena_vprintf(struct arena *arena, const char *format, va_list args);
/* Releases all memory; the arena is empty again. */
void arena_free(struct arena *arena);
