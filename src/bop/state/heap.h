/*
 * Where the program has allocated the blocks of memory that it has: the site of
 * each block. A table has a word for each 16 bytes of memory that tells which
 * block begins there. Only the thread that allocates or frees a block changes
 * its words, so there is no lock, and a fork copies the table.
 */
#pragma once

#include "bop/base/base.h"

/* A block of n bytes begins at addr; it takes the place of the one that began
   there. Site 0, or n 0: nothing is known of it. */
void bop_heap_add(uintptr_t addr, size_t n, site at);
/* The block that begins at addr is given back. */
void bop_heap_remove(uintptr_t addr);
/* The memory of a block from this byte on is given back. */
void bop_heap_cut(uintptr_t addr);
/* Returns where the block with this byte was allocated, or 0 if there is
   none. */
site bop_heap_site(uintptr_t addr);
