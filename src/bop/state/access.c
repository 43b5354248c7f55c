/*
 * What a read makes of a shadow word depends on who wrote the byte, and when:
 *
 *     another thread, on its stack,      a stale read
 *     before it called the function
 *     another thread, any other byte     a dependence of kind X, distance 0
 *     this thread, since the frozen      no dependence: both ends lie within
 *     time last advanced                 the callees of one execution of a
 *                                        statement; see dependences.h
 *     earlier, on the stack, before      a stale read: the byte belonged to
 *     the function was called            another function then
 *     earlier, any other byte            a dependence of kind R
 *
 * If output dependences are asked for, a write looks at the words in the same
 * way.
 *
 * A read counts once for each write that it finds, however many of its bytes
 * that write covers.
 */
#include "bop/state/access.h"

#include "bop/base/lock.h"
#include "bop/state/heap.h"
#include "bop/state/reads.h"
#include "bop/state/told.h"
#include "bop/trace/events.h"

/* Returns the innermost frame that the address belongs to. CFAs fall as depth
   rises, except for those of a signal handler on another stack; such frames are
   innermost and are skipped. */
static const struct stack_frame *find_frame(const struct thread *t,
                                            uintptr_t addr)
{
    size_t low = 0, high = t->depth;
    while (high > 1 && t->frames[high - 1].cfa - t->stack > t->stack_size)
        high--;
    /* The frame is mostly one of the innermost four. */
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

/* Tells whether another thread wrote the byte to its own stack before it called
   the function in whose frame the byte lies. */
static bool is_stale_elsewhere(const struct thread *t, shadow_word w,
                               uintptr_t addr)
{
    if (!bop_stacks_may_own(t, addr))
        return false;
    const struct thread *owner = bop_stacks_owner(t, addr);
    uint32_t writer = bop_contexts_get(bop_shadow_context(w))->thread;
    return owner && owner->id == writer &&
           bop_shadow_time(w) < find_frame(owner, addr)->pseudo_time;
}

bool bop_access_is_stale(const struct thread *t, uint64_t written,
                         uintptr_t addr)
{
    if (addr - t->stack >= t->stack_size)
        return false;
    const struct stack_frame *frame = &t->frames[t->depth - 1];
    if (addr >= frame->cfa)
        frame = find_frame(t, addr);
    return written < frame->pseudo_time;
}

static bool is_of_another_thread(const struct thread *t, shadow_word w)
{
    uint32_t writer = bop_shadow_context(w);
    return writer && bop_contexts_get(writer)->thread != t->id;
}

bool bop_access_wrote_since(const struct thread *t, uintptr_t addr, size_t n,
                            uint64_t time)
{
    struct shadow_walk walk = { bop_shadow_blocks, addr, n, .makes = false };
    while (bop_shadow_next(&walk, bop_shadow_shift()))
        for (size_t i = 0; i < walk.n; i++)
            if (bop_shadow_time(walk.words[i]) > time &&
                !is_of_another_thread(t, walk.words[i]))
                return true;
    return false;
}

/* Notes in whose frame the byte of a dependence lies. Frames that the program
   reports by name have no end of their own. */
INLINE void note_frame(const struct thread *t, struct dependence_count *d,
                       uintptr_t addr)
{
    const struct thread *owner = t;
    const struct stack_frame *frame;
    if (addr - t->stack >= t->stack_size)
        owner = bop_stacks_may_own(t, addr) ? bop_stacks_owner(t, addr) : NULL;
    if (likely(!owner)) {
        bop_dependences_in_frame(d, NO_ID, 0);
        return;
    }
    frame = find_frame(owner, addr);
    if (frame->call == NO_ID || frame->by_api)
        bop_dependences_in_frame(d, NO_ID, 0);
    else
        bop_dependences_in_frame(d, frame->function, frame->cfa - addr);
}

/* Notes where the block was allocated that has the data of a dependence. */
static void note_block(struct dependence_count *d, uintptr_t addr)
{
    site at = bop_heap_site(addr);
    bop_dependences_in_block(d, at ? at : SEVERAL);
}

/* The earlier access of a dependence. */
struct earlier_access {
    uint32_t context;
    uint64_t time, distance; /* the distance is 0 in another thread */
};

INLINE void add_dependence(struct thread *t, struct earlier_access earlier,
                           struct later_access later,
                           struct loop_relation relation)
{
    const struct access_context *context = bop_contexts_get(earlier.context);
    uint32_t reader = bop_access_context(t, later.at), runs = 0;
    union dependence_key key = { .writer = earlier.context, .reader = reader,
                                 .order = later.order,
                                 .common = relation.common,
                                 .is_carried = relation.is_carried };
    struct dependence_count *d = NULL;
    if (earlier.context && reader)
        d = bop_dependences_find(&t->dependences, key.bits);
    if (unlikely(!d)) {
        t->lost.dropped++;
        return;
    }
    d->count++;
    WIDEN(d->least, d->most, earlier.distance, earlier.distance);
    WIDEN(d->low, d->high, later.addr, later.addr);
    if (d->frame != NO_ID)
        note_frame(t, d, later.addr);
    /* A few lookups show whether all data is of one site: those of the first
       dependence, the second, the fourth and so on. */
    if (unlikely(!(d->count & (d->count - 1))) && d->allocated != SEVERAL)
        note_block(d, later.addr);
    if (relation.is_carried)
        WIDEN(d->least_iterations, d->most_iterations, relation.distance,
              relation.distance);
    if (unlikely(context->nest) && later.order == READ_AFTER_WRITE)
        d->late |= bop_loops_late(t, context->nest, &relation, earlier.time);
    if (earlier.distance) {
        if (unlikely(!d->statement))
            d->statement = 1 + bop_statements_find(t, context->top);
        runs = bop_statements_since(&t->statements[d->statement - 1],
                                    earlier.time);
    }
    WIDEN(d->least_runs, d->most_runs, runs, runs);
    if (unlikely(t->events))
        bop_events_dependence(t, bop_shadow_word(earlier.time, earlier.context),
                              reader, later.addr);
}

/* The clocks of threads cannot be compared, so nothing is known about the loops
   of dependences at distance 0. */
static struct loop_relation relation_of(const struct thread *t,
                                        struct earlier_access earlier)
{
    if (!t->n_loops || !earlier.distance)
        return (struct loop_relation){ 0, false, 0 };
    return bop_loops_relation(t, earlier.time);
}

/* Counts the dependence, if it is one, of an access on an earlier write. */
INLINE void check(struct thread *t, shadow_word w, struct later_access later)
{
    bool is_read = later.order == READ_AFTER_WRITE;
    uint64_t written = bop_shadow_time(w);
    uint64_t distance = t->pseudo_time - written;
    if (unlikely(!bop_tracer.one_thread) && is_of_another_thread(t, w)) {
        distance = 0;
        if (unlikely(is_stale_elsewhere(t, w, later.addr))) {
            t->lost.stale++;
            return;
        }
    } else if (written >= t->frozen_time) {
        if (is_read)
            bop_access_within(t, w, later.at);
        return;
    } else if (unlikely(bop_access_is_stale(t, written, later.addr))) {
        t->lost.stale += is_read;
        return;
    }
    struct earlier_access earlier = { bop_shadow_context(w), written,
                                      distance };
    add_dependence(t, earlier, later, relation_of(t, earlier));
}

void bop_access_add_within(struct thread *t, uint32_t writer, site at)
{
    struct lock_state saved;
    uint32_t reader = bop_access_context(t, at);
    if (writer && reader &&
        bop_ids_find(&t->within_ids, writer, reader, 0) == NO_ID) {
        bop_lock_block_signals(&saved);
        bop_ids_add(&t->within_ids, writer, reader, 0);
        bop_lock_unblock_signals(&saved);
    }
    *bop_within_slot(t->within_cache, writer, at) =
        (struct within_slot){ at, writer };
}

void bop_access_check(struct thread *t, shadow_word w, uintptr_t addr, site at)
{
    check(t, w, (struct later_access){ addr, at, READ_AFTER_WRITE });
}

/* Tells whether a nest lies in a loop that runs. */
static bool is_in_loop(uint32_t nest, const struct active_loop *loop)
{
    while (nest && nest != loop->nest)
        nest = bop_loops_nest(nest)->parent;
    return nest;
}

void bop_access_anti(struct thread *t, uint32_t reader, uint64_t time,
                     uint32_t carriers, struct later_access later)
{
    struct earlier_access earlier = { reader, time, 0 };
    if (bop_contexts_get(reader)->thread == t->id) {
        if (bop_access_is_stale(t, time, later.addr))
            return;
        earlier.distance = t->pseudo_time - time;
    }
    struct loop_relation relation = relation_of(t, earlier);
    add_dependence(t, earlier, later, relation);
    for (uint32_t i = 0; i < relation.common && carriers >> i; i++)
        if (carriers >> i & 1 &&
            is_in_loop(bop_contexts_get(reader)->nest, &t->loops[i]))
            add_dependence(t, earlier, later,
                           (struct loop_relation){ i, true, 1 });
}

/*
 * The words that a read has found so far and may find again. A write covers
 * one stretch of memory; where two pieces of it are left, whatever lies
 * between them is younger. So no word comes again once an older one has been
 * found, and the words that may come again form a stack with the youngest on
 * top.
 */
#define MAX_SEEN 64

struct seen_words {
    shadow_word words[MAX_SEEN];
    size_t n;
};

/* Tells whether the read has found this word before, and remembers it. */
static bool was_seen(struct seen_words *seen, shadow_word w)
{
    while (seen->n && seen->words[seen->n - 1] > w)
        seen->n--;
    if (seen->n && seen->words[seen->n - 1] == w)
        return true;
    if (seen->n == MAX_SEEN) {
        seen->n--;
        for (size_t i = 0; i < seen->n; i++)
            seen->words[i] = seen->words[i + 1];
    }
    seen->words[seen->n++] = w;
    return false;
}

static void check_range(struct thread *t, uintptr_t addr, size_t n, site at,
                        enum dependence_order order)
{
    int shift = bop_shadow_shift();
    struct shadow_walk walk = { bop_shadow_blocks, addr, n, .makes = false };
    struct seen_words seen;
    seen.n = 0;
    while (bop_shadow_next(&walk, shift)) {
        shadow_word before = 0;
        for (size_t i = 0; i < walk.n; i++) {
            shadow_word w = walk.words[i];
            if (w && w != before && !was_seen(&seen, w))
                check(t, w, (struct later_access){ walk.addr + (i << shift), at,
                                                   order });
            before = w;
        }
    }
}

void bop_access_check_range(struct thread *t, uintptr_t addr, size_t n, site at)
{
    if (unlikely(bop_tracer.told))
        bop_told_read(t, addr, at);
    check_range(t, addr, n, at, READ_AFTER_WRITE);
    if (unlikely(bop_tracer.anti))
        bop_reads_remember(t, addr, n, at);
}

void bop_access_record_range(struct thread *t, uintptr_t addr, size_t n,
                             site at)
{
    struct shadow_walk walk = { bop_shadow_blocks, addr, n, .makes = true };
    if (unlikely(bop_tracer.told))
        bop_told_write(t, addr, at);
    if (unlikely(!bop_tracer.one_thread) && bop_stacks_may_own(t, addr))
        bop_stacks_tell(t, addr, n);
    if (unlikely(bop_tracer.anti))
        bop_reads_overwrite(t, addr, n, at, WRITE_AFTER_READ);
    if (unlikely(bop_tracer.output))
        check_range(t, addr, n, at, WRITE_AFTER_WRITE);
    shadow_word w = bop_shadow_word(t->pseudo_time, bop_access_context(t, at));
    while (bop_shadow_next(&walk, bop_shadow_shift()))
        for (size_t i = 0; i < walk.n; i++)
            walk.words[i] = w;
}

void bop_access_free_range(struct thread *t, uintptr_t addr, size_t n, site at)
{
    bop_reads_overwrite(t, addr, n, at, FREE_AFTER_READ);
    check_range(t, addr, n, at, FREE_AFTER_WRITE);
}

/* Returns the shadow word that all bytes of a block have, or NULL if there are
   several. */
INLINE const shadow_word *common_of(const shadow_word *words, size_t n)
{
    shadow_word differ = 0;
    for (size_t i = 1; i < n; i++)
        differ |= words[i] ^ words[0];
    return differ ? NULL : words;
}

INLINE const shadow_word *common_word(uintptr_t addr, size_t n)
{
    static const shadow_word none;
    const shadow_word *words = bop_shadow_find(addr, 0);
    return !words   ? &none
           : n == 4 ? common_of(words, 4)
           : n == 8 ? common_of(words, 8)
                    : common_of(words, n);
}

/* Counts the output dependences of a write within one block. */
INLINE void check_output(struct thread *t, uintptr_t addr, size_t n, site at)
{
    const shadow_word *w = common_word(addr, n);
    if (!w)
        check_range(t, addr, n, at, WRITE_AFTER_WRITE);
    else if (*w)
        check(t, *w, (struct later_access){ addr, at, WRITE_AFTER_WRITE });
}

void bop_access_check_slowly(struct thread *t, uintptr_t addr, size_t n,
                             site at)
{
    const shadow_word *w;
    if (bop_tracer.words && !bop_tracer.told && !bop_tracer.anti) {
        bop_access_check_words(t, addr, n, at, 2);
    } else if (bop_tracer.told || bop_tracer.words ||
               !(w = common_word(addr, n))) {
        bop_access_check_range(t, addr, n, at);
    } else {
        if (bop_tracer.one_thread && bop_shadow_time(*w) >= t->frozen_time)
            bop_access_within(t, *w, at);
        else if (*w)
            bop_access_check(t, *w, addr, at);
        if (bop_tracer.anti)
            bop_reads_remember(t, addr, n, at);
    }
}

void bop_access_record_slowly(struct thread *t, uintptr_t addr, size_t n,
                              site at)
{
    if (bop_tracer.told ||
        (bop_tracer.words && (bop_tracer.anti || bop_tracer.output))) {
        bop_access_record_range(t, addr, n, at);
    } else if (bop_tracer.words) {
        bop_access_record_words(t, addr, n, at, 2);
    } else {
        if (bop_tracer.anti)
            bop_reads_overwrite(t, addr, n, at, WRITE_AFTER_READ);
        if (bop_tracer.output)
            check_output(t, addr, n, at);
        bop_access_record_words(t, addr, n, at, 0);
    }
}
