/*
 * Takes numbers of either byte order off the front of bytes. Past the end,
 * numbers are 0 and is_short is set, so that a reader of several fields checks
 * once.
 */
#pragma once

#include "util/text/str.h"

struct perfdata_bytes {
    struct str left;
    bool swap;     /* the order is not that of this machine */
    bool is_short; /* something was taken past the end */
};

static inline const void *perfdata_take(struct perfdata_bytes *bytes, size_t n)
{
    const char *at = bytes->left.s;
    if (n > bytes->left.len) {
        bytes->is_short = true;
        bytes->left.len = 0;
        return NULL;
    }
    if (n) {
        bytes->left.s += n;
        bytes->left.len -= n;
    }
    return at;
}

static inline uint16_t perfdata_u16(struct perfdata_bytes *bytes)
{
    uint16_t n = 0;
    const void *at = perfdata_take(bytes, sizeof n);
    if (at)
        memcpy(&n, at, sizeof n);
    return bytes->swap ? __builtin_bswap16(n) : n;
}

static inline uint32_t perfdata_u32(struct perfdata_bytes *bytes)
{
    uint32_t n = 0;
    const void *at = perfdata_take(bytes, sizeof n);
    if (at)
        memcpy(&n, at, sizeof n);
    return bytes->swap ? __builtin_bswap32(n) : n;
}

static inline uint64_t perfdata_u64(struct perfdata_bytes *bytes)
{
    uint64_t n = 0;
    const void *at = perfdata_take(bytes, sizeof n);
    if (at)
        memcpy(&n, at, sizeof n);
    return bytes->swap ? __builtin_bswap64(n) : n;
}

/* Returns number i of an array that was taken. */
static inline uint64_t perfdata_item(const void *array, size_t i, bool swap)
{
    uint64_t n;
    memcpy(&n, (const char *)array + i * sizeof n, sizeof n);
    return swap ? __builtin_bswap64(n) : n;
}

/* Returns the text up to the first NUL, or all that is left. */
static inline struct str perfdata_text(struct str bytes)
{
    const char *end = bytes.len ? memchr(bytes.s, '\0', bytes.len) : NULL;
    return end ? str_head(bytes, (size_t)(end - bytes.s)) : bytes;
}
