/* The programs share memory functions, and random numbers that are the same in
   each run. */
#ifndef ACCURACY_WORK_H
#define ACCURACY_WORK_H

#include <stdbool.h>
#include <stddef.h>

#define UNTRACED __attribute__((no_instrument_function))

/* Returns zeroed memory, which is never freed. */
UNTRACED static inline void *new_piece(size_t size)
{
    static char memory[1 << 26];
    static size_t used;
    void *piece = memory + used;
    used += (size + 15) / 16 * 16;
    return used < sizeof memory ? piece : NULL;
}

/* A random number from 0 to n - 1. */
UNTRACED static inline int random_below(int n)
{
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 16) % (unsigned)n);
}

#endif
