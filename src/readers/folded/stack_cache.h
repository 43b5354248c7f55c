/* Stacks of folded text by their whole text, for files that have the same ones
   again and again. */
#ifndef READERS_FOLDED_STACK_CACHE_H
#define READERS_FOLDED_STACK_CACHE_H

#include "model/profile.h"

/* Zeroed is empty; release with folded_seen_free. */
struct stack_cache {
    struct text_slot *slots;
    size_t room; /* a power of two, or 0 */
    size_t n;
};

/* The context that a stack ended in, or NO_ID if it did not come before. The
   hash of equal stacks is equal. */
uint32_t stack_cache_find(const struct stack_cache *seen,
                     const struct profile *profile, struct str stack,
                     uint32_t hash);
/* Keeps a stack that folded_seen does not know. */
void stack_cache_add(struct stack_cache *seen, uint32_t hash,
                     uint32_t context);
void stack_cache_free(struct stack_cache *seen);

#endif
