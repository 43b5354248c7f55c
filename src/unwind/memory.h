/*
 * The piece of a stack that a profiler copied when it took a sample:
 * little-endian, from the stack pointer on.
 */
#pragma once

#include "unwind/bytes.h"

struct unwind_memory {
    uint64_t address; /* of the first byte */
    const unsigned char *bytes;
    size_t size;
    unsigned word; /* the size of an address: 4 or 8 bytes */
};

/* Reads a number of 1 to 8 bytes. Returns false if one of the bytes was not
   copied. */
static inline bool unwind_memory_read(const struct unwind_memory *memory,
                                      uint64_t address, unsigned size,
                                      uint64_t *n)
{
    uint64_t offset = address - memory->address;
    if (offset >= memory->size || memory->size - offset < size)
        return false;
    /* With a constant size, compilers make this one load. */
    *n = size == 8 ? bytes_load(memory->bytes + offset, 8)
                   : bytes_load(memory->bytes + offset, size);
    return true;
}
