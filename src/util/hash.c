#include "util/hash.h"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* Words of pi, until the key is drawn. */
uint64_t hash_key[HASH_WORDS] = { 0x243f6a8885a308d3u, 0x13198a2e03707345u,
                                  0xa4093822299f31d0u, 0x082efa98ec4e6c89u };

/* A kernel without getrandom(2), or one that has no random numbers yet, leaves
   the time, the process and the places where the system put the program. A
   factor is odd, so that no bit of the other one is lost. */
void hash_draw_key(void)
{
#ifndef HASH_FIXED_KEY
    if (getrandom(hash_key, sizeof hash_key, GRND_NONBLOCK) !=
        sizeof hash_key) {
        struct timespec now = { 0 };
        clock_gettime(CLOCK_REALTIME, &now);
        hash_key[0] ^= (uint64_t)now.tv_nsec << 32 ^ (uintptr_t)&now;
        hash_key[1] ^= (uint64_t)getpid() << 32 ^ (uintptr_t)&hash_key;
        hash_key[2] ^= (uint64_t)now.tv_nsec * hash_key[1];
        hash_key[3] ^= (uint64_t)now.tv_sec * hash_key[0];
    }
    hash_key[1] |= 1;
    hash_key[3] |= 1;
#endif
}

static uint64_t word_at(const char *s)
{
    uint64_t word;
    memcpy(&word, s, sizeof word);
    return word;
}

static uint64_t half_word_at(const char *s)
{
    uint32_t half;
    memcpy(&half, s, sizeof half);
    return half;
}

static uint64_t add_words(uint64_t h, const char *s)
{
    return hash_fold(word_at(s) ^ hash_key[1], word_at(s + 8) ^ h);
}

/* Long texts need two sums side by side, because each multiplication waits for
   the one before. Up to 16 bytes are read as two words that may overlap, and so
   are the last 16 bytes of a longer text. */
static uint32_t hash_bytes(const char *s, size_t n)
{
    uint64_t a = hash_key[0], b = hash_key[2], first = 0, last = 0;
    const char *end = n ? s + n : s; /* s may be NULL then */
    if (n > 16) {
        for (; end - s > 32; s += 32) {
            a = add_words(a, s);
            b = add_words(b, s + 16);
        }
        a ^= b;
        if (end - s > 16)
            a = add_words(a, s);
        first = word_at(end - 16);
        last = word_at(end - 8);
    } else if (n >= 8) {
        first = word_at(s);
        last = word_at(end - 8);
    } else if (n >= 4) {
        first = half_word_at(s);
        last = half_word_at(end - 4);
    } else if (n) {
        first = (unsigned char)s[0];
        last = (uint64_t)(unsigned char)s[n / 2] << 8 | (unsigned char)end[-1];
    }
    a = hash_fold(first ^ hash_key[1], last ^ a);
    return (uint32_t)hash_fold(a ^ n ^ hash_key[2], hash_key[3]);
}

uint32_t hash_text(struct str text)
{
    return hash_bytes(text.s, text.len);
}

uint32_t hash_numbers(const uint32_t *numbers, size_t n)
{
    return hash_bytes((const char *)numbers, n * sizeof *numbers);
}
