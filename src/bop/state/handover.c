/* Mutexes through which work is handed over, in a hash table without deletion:
   a mutex whose slot another one has taken hands nothing over. */
#include "bop/state/handover.h"

#include "bop/base/hash.h"
#include "bop/state/access.h"
#include "bop/state/thread.h"

#define SLOTS 4096

/* Words are stored whole; the mutex itself orders who gives and who gets. */
static struct slot {
    const void *mutex; /* NULL: free */
    site top;          /* what was given last, or 0 */
} slots[SLOTS];

static struct slot *slot_of(const void *mutex)
{
    return &slots[bop_hash((uintptr_t)mutex) % SLOTS];
}

static bool is_under_study(const struct thread *t)
{
    for (size_t i = 1; i < t->depth; i++)
        if (t->frames[i].detail)
            return true;
    return false;
}

void bop_handover_take(struct thread *t, site top)
{
    if (!top || is_under_study(t) || bop_tracer.doc_semantics)
        return;
    bop_calls_tick(t, top);
    bop_steps_go_on(t);
}

void bop_handover_waits(const void *mutex)
{
    struct slot *slot = slot_of(mutex);
    const void *expected = NULL;
    __atomic_compare_exchange_n(&slot->mutex, &expected, mutex, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void bop_handover_give(const void *mutex)
{
    struct slot *slot = slot_of(mutex);
    struct thread *t = bop_thread_self;
    if (slot->mutex == mutex && t && t->top && is_under_study(t))
        slot->top = t->top;
}

void bop_handover_get(const void *mutex)
{
    struct slot *slot = slot_of(mutex);
    struct thread *t = bop_thread();
    if (slot->mutex == mutex && t && slot->top != t->top)
        bop_handover_take(t, slot->top);
}
