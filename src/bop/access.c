/*
 * What a read does with the records it meets:
 *
 *     record of another thread           a dependence, kind X, distance 0
 *     of this tick of the frozen time    none: both ends lie within the
 *                                        callees of one step of DETAIL code
 *     on the stack, older than the frame stale: another function's memory
 *     else                               a dependence, kind R
 *
 * A read counts once for each record, however many of its bytes it meets.
 */
#include "bop/access.h"

#include "bop/events.h"

/* The innermost frame that the address belongs to. CFAs fall with depth, but
   for frames on other stacks (a signal's), which are not searched. */
static const struct frame *frame_of(const struct thread *t, uintptr_t addr)
{
    size_t low = 0, high = t->depth;
    while (high > 1 && t->frames[high - 1].cfa - t->stack > t->stack_size)
        high--;
    /* Mostly one of the innermost. */
    for (int i = 0; i < 4 && high > 1; i++, high--)
        if (t->frames[high - 1].cfa > addr)
            return &t->frames[high - 1];
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->frames[middle].cfa > addr)
            low = middle;
        else
            high = middle;
    }
    return &t->frames[low];
}

static bool is_stale(const struct thread *t, uint64_t psu, uintptr_t addr)
{
    if (addr - t->stack >= t->stack_size)
        return false;
    const struct frame *frame = &t->frames[t->depth - 1];
    if (addr >= frame->cfa)
        frame = frame_of(t, addr);
    return psu < frame->psu;
}

INLINE void depend(struct thread *t, record w, site at, uint64_t distance)
{
    uint32_t writer = w & (MAX_CONTEXTS - 1);
    uint32_t reader = context_now(t, at);
    struct dependence *d = NULL;
    if (writer && reader)
        d = find_dependence(t, (uint64_t)writer << CONTEXT_BITS | reader);
    if (unlikely(!d)) {
        t->dropped++;
        return;
    }
    d->n++;
    if (distance < d->min)
        d->min = distance;
    if (distance > d->max)
        d->max = distance;
    if (unlikely(t->events))
        bop_event_dependence(t, w, reader);
}

static bool is_of_another(const struct thread *t, record w)
{
    uint32_t writer = w & (MAX_CONTEXTS - 1);
    return writer && bop_context(writer)->thread != t->id;
}

void bop_met(struct thread *t, record w, uintptr_t addr, site at)
{
    uint64_t psu = w >> CONTEXT_BITS, distance = t->psu - psu;
    if (unlikely(!bop.one_thread) && is_of_another(t, w)) {
        distance = 0;
    } else if (psu >= t->frozen) {
        return;
    } else if (unlikely(is_stale(t, psu, addr))) {
        t->stale++;
        return;
    }
    depend(t, w, at, distance);
}

/*
 * The records seen so far that may come again. A write covers one stretch of
 * memory; where it shows in two pieces, what lies between is younger. So what
 * is older than the present record ends all that are younger than itself.
 */
#define SEEN 64

struct seen {
    record records[SEEN];
    size_t n;
};

static bool seen_before(struct seen *seen, record w)
{
    while (seen->n && seen->records[seen->n - 1] > w)
        seen->n--;
    if (seen->n && seen->records[seen->n - 1] == w)
        return true;
    if (seen->n == SEEN) {
        seen->n--;
        for (size_t i = 0; i < seen->n; i++)
            seen->records[i] = seen->records[i + 1];
    }
    seen->records[seen->n++] = w;
    return false;
}

static void read_part(struct thread *t, struct seen *seen, uintptr_t addr,
                      size_t n, site at)
{
    int shift = bop.words ? 2 : 0;
    const record *words = shadow_find(addr, shift);
    size_t span = shadow_span(addr, n, shift);
    record before = 0;
    for (size_t i = 0; words && i < span; i++) {
        record w = words[i];
        if (w && w != before && !seen_before(seen, w))
            bop_met(t, w, addr + (i << shift), at);
        before = w;
    }
}

/* Small parts of a range, none over the edge of a block. */
static size_t part_of(uintptr_t addr, size_t n)
{
    size_t left = BLOCK - (addr & (BLOCK - 1));
    return n < left ? n : left;
}

void bop_read_range(struct thread *t, uintptr_t addr, size_t n, site at)
{
    struct seen seen;
    seen.n = 0;
    for (size_t part; n; addr += part, n -= part) {
        part = part_of(addr, n);
        read_part(t, &seen, addr, part, at);
    }
}

void bop_write_range(struct thread *t, uintptr_t addr, size_t n, site at)
{
    int shift = bop.words ? 2 : 0;
    record w = t->psu << CONTEXT_BITS | context_now(t, at);
    for (size_t part; n; addr += part, n -= part) {
        part = part_of(addr, n);
        record *words = bop_shadow_make(addr, shift);
        size_t span = shadow_span(addr, part, shift);
        for (size_t i = 0; words && i < span; i++)
            words[i] = w;
    }
}
