/*
 * The memory that the program may use. When it needs more, or when the machine
 * has no more, the program says so and exits with status 1.
 *
 * The limit belongs to the whole process, as its memory does. The allocators of
 * the program, util/arena.c and util/array.c, count what they take. A library
 * that accepts an allocator gets one that counts; what another library is going
 * to need is counted before it gets its input.
 *
 * Only pieces of 64 kB and more are counted, and frees are not. When the count
 * reaches what is left below the limit, the memory that the process really has
 * is measured, with that which it took and has not filled yet, and the count
 * begins again. So counting costs nothing that can be measured.
 */
#pragma once

#include <stddef.h>

/* Sets the limit in bytes; 0: none. If nobody calls this, it is half of what
   machine_memory finds. To be called before there is a second thread. */
void memory_limit(size_t bytes);

/* Says that this many bytes are about to be allocated in one piece; less than
   64 kB do not count. Ends the program after a message if the limit does not
   allow them. Any thread may call it. */
void memory_count(size_t bytes);

/* These are malloc(3) and realloc(3) for libraries that accept an allocator.
   They count small pieces, too, and never return NULL; release with free(3). */
void *memory_take(size_t size);
void *memory_resize(void *piece, size_t size);

/* Returns the result of malloc(3) and its relatives, or ends the program if
   that is NULL. */
void *memory_checked(void *memory);
/* Ends the program if an array of n elements of this size, plus a small
   overhead, exceeds what a size_t can count. */
void memory_check_size(size_t n, size_t size);
