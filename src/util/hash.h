/*
 * Hashes of the keys of hash indexes (util/index.h). Every hash index takes its
 * hashes from here.
 *
 * They depend on a key that each process draws at random, so that nobody can
 * write an input whose names, addresses or numbers collide. No result may
 * depend on the values: what has to be the same in every run uses
 * str_stable_hash.
 *
 * A step multiplies two words, each of which was hidden by a secret word, and
 * folds the 128 bits of the product to 64 (Wang Yi's wyhash and Orson Peters'
 * foldhash are made of such steps). Without the secret words nobody can predict
 * which inputs have equal products. SipHash-1-3 promises more but needs 5 to 10
 * % more time for a whole run.
 */
#pragma once

#include "util/text/str.h"

enum { HASH_WORDS = 4 };
/* The key. Until hash_draw_key is called it has the same value in every
   process. */
extern uint64_t hash_key[HASH_WORDS];

/* Draws the key. Call it before anything is hashed and before a second thread
   starts. */
void hash_draw_key(void);

/* Returns the hash of the bytes of a text and of their number. */
uint32_t hash_text(struct str text);
/* Returns the hash of n numbers, which depends on their order. */
uint32_t hash_numbers(const uint32_t *numbers, size_t n);

__extension__ typedef unsigned __int128 hash_product;

static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
    hash_product product = (hash_product)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Returns the hash of an ordered pair of numbers. */
static inline uint32_t hash_pair(uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | b;
    uint64_t h = hash_fold(pair ^ hash_key[0], hash_key[1]);
    return (uint32_t)hash_fold(h ^ hash_key[2], hash_key[3]);
}
