/*
 * Lists: arrays that grow and know how many elements they have.
 *
 *     struct thread {
 *         LIST(struct frame) frames; // .of has the elements, .n says how many
 *     };
 *     *PUSH_IN(arena, &thread->frames) = (struct frame){ .line = 1 };
 *     thread->frames.of[0].line++;
 *
 * A zeroed list is empty. It belongs to the arena that all calls for it name,
 * and ends with that; or, if they name none, to the caller, who releases it
 * with LIST_FREE. Set n to 0 to fill it again, but zero it after its arena was
 * freed. Its elements may move when it grows.
 */
#pragma once

#include <stdlib.h>

#include "util/arena.h"

/* The type of a list or, without a name behind it, the members of a struct that
   is a list. */
#define LIST(type)                                                             \
    struct {                                                                   \
        type *of;                                                              \
        size_t n, room;                                                        \
    }

/* Appends an element and returns a pointer to it. Its memory is not cleared, so
   assign a whole element. The value must not depend on the list, because C may
   evaluate it before or after the list grows. The macros evaluate `list`, a
   pointer, several times. */
#define PUSH(list) PUSH_IN(NULL, list)
#define PUSH_IN(arena, list)                                                   \
    ((list)->of = array_list_grow(arena, (list)->of, (list)->n,                \
                                  &(list)->room, sizeof *(list)->of),          \
     &(list)->of[(list)->n++])

/* Returns a pointer to element i. If the list is too short, it grows, and new
   elements are zeroed. A list that grows in this way must not grow by PUSH. */
#define REACH(list, i) REACH_IN(NULL, list, i)
#define REACH_IN(arena, list, i)                                               \
    (&((list)->of =                                                            \
           array_list_reach(arena, (list)->of, &(list)->n, i, &(list)->room,   \
                            sizeof *(list)->of))[i])

/* Returns a pointer to the last element; there must be one. */
#define LAST(list) (&(list)->of[(list)->n - 1])

/* Sorts n elements by qsort(3), which takes no NULL for none. `n` is evaluated
   twice. */
#define SORT(array, n, compare)                                                \
    ((n) > 0 ? qsort(array, n, sizeof *(array), compare) : (void)0)

/* Does what array_count_to does, for a list. */
#define COUNT_TO(list, limit)                                                  \
    array_count_to((list)->of, (list)->n, sizeof *(list)->of, limit)

/* Releases a list that has no arena; it is empty again. */
#define LIST_FREE(list)                                                        \
    (free((list)->of), (list)->of = NULL, (list)->n = (list)->room = 0)

/* The macros call these functions, which return the elements. `size` is the
   size of an element in bytes, and *room the number of elements that fit into
   the memory. */
void *array_list_double(struct arena *arena, void *of, size_t *room,
                        size_t size);
void *array_list_reach(struct arena *arena, void *of, size_t *n, size_t i,
                       size_t *room, size_t size);
static inline void *array_list_grow(struct arena *arena, void *of, size_t n,
                                    size_t *room, size_t size)
{
    return n < *room ? of : array_list_double(arena, of, room, size);
}

/* ---- Arrays that the caller owns and releases with free(3) ---- */

/* Returns a new array of n zeroed elements. */
void *array_new(size_t n, size_t size);
/* Moves n elements to memory in which no more than these fit. */
void *array_shrink(void *of, size_t n, size_t *room, size_t size);
/* Makes room for `more` bytes behind n bytes by doubling the room, but moves
   the bytes only once. */
void *array_reserve(void *bytes, size_t n, size_t more, size_t *room);

/* Returns the number of elements whose key is at most `limit`. The key is a
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

/* Returns the number of elements of an ascending array for which
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

/* Sorts elements by a key, which is a uint64_t and the first member of an
   element. Equal ones keep their order. The time is linear; an array that is in
   order already is only checked. */
void array_sort(void *array, size_t n, size_t size);

/* Turns the order of numbers around. */
void array_reverse(uint32_t *numbers, size_t n);

/* Returns the position of id among n ascending ids. The id must be one of
   them. */
uint32_t array_find_id(const uint32_t *ids, uint32_t n, uint32_t id);
