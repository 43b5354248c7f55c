/*
 * Handles a memory reference: the clocks advance; a read checks the shadow
 * words of its bytes; a write records itself in the shadow words of its bytes.
 * The code in this header runs at each reference of the traced program.
 */
#pragma once

#include "bop/base/base.h"
#include "bop/state/shadow.h"
#include "bop/state/stacks.h"
#include "bop/state/thread.h"
#include "bop/tracer.h"

/*
 * The end of the frame with this frame pointer. On x86-64, the pointer is at
 * the upper end, below the return address. On aarch64, gcc puts it at the lower
 * end, so the next frame begins at the saved pointer there. Memory from alloca
 * of the calling function then counts as part of the called one.
 */
#ifdef __aarch64__
#define FRAME_END(pointer) (*(uintptr_t *)(pointer))
#else
#define FRAME_END(pointer) ((uintptr_t)(pointer) + 16)
#endif

/* Hooks use these: the end of the frame of the traced function that calls the
   present one, and the site of that call. Both functions need a frame
   pointer. */
#define CALLERS_CFA() FRAME_END(*(uintptr_t *)__builtin_frame_address(0))
#define CALLERS_SITE() ((site)__builtin_return_address(0))
/* The end of the frame of the wrapper itself. */
#define OWN_CFA() FRAME_END(__builtin_frame_address(0))

/* Counts the dependence, if it is one, of a read that finds the shadow word w
   at addr. */
void bop_access_check(struct thread *t, shadow_word w, uintptr_t addr, site at);
/* Records that a read at `at` met a write of the same execution of a
   statement. */
void bop_access_add_within(struct thread *t, uint32_t writer, site at);

/* The later access of a dependence. */
struct later_access {
    uintptr_t addr;
    site at;
    enum dependence_order order;
};

/* Counts the dependence of a write (or free) on a read by a context. The last
   read was at `time`; `carriers` has a bit for each running loop that also read
   in an earlier iteration. */
void bop_access_anti(struct thread *t, uint32_t reader, uint64_t time,
                     uint32_t carriers, struct later_access later);
/* These handle a read, and a write, of any number of bytes. The clocks must
   have advanced. */
void bop_access_check_range(struct thread *t, uintptr_t addr, size_t n,
                            site at);
void bop_access_record_range(struct thread *t, uintptr_t addr, size_t n,
                             site at);
/* Counts the dependences of freeing n bytes. The clocks must have advanced. */
void bop_access_free_range(struct thread *t, uintptr_t addr, size_t n, site at);

/* These handle a read, and a write, within one block, with rare settings. */
void bop_access_check_slowly(struct thread *t, uintptr_t addr, size_t n,
                             site at);
void bop_access_record_slowly(struct thread *t, uintptr_t addr, size_t n,
                              site at);

/* Returns the state of the present thread, or NULL if nothing is to be
   recorded. cfa is the end of the frame of the function that makes the
   reference, or 0 if unknown. */
INLINE struct thread *bop_access_thread(uintptr_t cfa)
{
    struct thread *t = bop_thread_self;
    if (unlikely(!t || bop_tracer.off) && !(t = bop_thread()))
        return NULL;
    if (unlikely(cfa != t->cfa) && cfa)
        bop_calls_unwind(t, cfa);
    return t;
}

/* Advances the clocks for one reference. Returns false and ends tracing when
   the pseudo time no longer fits in a shadow word. */
INLINE bool bop_access_advance(struct thread *t, bool is_under_study, site at)
{
    uint64_t now = t->pseudo_time + 1;
    if (unlikely(now >= TIME_LIMIT)) {
        bop_tracer.full = bop_tracer.off = true;
        return false;
    }
    t->pseudo_time = now;
    if (is_under_study) {
        t->frozen_time = now;
        t->top = at;
        bop_statements_begin(t, at);
    }
    return true;
}

/* Returns the context of a reference that is made now. */
INLINE uint32_t bop_access_context(struct thread *t, site at)
{
    site top = t->top;
    struct context_slot *slot =
        bop_contexts_slot(t->context_cache, at, top, t->nest);
    if (likely(slot->at == at && slot->top == top && slot->nest == t->nest))
        return slot->context;
    return bop_contexts_find(t, at, top);
}

/* Works like bop_access_add_within, but does nothing if the pair is in the
   cache. */
