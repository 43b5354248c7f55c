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

void *array_shrink(void *of, size_t n, size_t *room, size_t size)
{
    if (n == 0 || n == *room)
        return of;
    *room = n;
    return memory_checked(realloc(of, n * size));
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

/* ---- Sorting ---- */

struct sort_key {
    uint64_t key; /* the first member, as array_count_to expects it */
    size_t at;    /* the number of the element */
};

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* Sorts by one digit of the keys: the bits from `shift` on. */
static void sort_by_digit(struct sort_key *to, const struct sort_key *from,
                          size_t n, unsigned shift)
{
    size_t next[DIGITS] = { 0 }, sum = 0;
    for (size_t i = 0; i < n; i++)
        next[from[i].key >> shift & (DIGITS - 1)]++;
    for (size_t i = 0; i < DIGITS; i++) {
        size_t count = next[i];
        next[i] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[next[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
}

static uint64_t key_of(const char *element)
{
    uint64_t key;
    memcpy(&key, element, sizeof key);
    return key;
}

void array_sort(void *array, size_t n, size_t size)
{
    char *of = array;
    size_t sorted = 1;
    while (sorted < n && key_of(of + (sorted - 1) * size) <=
                             key_of(of + sorted * size))
        sorted++;
    if (sorted >= n)
        return;
    struct sort_key *memory = array_new(n, 2 * sizeof *memory);
    struct sort_key *from = memory, *to = memory + n;
    uint64_t differing = 0; /* bits of the keys */
    for (size_t i = 0; i < n; i++) {
        from[i] = (struct sort_key){ key_of(of + i * size), i };
        differing |= from[i].key ^ from[0].key;
    }
    for (unsigned at = 0; at < 64; at += DIGIT_BITS) {
        if (!(differing >> at & (DIGITS - 1)))
            continue;
        sort_by_digit(to, from, n, at);
        struct sort_key *done = to;
        to = from;
        from = done;
    }
    char *copy = array_new(n, size);
    for (size_t i = 0; i < n; i++)
        memcpy(copy + i * size, of + from[i].at * size, size);
    memcpy(array, copy, n * size);
    free(copy);
    free(memory);
}

void array_reverse(uint32_t *numbers, size_t n)
{
    for (size_t low = 0; low < n / 2; low++) {
        uint32_t other = numbers[n - 1 - low];
        numbers[n - 1 - low] = numbers[low];
        numbers[low] = other;
    }
}

static int by_id(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return COMPARE(*a, *b);
}

uint32_t array_find_id(const uint32_t *ids, uint32_t n, uint32_t id)
{
    return (uint32_t)array_count_before(ids, n, sizeof *ids, &id, by_id);
}
