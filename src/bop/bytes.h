/*
 * Copying and filling for the library itself. Where the program's memcpy is
 * put behind ours by the linker, that of the library would be as well, and
 * would count as the program's; so libbop calls none of them, and the compiler
 * is kept from it (-fno-builtin and the like in the Makefile).
 */
#ifndef BOP_BYTES_H
#define BOP_BYTES_H

#include <stddef.h>

static inline void copy_bytes(void *to, const void *from, size_t n)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static inline void zero_bytes(void *to, size_t n)
{
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(0) : "memory");
}

#endif
