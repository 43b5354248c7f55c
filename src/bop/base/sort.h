/* Sorting without memory of its own, since the qsort of libc may allocate
   some. */
#pragma once

#include <stddef.h>

/* Has the arguments and the result of qsort; equal items end up in any
   order. */
void bop_sort(void *items, size_t n, size_t size,
              int (*compare)(const void *, const void *));
