#include "output/dot/heap.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

#ifdef HAVE_AGMEMDISC
/* memory_count ignores pieces as small as those of libcgraph, so these are
   added up to this many bytes first. */
enum { COUNTED_TOGETHER = 256 * 1024 };

static void *open_heap(Agdisc_t *discipline)
{
    return discipline; /* which is at the start of the struct heap */
}

static void count(struct heap *heap, size_t size)
{
    heap->uncounted += size;
    if (heap->uncounted >= COUNTED_TOGETHER) {
        memory_count(heap->uncounted);
        heap->uncounted = 0;
    }
}

/* libcgraph expects zeroed memory. */
static void *take(void *heap, size_t size)
{
    count(heap, size);
    return memory_checked(calloc(1, size ? size : 1));
}

static void *resize(void *heap, void *piece, size_t old, size_t size)
{
    if (size > old)
        count(heap, size - old);
    char *moved = memory_checked(realloc(piece, size ? size : 1));
    if (size > old)
        memset(moved + old, 0, size - old);
    return moved;
}

static void release(void *heap, void *piece)
{
    (void)heap;
    free(piece);
}

void heap_set(struct heap *heap)
{
    static Agmemdisc_t functions = { .open = open_heap,
                                     .alloc = take,
                                     .resize = resize,
                                     .free = release };
    heap->discipline.mem = &functions;
}
#else
void heap_set(struct heap *heap)
{
    (void)heap;
}
#endif
