/*
 * Takes little-endian numbers one by one off bytes that may be cut off or
 * damaged.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    const unsigned char *at, *end;
    bool is_short; /* a number reached beyond the end; all numbers since then
                      are 0 */
};

/* Returns the number in `size` bytes, 1 to 8, the lowest byte first. */
static inline uint64_t bytes_load(const unsigned char *at, unsigned size)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < size; i++)
        n |= (uint64_t)at[i] << 8 * i;
    return n;
}

static inline size_t bytes_left(const struct bytes *bytes)
{
    return (size_t)(bytes->end - bytes->at);
}

/* Skips n bytes. */
static inline void bytes_skip(struct bytes *bytes, uint64_t n)
{
    if (n <= bytes_left(bytes)) {
        bytes->at += n;
        return;
    }
    bytes->at = bytes->end;
    bytes->is_short = true;
}

/* Takes an unsigned number of 1 to 8 bytes. */
static inline uint64_t bytes_take(struct bytes *bytes, unsigned size)
{
    const unsigned char *at = bytes->at;
    bytes_skip(bytes, size);
    return bytes->is_short ? 0 : bytes_load(at, size);
}

/* Takes a signed number of 1 to 8 bytes. */
static inline int64_t bytes_take_signed(struct bytes *bytes, unsigned size)
{
    unsigned unused = 64 - 8 * size;
    return (int64_t)(bytes_take(bytes, size) << unused) >> unused;
}

/* Takes a number in LEB128, 7 bits in each byte, the lowest first (DWARF 5,
   7.6). Bits above the 64th are dropped. */
static inline uint64_t bytes_take_leb(struct bytes *bytes, bool is_signed)
{
    uint64_t n = 0, byte = 0x80;
    unsigned shift = 0;
    while (byte & 0x80 && !bytes->is_short) {
        byte = bytes_take(bytes, 1);
        if (shift < 64)
            n |= (byte & 0x7f) << shift;
        shift += 7;
    }
    if (is_signed && byte & 0x40 && shift < 64)
        n |= UINT64_MAX << shift;
    return n;
}

static inline uint64_t bytes_take_uleb(struct bytes *bytes)
{
    return bytes_take_leb(bytes, false);
}

static inline int64_t bytes_take_sleb(struct bytes *bytes)
{
    return (int64_t)bytes_take_leb(bytes, true);
}
