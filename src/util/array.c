#include "util/array.h"

#include "util/memory.h"

/* memset writes to every page at once. Memory from calloc(3) would cost a
   second page fault for each page that is read before it is written, as the
   pages of a hash table are. */
void *array_new(size_t n, size_t size)
{
    enum { CACHE_LINE = 64 };
    memory_check_size(n, size);
    size_t bytes = (n * size / CACHE_LINE + 1) * CACHE_LINE;
    memory_count(bytes);
    return memset(memory_checked(aligned_alloc(CACHE_LINE, bytes)), 0, bytes);
}

/* Many lists stay short: each thread of a trace has several. */
enum { FIRST_ROOM = 8 };

void *array_list_double(struct arena *arena, void *of, size_t *room,
                        size_t size)
{
    size_t had = *room;
    *room = had ? had * 2 : FIRST_ROOM;
    memory_check_size(*room, size);
    if (arena)
        return arena_resize(arena, of, had * size, *room * size);
    memory_count((*room - had) * size);
    return memory_checked(realloc(of, *room * size));
}

void *array_list_reach(struct arena *arena, void *of, size_t *n, size_t i,
                       size_t *room, size_t size)
{
    size_t had = *room;
    while (i >= *room)
        of = array_list_double(arena, of, room, size);
    if (*room > had)
        memset((char *)of + had * size, 0, (*room - had) * size);
    if (i >= *n)
        *n = i + 1;
    return of;
}

void *array_reserve(void *bytes, size_t n, size_t more, size_t *room)
{
    size_t had = *room, wanted = had ? had : 64;
    memory_check_size(more, 4); /* what is doubled stays below SIZE_MAX */
    while (wanted - n < more)
        wanted *= 2;
    /* A sanitizer's realloc copies even if the size stays. */
    if (wanted == had)
        return bytes;
    memory_count(wanted - had);
    *room = wanted;
    return memory_checked(realloc(bytes, wanted));
}

static int by_id(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

uint32_t array_find_id(const uint32_t *ids, uint32_t n, uint32_t id)
{
    return (uint32_t)array_count_before(ids, n, sizeof *ids, &id, by_id);
}
