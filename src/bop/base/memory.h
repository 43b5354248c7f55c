/* Memory for the library itself, directly from the system, because the program
   may have replaced malloc or may be inside it. It is zeroed, and rarely
   freed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Takes a reserve for the end of the program. Call this before bop_memory. */
void bop_memory_start(void (*tell)(bool has_reserve));

/* Never returns NULL. If there is no memory, it calls `tell`, which may use the
   reserve if there is one, and ends the program, because later results would be
   wrong. */
void *bop_memory(size_t size);

/* Returns NULL if there is no memory. */
void *bop_memory_try(size_t size);

/* Frees memory of that size. */
void bop_memory_release(void *p, size_t size);

/*
 * Makes sure that an array has room for item n: returns `old` if it has, else a
 * larger copy. *room is the number of items that fit, and size the bytes of an
 * item. The old copy is never freed, because a signal handler or thread may
 * still read it.
 */
void *bop_memory_grow(void *old, size_t n, size_t *room, size_t size);

/* Returns a copy of n bytes of text and a NUL, which is never freed. */
char *bop_memory_text(const char *text, size_t n);

/* Returns the rest of a file and a NUL, or NULL if it cannot be read. */
char *bop_memory_file(int fd);
