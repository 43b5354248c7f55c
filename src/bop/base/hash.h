/* The hash function that all tables use. */
#ifndef BOP_HASH_H
#define BOP_HASH_H

#include <stdint.h>

/* Multiplies by 2^64 divided by the golden ratio, then folds the upper half,
   which depends on all bits of x, into the lower one. */
static inline uint64_t bop_hash(uint64_t x)
{
    x *= 0x9e3779b97f4a7c15u;
    return x ^ x >> 32;
}

#endif
