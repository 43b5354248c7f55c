#include "util/sha256.h"

#include <string.h>

enum { BLOCK = 64 };

/* The first 32 bits of the fractions of the cube roots of the first 64
   primes. */
static const uint32_t constants[BLOCK] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
           (uint32_t)bytes[2] << 8 | bytes[3];
}

static void put_word(unsigned char *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(word >> (24 - 8 * i));
}

static void expand(uint32_t *w, const unsigned char *block)
{
    for (int i = 0; i < 16; i++)
        w[i] = word_at(block + 4 * i);
    for (int i = 16; i < BLOCK; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] +
               (turn(a, 7) ^ turn(a, 18) ^ a >> 3) +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

/* The eight variables are called a to h in the standard. */
static void mix(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[BLOCK], v[8];
    expand(w, block);
    memcpy(v, state, sizeof v);
    for (int i = 0; i < BLOCK; i++) {
        uint32_t a = v[0], e = v[4];
        uint32_t t1 = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                      ((e & v[5]) ^ (~e & v[6])) + constants[i] + w[i];
        uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

void sha256(struct str bytes, unsigned char digest[SHA256_SIZE])
{
    uint32_t state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    unsigned char last[2 * BLOCK] = { 0 };
    uint64_t bits = 8 * (uint64_t)bytes.len;
    for (; bytes.len >= BLOCK; bytes = str_skip(bytes, BLOCK))
        mix(state, (const unsigned char *)bytes.s);
    if (bytes.len)
        memcpy(last, bytes.s, bytes.len);
    last[bytes.len] = 0x80;
    unsigned char *end = last + (bytes.len + 9 > BLOCK ? BLOCK : 0);
    put_word(end + BLOCK - 8, (uint32_t)(bits >> 32));
    put_word(end + BLOCK - 4, (uint32_t)bits);
    for (unsigned char *block = last; block <= end; block += BLOCK)
        mix(state, block);
    for (int i = 0; i < 8; i++)
        put_word(digest + 4 * i, state[i]);
}

void sha256_base64(struct buf *out, struct str bytes)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char digest[SHA256_SIZE + 1] = { 0 };
    sha256(bytes, digest);
    for (int i = 0; i < SHA256_SIZE; i += 3) {
        uint32_t three = (uint32_t)digest[i] << 16 |
                         (uint32_t)digest[i + 1] << 8 |
                         (i + 2 < SHA256_SIZE ? digest[i + 2] : 0u);
        for (int shift = 18; shift >= 0; shift -= 6)
            buf_char(out, letters[three >> shift & 63]);
    }
    out->data[out->len - 1] = '=';
}
