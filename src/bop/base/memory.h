/* This is memory for the library itself. It comes from the system directly,
   because the program may have replaced malloc or may be inside it. Memory is
   zeroed and rarely given back. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Takes a reserve for the end of the program. Call this before bop_memory. */
void bop_memory_start(void (*tell)(bool has_reserve));

/* Never returns NULL. If there is no memory, it calls `tell` and ends the
   program, because no later result could be trusted. `tell` may use memory, the
   reserve, if it has one. */
void *bop_memory(size_t size);

/* Returns NULL if there is no memory. */
void *bop_memory_try(size_t size);

/* Gives back memory of that size. */
void bop_memory_release(void *p, size_t size);

/*
 * Makes sure that an array has an item number n: returns old if it does, else
 * a larger copy. room is the number of items it has room for, size the bytes
 * of an item. The old copy is never given back, so that a signal handler or
 * thread that still reads it finds it whole.
 */
void *bop_memory_grow(void *old, size_t n, size_t *room, size_t size);

/* Returns a copy of n bytes of text with a NUL behind it, which is never given
   back. */
char *bop_memory_text(const char *text, size_t n);

/* Returns the rest of a file with a NUL behind it, or NULL if it cannot be
   read. */
char *bop_memory_file(int fd);
