/*
 * Copies and zeroes bytes for the library itself. If the linker redirects the
 * program's memcpy to ours, it redirects calls from the library as well, and
 * these would count as references of the program. So the library calls neither
 * memcpy nor memset, and bop.mk passes options that keep the compiler from
 * inserting such calls (-fno-builtin and others).
 */
#pragma once

#include <stddef.h>

static inline void bop_bytes_copy(void *to, const void *from, size_t n)
{
#ifdef __x86_64__
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
#else
    volatile char *p = to;
    for (const char *q = from; n > 0; n--)
        *p++ = *q++;
#endif
}

static inline void bop_bytes_zero(void *to, size_t n)
{
#ifdef __x86_64__
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(0) : "memory");
#else
    for (volatile char *p = to; n > 0; n--)
        *p++ = 0;
#endif
}
