/*
 * Finds stacks of folded text that came before by their whole text, so that
 * repeated stacks are parsed once.
 */
#pragma once

#include "model/profile.h"
#include "util/array.h"

/* Zeroed is empty; release with stack_cache_free. */
struct stack_cache {
    struct index index; /* the stacks by their text, see stack_cache.c */
    LIST(uint32_t) texts;
};

/* Returns the context in which a stack ended, or NO_ID if the cache does not
   have it. The hash must be the same for equal stacks. */
uint32_t stack_cache_find(const struct stack_cache *cache,
                          const struct profile *profile, struct str stack,
                          uint32_t hash);
/* Adds a stack, which the cache must not have yet. `texts` has the ids of its n
   frames' texts, outermost first; it may be NULL if each text is the name of
   its function. */
void stack_cache_add(struct stack_cache *cache, uint32_t hash, uint32_t context,
                     const uint32_t *texts, uint32_t n);
void stack_cache_free(struct stack_cache *cache);
