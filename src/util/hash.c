#include "util/hash.h"

static uint64_t word_at(const char *s)
{
    uint64_t word;
    memcpy(&word, s, sizeof word);
    return word;
}

static uint64_t mixed(uint64_t h, uint64_t word)
{
    return ((h << 23 | h >> 41) ^ word) * 0x9e3779b97f4a7c15u;
}

/* Four sums run side by side, because each multiplication would otherwise wait
   for the one before; the last 32 bytes need only two. The last two words may
   overlap the words before them. */
uint32_t hash_text(struct str text)
{
    uint64_t a = text.len, b = 0xc4ceb9fe1a85ec53u;
    if (text.len < 16)
        return (uint32_t)str_stable_hash(text);
    uint64_t c = 0x165667b19e3779f9u, d = 0x27d4eb2f165667c5u;
    const char *at = text.s, *last = text.s + text.len - 16;
    for (; last - at > 16; at += 32) {
        a = mixed(a, word_at(at));
        b = mixed(b, word_at(at + 8));
        c = mixed(c, word_at(at + 16));
        d = mixed(d, word_at(at + 24));
    }
    a ^= c << 7 | c >> 57;
    b ^= d << 7 | d >> 57;
    for (; at < last; at += 16) {
        a = mixed(a, word_at(at));
        b = mixed(b, word_at(at + 8));
    }
    a = mixed(a, word_at(last));
    b = mixed(b, word_at(last + 8));
    a = (a ^ b ^ b >> 32) * 0xff51afd7ed558ccdu;
    return (uint32_t)(a ^ a >> 32);
}

uint32_t hash_numbers(const uint32_t *numbers, size_t n)
{
    uint64_t h = n;
    for (size_t i = 0; i < n; i++)
        h = (h ^ numbers[i] ^ h >> 32) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}
