/*
 * Memory that is taken in pieces and given back at once. Everything comes
 * zeroed and aligned for any type. When the machine has no more memory, the
 * program says so and ends with status 1: nobody checks for NULL.
 */
#ifndef UTIL_ARENA_H
#define UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#include "util/str.h"

struct arena {
    struct chunk *chunks; /* NULL: nothing taken yet */
    size_t left;          /* bytes unused in the first chunk */
};

#define NEW(arena, type) ((type *)arena_take(arena, 1, sizeof(type)))
#define NEW_N(arena, type, n) ((type *)arena_take(arena, n, sizeof(type)))

void *arena_take(struct arena *arena, size_t n, size_t size);
/* A copy of s, followed by a NUL that is not counted. */
struct str arena_copy(struct arena *arena, struct str s);
__attribute__((format(printf, 2, 3))) struct str
arena_printf(struct arena *arena, const char *format, ...);
/* The same with the arguments in a list. */
__attribute__((format(printf, 2, 0))) struct str
arena_vprintf(struct arena *arena, const char *format, va_list args);
void arena_free(struct arena *arena);

#endif
