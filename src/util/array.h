/*
 * Arrays that the caller owns and releases with free(3). `size` is the size of
 * an element in bytes; *room is the number of elements that an array has
 * memory for. An array that grows doubles its room and may move, so each
 * function returns the array.
 */
#ifndef UTIL_ARRAY_H
#define UTIL_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns a new array of n zeroed elements. */
void *array_new(size_t n, size_t size);
/* Doubles the room. */
void *array_double(void *array, size_t *room, size_t size);
/* Makes room for `more` bytes behind n bytes by doubling the room, but moves
   the bytes only once. */
void *array_reserve(void *bytes, size_t n, size_t more, size_t *room);
/* Makes room for element n, where n is the number of elements so far. Memory
   for new elements is not cleared. NULL with *room 0 is the empty array. */
static inline void *array_grow(void *array, size_t n, size_t *room, size_t size)
{
    return n < *room ? array : array_double(array, room, size);
}
/* Makes room for element i, which may be any, and clears the memory for new
   elements, so that every element below *room can be read. */
void *array_reach(void *array, size_t i, size_t *room, size_t size);

/* Returns how many elements have a key of at most `limit`. The key is a
   uint64_t, the first member of an element, and the elements ascend by it. */
static inline size_t array_count_to(const void *array, size_t n, size_t size,
                                    uint64_t limit)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t key;
        memcpy(&key, (const char *)array + middle * size, sizeof key);
        if (key <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns how many elements of an ascending array come before a key: for these,
   compare(element, key) < 0. */
static inline size_t array_count_before(const void *array, size_t n,
                                        size_t size, const void *key,
                                        int (*compare)(const void *,
                                                       const void *))
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare((const char *)array + middle * size, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the position of id among n ascending ids. The id must be one of
   them. */
uint32_t array_find_id(const uint32_t *ids, uint32_t n, uint32_t id);

#endif
