/* Knows who owns a stack, and what other threads have written to it. */
#include "bop/state/stacks.h"

bool bop_stacks_blocks[BLOCKS];

void bop_stacks_add(const struct thread *t)
{
    uintptr_t first = t->stack >> BLOCK_BITS;
    uintptr_t last = (t->stack + t->stack_size) >> BLOCK_BITS;
    if (!t->stack_size || last >= BLOCKS)
        return;
    for (uintptr_t block = first; block <= last; block++)
        bop_stacks_blocks[block] = true;
}

struct thread *bop_stacks_owner(const struct thread *t, uintptr_t addr)
{
    for (struct thread *other = bop_threads(); other; other = other->next)
        if (!other->ended && addr - other->stack < other->stack_size)
            return other == t ? NULL : other;
    return NULL;
}

static void lower(uintptr_t *to, uintptr_t value)
{
    uintptr_t old = __atomic_load_n(to, __ATOMIC_RELAXED);
    while (value < old &&
           !__atomic_compare_exchange_n(to, &old, value, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
}

static void raise_to(uintptr_t *to, uintptr_t value)
{
    uintptr_t old = __atomic_load_n(to, __ATOMIC_RELAXED);
    while (value > old &&
           !__atomic_compare_exchange_n(to, &old, value, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
}

void bop_stacks_tell(const struct thread *t, uintptr_t addr, size_t n)
{
    struct thread *owner = bop_stacks_owner(t, addr);
    if (!owner)
        return;
    lower(&owner->others_low, addr);
    raise_to(&owner->others_high, addr + n);
}

void bop_stacks_forget(struct thread *t, uintptr_t cfa)
{
    uintptr_t low = t->others_low;
    uintptr_t high = t->others_high < cfa ? t->others_high : cfa;
    if (low < t->stack || cfa - t->stack > t->stack_size)
        return;
    bop_shadow_clear(low, high - low);
    bool done = t->others_high <= cfa;
    t->others_low = done ? UINTPTR_MAX : cfa;
    if (done)
        t->others_high = 0;
}
