/* The hash function that all tables use. */
#pragma once

#include <stdint.h>

/* Multiplies by 2^64 divided by the golden ratio, then folds the upper half,
   which depends on all bits of x, into the lower one. */
static inline uint64_t bop_hash(uint64_t x)
{
    x *= 0x9e3779b97f4a7c15u;
    return x ^ x >> 32;
}
