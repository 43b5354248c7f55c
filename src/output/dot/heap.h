/*
 * The memory of libcgraph. The library does not check its allocations, so our
 * allocators do: they count its memory for --max-memory and end the program if
 * there is none left.
 *
 * Graphviz 2.x to 8 have the discipline Agmemdisc_t for this. Later versions do
 * not, but check by themselves. A few small pieces (the heads of dictionaries)
 * always come from malloc(3).
 */
#pragma once

#include <cgraph.h>
#include <stddef.h>

struct heap {
    Agdisc_t discipline; /* for agopen; must be the first field */
    size_t uncounted;    /* bytes that memory_count does not know yet */
};

/* Puts the allocators into the discipline, if it takes any. The struct must
   live as long as the graph. */
void heap_set(struct heap *heap);
