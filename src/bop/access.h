/*
 * A memory reference: the clocks advance, a read meets the records of the
 * bytes it reads, a write leaves its own. Everything here runs at each
 * reference of the traced program.
 */
#ifndef BOP_ACCESS_H
#define BOP_ACCESS_H

#include "bop/shadow.h"

/* The first address above the frame of who called the present function: both
   have a frame pointer. */
#define CALLERS_CFA() (*(uintptr_t *)__builtin_frame_address(0) + 16)
#define CALLERS_SITE() ((site)__builtin_return_address(0))

/* The thread, or NULL if nothing is to be recorded. */
INLINE struct thread *reference(uintptr_t cfa)
{
    struct thread *t = bop_self;
    if (unlikely(!t || bop.off) && !(t = bop_thread()))
        return NULL;
    if (unlikely(cfa != t->cfa) && cfa)
        bop_repair(t, cfa);
    return t;
}

/* False when the pseudo time has come to its end. */
INLINE bool advance(struct thread *t, bool detail, site at)
{
    uint64_t psu = t->psu + 1;
    if (unlikely(psu >= MAX_TIME)) {
        bop.full = bop.off = true;
        return false;
    }
    t->psu = psu;
    if (detail) {
        t->frozen = psu;
        t->top = at;
    }
    return true;
}

INLINE bool crosses(uintptr_t addr, size_t n)
{
    return (addr & (BLOCK - 1)) + n > BLOCK;
}

INLINE void read_words(struct thread *t, uintptr_t addr, size_t n, site at,
                       int shift)
{
    const record *words = shadow_find(addr, shift);
    if (!words)
        return;
    size_t span = shift ? shadow_span(addr, n, shift) : n;
    record w = words[0], differ = 0;
    for (size_t i = 1; i < span; i++)
        differ |= words[i] ^ w;
    if (unlikely(differ))
        bop_read_range(t, addr, n, at);
    else if (w && (w >> CONTEXT_BITS < t->frozen || !bop.one_thread))
        bop_met(t, w, addr, at);
}

INLINE void read_bytes(struct thread *t, uintptr_t addr, size_t n, site at)
{
    if (unlikely(crosses(addr, n)))
        bop_read_range(t, addr, n, at);
    else if (unlikely(bop.words))
        read_words(t, addr, n, at, 2);
    else
        read_words(t, addr, n, at, 0);
}

/* The context of what is written, or read, now. */
INLINE uint32_t context_now(struct thread *t, site at)
{
    site top = t->top;
    struct context_slot *slot = &t->context_cache[(at ^ top << 4) % CACHE];
    if (likely(slot->at == at && slot->top == top))
        return slot->context;
    return bop_context_of(t, at, top);
}

INLINE void write_words(struct thread *t, uintptr_t addr, size_t n, site at,
                        int shift)
{
    record *words = shadow_find(addr, shift);
    if (unlikely(!words) && !(words = bop_shadow_make(addr, shift)))
        return;
    size_t span = shift ? shadow_span(addr, n, shift) : n;
    record w = t->psu << CONTEXT_BITS | context_now(t, at);
    for (size_t i = 0; i < span; i++)
        words[i] = w;
}

INLINE void write_bytes(struct thread *t, uintptr_t addr, size_t n, site at)
{
    if (unlikely(crosses(addr, n)))
        bop_write_range(t, addr, n, at);
    else if (unlikely(bop.words))
        write_words(t, addr, n, at, 2);
    else
        write_words(t, addr, n, at, 0);
}

/* What compiled code calls: n is a small constant. */
INLINE void on_read(uintptr_t addr, size_t n, site at, uintptr_t cfa)
{
    struct thread *t = reference(cfa);
    if (likely(t && advance(t, t->detail, at)))
        read_bytes(t, addr, n, at);
}

INLINE void on_write(uintptr_t addr, size_t n, site at, uintptr_t cfa)
{
    struct thread *t = reference(cfa);
    if (likely(t && advance(t, t->detail, at)))
        write_bytes(t, addr, n, at);
    else
        bop_shadow_clear(addr, n);
}

/* Any n: one reference, none if n is 0. */
static inline void on_read_range(uintptr_t addr, size_t n, site at,
                                 uintptr_t cfa)
{
    struct thread *t = n ? reference(cfa) : NULL;
    if (t && advance(t, t->detail, at))
        bop_read_range(t, addr, n, at);
}

static inline void on_write_range(uintptr_t addr, size_t n, site at,
                                  uintptr_t cfa)
{
    struct thread *t = n ? reference(cfa) : NULL;
    if (t && advance(t, t->detail, at))
        bop_write_range(t, addr, n, at);
    else
        bop_shadow_clear(addr, n);
}

#endif
