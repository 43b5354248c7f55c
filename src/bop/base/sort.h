/* Sorts without allocating memory, as the qsort of libc may do. */
#pragma once

#include <stddef.h>

/* Works like qsort; equal items end up in any order. */
void bop_sort(void *items, size_t n, size_t size,
              int (*compare)(const void *, const void *));
