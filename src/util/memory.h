/*
 * The memory that the program may use. If it needs more, or if the machine has
 * no more, it exits with status 1 after a message.
 *
 * The limit belongs to the whole process, as its memory does. The allocators of
 * the program, util/arena.c and util/array.c, count what they take. A library
 * that accepts an allocator gets one that counts; what another library is going
 * to need is counted before it gets its input.
 *
 * Only pieces of 64 kB and more are counted, and frees are not. When the count
 * reaches the rest below the limit, the real memory of the process is measured,
 * including memory that it has allocated but not yet filled, and counting
 * begins again. So counting takes no measurable time.
 */
#pragma once

#include <stddef.h>

/* Sets the limit in bytes; 0: none. The default is half of machine_memory. Call
   it before a second thread starts. */
void memory_limit(size_t bytes);

/* Counts bytes that are about to be allocated in one piece, unless it is
   smaller than 64 kB. Ends the program after a message if the limit does not
   allow them. Any thread may call it. */
void memory_count(size_t bytes);

/* These are malloc(3) and realloc(3) for libraries that accept an allocator.
   They count small pieces, too, and never return NULL; release with free(3). */
void *memory_take(size_t size);
void *memory_resize(void *piece, size_t size);

/* Returns the result of malloc(3) and its relatives, or ends the program if
   that is NULL. */
void *memory_checked(void *memory);
/* Ends the program if the size of an array, plus a small overhead, overflows a
   size_t. */
void memory_check_size(size_t n, size_t size);
