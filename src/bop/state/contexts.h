/*
 * A shadow word identifies the writer of a byte by an access context: a number
 * of 24 bits for the place of the reference, its statement, its nest of
 * loops and its thread. Contexts belong to the process and are never freed.
 * Number 0 stands for all contexts beyond the limit.
 */
#pragma once

#include "bop/base/base.h"

#define CONTEXT_BITS 24
#define MAX_CONTEXTS (1u << CONTEXT_BITS)

struct thread;

struct access_context {
    site at, top;  /* the place and the statement */
    uint32_t nest; /* of loops */
    uint32_t thread;
};

/* Each thread keeps its recent contexts in a direct-mapped cache. */
#define CONTEXT_CACHE 4096

struct context_slot {
    site at, top;
    uint32_t nest, context;
};

/* Returns the slot of the cache in which a context is, if it is there at
   all. */
INLINE struct context_slot *bop_contexts_slot(struct context_slot *cache,
                                              site at, site top, uint32_t nest)
{
    return &cache[(at ^ top << 4 ^ nest * 31) % CONTEXT_CACHE];
}

const struct access_context *bop_contexts_get(uint32_t id);

/* Returns the number of a context of this thread in its present nest, adding it
   if it is new, and puts it into the cache. */
uint32_t bop_contexts_find(struct thread *t, site at, site top);
