/*
 * The sites at which the program allocated its present blocks of memory. A
 * table has a word for each 16 bytes of memory, for the block that begins
 * there. Only the thread that allocates or frees a block changes its words, so
 * there is no lock, and a fork copies the table.
 */
#pragma once

#include "bop/base/base.h"

/* Adds a block of n bytes at addr, replacing any block that began there. If
   `at` or n is 0, nothing is known of it. */
void bop_heap_add(uintptr_t addr, size_t n, site at);
/* Removes the block that begins at addr. */
void bop_heap_remove(uintptr_t addr);
/* Removes the memory of a block from this byte on. */
void bop_heap_cut(uintptr_t addr);
/* Returns where the block with this byte was allocated, or 0 if there is
   none. */
site bop_heap_site(uintptr_t addr);
