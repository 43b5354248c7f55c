/* Access contexts, stored in pieces of an array that never move. */
#include "bop/state/contexts.h"

#include "bop/base/ids.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/thread.h"

#define PIECE 4096 /* contexts */

static struct access_context *pieces[MAX_CONTEXTS / PIECE];
static uint32_t n_contexts = 1;

const struct access_context *bop_contexts_get(uint32_t id)
{
    return &pieces[id / PIECE][id % PIECE];
}

/* Adds a context of the process. Beyond the limit, returns NULL and id 0. */
static struct access_context *new_context(uint32_t *id)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    *id = n_contexts < MAX_CONTEXTS ? n_contexts++ : 0;
    if (!pieces[*id / PIECE])
        pieces[*id / PIECE] = bop_memory(PIECE * sizeof **pieces);
    bop_lock_release(&saved);
    return *id ? &pieces[*id / PIECE][*id % PIECE] : NULL;
}

uint32_t bop_contexts_find(struct thread *t, site at, site top)
{
    struct lock_state saved;
    uint32_t nest = t->nest;
    uint32_t mine = bop_ids_find(&t->context_ids, at, top, nest);
    if (mine == NO_ID) {
        bop_lock_block_signals(&saved);
        mine = bop_ids_add(&t->context_ids, at, top, nest);
        t->contexts = bop_memory_grow(t->contexts, mine, &t->contexts_room,
                                      sizeof *t->contexts);
        struct access_context *context = new_context(&t->contexts[mine]);
        if (context)
            *context = (struct access_context){ at, top, nest, t->id };
        bop_lock_unblock_signals(&saved);
    }
    uint32_t id = t->contexts[mine];
    *bop_contexts_slot(t->context_cache, at, top, nest) =
        (struct context_slot){ at, top, nest, id };
    return id;
}
