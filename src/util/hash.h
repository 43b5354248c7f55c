/*
 * Hashes of the keys of hash indexes (util/index.h). The values may differ
 * from machine to machine, so no result may depend on them; what has to stay
 * the same everywhere uses str_stable_hash.
 *
 * Every hash index takes its hashes from here, so that this is the one place
 * to change if inputs ever have to be kept from choosing keys that collide.
 */
#ifndef UTIL_HASH_H
#define UTIL_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "util/str.h"

/* The hash of the bytes of a text and of their number. */
uint32_t hash_text(struct str text);
/* The hash of n numbers, which depends on their order. */
uint32_t hash_numbers(const uint32_t *numbers, size_t n);

/* The hash of an ordered pair of numbers. */
static inline uint32_t hash_pair(uint32_t a, uint32_t b)
{
    uint64_t h = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h ^ h >> 32);
}

#endif
