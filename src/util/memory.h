/* When memory runs out, the program says so and exits with status 1. */
#ifndef UTIL_MEMORY_H
#define UTIL_MEMORY_H

#include <stddef.h>

/* Returns the result of malloc(3) and its relatives, or ends the program if
   that is NULL. */
void *memory_checked(void *memory);
/* Ends the program if an array of n elements of this size, plus a small
   overhead, exceeds what a size_t can count. */
void memory_check_size(size_t n, size_t size);

#endif
