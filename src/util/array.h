/*
 * Arrays that the caller owns and releases with free(3). *room is the number
 * of elements that an array has memory for. Arrays that grow double their room
 * and may move, so each function returns the array.
 */
#ifndef UTIL_ARRAY_H
#define UTIL_ARRAY_H

#include <stddef.h>
#include <stdint.h>

/* A new array of n zeroed elements. */
void *array_new(size_t n, size_t size);
/* Makes room for element n, the one after the last. New elements are not
   cleared. */
void *array_grow(void *array, size_t n, size_t *room, size_t size);
/* Makes room for element i and clears all new elements, so that every element
   below *room can be read. */
void *array_reach(void *array, size_t i, size_t *room, size_t size);

/* The index of id among n ascending ids. The id must be one of them. */
uint32_t array_find_id(const uint32_t *ids, uint32_t n, uint32_t id);

#endif