INLINE void bop_access_within(struct thread *t, shadow_word w, site at)
{
    uint32_t writer = bop_shadow_context(w);
    const struct within_slot *slot =
        bop_within_slot(t->within_cache, writer, at);
    if (unlikely(slot->at != at || slot->writer != writer))
        bop_access_add_within(t, writer, at);
}

/* Checks a read within one block. Its shadow words are mostly all equal. */
INLINE void bop_access_check_words(struct thread *t, uintptr_t addr, size_t n,
                                   site at, int shift)
{
    const shadow_word *words = bop_shadow_find(addr, shift);
    if (!words)
        return;
    size_t span = shift ? bop_shadow_span(addr, n, shift) : n;
    shadow_word w = words[0], differ = 0;
    for (size_t i = 1; i < span; i++)
        differ |= words[i] ^ w;
    if (unlikely(differ))
        bop_access_check_range(t, addr, n, at);
    else if (!w)
        return;
    else if (bop_shadow_time(w) < t->frozen_time || !bop_tracer.one_thread)
        bop_access_check(t, w, addr, at);
    else
        bop_access_within(t, w, at);
}

/* Records a write within one block. */
INLINE void bop_access_record_words(struct thread *t, uintptr_t addr, size_t n,
                                    site at, int shift)
{
    shadow_word *words = bop_shadow_find(addr, shift);
    if (unlikely(!words) && !(words = bop_shadow_make(addr, shift)))
        return;
    if (unlikely(!bop_tracer.one_thread) && bop_stacks_may_own(t, addr))
        bop_stacks_tell(t, addr, n);
    size_t span = shift ? bop_shadow_span(addr, n, shift) : n;
    shadow_word w = bop_shadow_word(t->pseudo_time, bop_access_context(t, at));
    for (size_t i = 0; i < span; i++)
        words[i] = w;
}

/* Handles a read of n bytes by compiled code; n is a small constant. */
INLINE void bop_access_read(uintptr_t addr, size_t n, site at, uintptr_t cfa)
{
    struct thread *t = bop_access_thread(cfa);
    if (unlikely(!t || !bop_access_advance(t, t->is_under_study, at)))
        return;
    if (unlikely(bop_shadow_crosses(addr, n)))
        bop_access_check_range(t, addr, n, at);
    else if (unlikely(bop_tracer.slow))
        bop_access_check_slowly(t, addr, n, at);
    else
        bop_access_check_words(t, addr, n, at, 0);
}

/* Handles a write of n bytes by compiled code; n is a small constant. Bytes
   that are written while tracing is off have no known writer. */
INLINE void bop_access_write(uintptr_t addr, size_t n, site at, uintptr_t cfa)
{
    struct thread *t = bop_access_thread(cfa);
    if (unlikely(!t || !bop_access_advance(t, t->is_under_study, at)))
        bop_shadow_clear(addr, n);
    else if (unlikely(bop_shadow_crosses(addr, n)))
        bop_access_record_range(t, addr, n, at);
    else if (unlikely(bop_tracer.slow))
        bop_access_record_slowly(t, addr, n, at);
    else
        bop_access_record_words(t, addr, n, at, 0);
}

/* This and bop_access_write_range handle a read, and a write, of any number of
   bytes. They count as one reference, or none if n is 0. */
static inline void bop_access_read_range(uintptr_t addr, size_t n, site at,
                                         uintptr_t cfa)
{
    struct thread *t = n ? bop_access_thread(cfa) : NULL;
    if (t && bop_access_advance(t, t->is_under_study, at))
        bop_access_check_range(t, addr, n, at);
}

static inline void bop_access_write_range(uintptr_t addr, size_t n, site at,
                                          uintptr_t cfa)
{
    struct thread *t = n ? bop_access_thread(cfa) : NULL;
    if (t && bop_access_advance(t, t->is_under_study, at))
        bop_access_record_range(t, addr, n, at);
    else
        bop_shadow_clear(addr, n);
}

/* Was an access at `time` made before the call of the function whose frame has
   the byte? */
bool bop_access_is_stale(const struct thread *t, uint64_t time, uintptr_t addr);

/* Has the thread written any of n bytes after a time? */
bool bop_access_wrote_since(const struct thread *t, uintptr_t addr, size_t n,
                            uint64_t time);
