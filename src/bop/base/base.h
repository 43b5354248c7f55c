/* Attributes and types that every file of the tracer uses. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes a function visible outside the library. */
#define EXPORTED __attribute__((visibility("default")))
/* Marks a function whose calls the compiler inserts into traced code. */
#define HOOK EXPORTED __attribute__((used))
#define INLINE static inline __attribute__((always_inline))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* The number of elements of an array. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

/* Makes a range, whose ends are variables, contain another one. */
#define WIDEN(least, most, other_least, other_most)                            \
    do {                                                                       \
        if ((other_least) < (least))                                           \
            (least) = (other_least);                                           \
        if ((other_most) > (most))                                             \
            (most) = (other_most);                                             \
    } while (0)

/* No id. Ids are of type uint32_t. */
#define NO_ID UINT32_MAX

/*
 * A place in the traced program: the return address of the call that reports
 * it, or LITERAL | ID for a file and line that the program names through bop.h
 * (literals.h), or 0 if the place is not known.
 */
typedef uintptr_t site;
#define LITERAL ((site)1 << 63)
