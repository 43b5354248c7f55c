/*
 * Sets of readers. A set is a list of contexts, the greatest first, that shares
 * its tail with other sets; a state is a pair of sets, the readers of earlier
 * executions of statements and those of the execution of the last read, and the
 * loops that carry: those that ran at the last read and had read the byte in an
 * earlier iteration, too, as bits from the outermost. Sets and states belong to
 * the process and are never given up, as contexts are.
 */
#include "bop/state/reads.h"

#include "bop/base/hash.h"
#include "bop/base/ids.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/access.h"

static struct id_table sets;   /* (tail + 1, context, size); 0: empty */
static struct id_table states; /* (earlier, present, carriers | LOST) */

#define LOST ((uint64_t)1 << 32) /* readers of earlier executions
                                    are missing */

/* A direct-mapped cache of transitions, which avoids the tables: a state
   becomes the state `to` when a context reads. It has 16 bytes, so it lies in
   one line of the processor's cache. */
#define CACHE 262144

struct transition {
    uint64_t key; /* the state, the context, whether it reads in the execution
                     of the last read, and which loops run since then */
    uint32_t to;
};

/* Sets are numbered from 1: key i belongs to set i + 1. */
static uint32_t tail_of(uint32_t set)
{
    return (uint32_t)sets.keys[set - 1][0];
}

static uint32_t context_of(uint32_t set)
{
    return (uint32_t)sets.keys[set - 1][1];
}

static uint64_t size_of(uint32_t set)
{
    return set ? sets.keys[set - 1][2] : 0;
}

/* Tells whether a set has a reader of the same statement and loops. */
static bool has(uint32_t set, uint32_t context)
{
    const struct access_context *new = bop_contexts_get(context);
    for (; set; set = tail_of(set)) {
        const struct access_context *old = bop_contexts_get(context_of(set));
        if (old->top == new->top && old->nest == new->nest &&
            old->thread == new->thread)
            return true;
    }
    return false;
}

/* Tells whether a set gets no more readers. If there are many sets, no large
   ones are made: programs that sort have one for each choice of their
   statements. */
static bool is_full(uint32_t set)
{
    return size_of(set) == MAX_READERS ||
           (sets.n >= MANY_SETS && size_of(set) >= FEW_READERS);
}

/* Stands for a set or a state that there is not, unless it may be made. */
#define MISSING UINT32_MAX

/* Returns the set of a reader and a tail. */
static uint32_t join(uint32_t tail, uint32_t context, bool makes)
{
    uint64_t size = size_of(tail) + 1;
    uint32_t id = makes ? bop_ids_add(&sets, tail, context, size)
                        : bop_ids_find(&sets, tail, context, size);
    return id == NO_ID ? MISSING : id + 1;
}

/* Returns the set with one more reader, or the set itself if it has such a
   reader or is full. Adds 1 to *dropped if there may be no more sets. */
static uint32_t with(uint32_t set, uint32_t context, bool makes,
                     uint32_t *dropped)
{
    uint32_t greater[MAX_READERS], n = 0;
    if (is_full(set) || has(set, context))
        return set;
    if (sets.n >= MAX_CONTEXTS - 1 - MAX_READERS) {
        ++*dropped;
        return set;
    }
    for (; set && context_of(set) > context; set = tail_of(set))
        greater[n++] = context_of(set);
    set = join(set, context, makes);
    while (n && set != MISSING)
        set = join(set, greater[--n], makes);
    return set;
}

static uint32_t earlier_of(uint32_t state)
{
    return state ? (uint32_t)states.keys[state - 1][0] : 0;
}

static uint32_t present_of(uint32_t state)
{
    return state ? (uint32_t)states.keys[state - 1][1] : 0;
}

static uint32_t carriers_of(uint32_t state)
{
    return state ? (uint32_t)states.keys[state - 1][2] : 0;
}

static bool is_crowded(uint32_t state)
{
    return state && (states.keys[state - 1][2] & LOST ||
                     is_full(earlier_of(state)));
}

static uint32_t find_or_add(uint32_t earlier, uint32_t present,
                            uint64_t carriers, bool makes)
{
    uint32_t id = makes ? bop_ids_add(&states, earlier, present, carriers)
                        : bop_ids_find(&states, earlier, present, carriers);
    return id == NO_ID ? MISSING : id + 1;
}

/* Returns the state of these parts. Once there are many states, a new one has
   no readers of earlier executions: the loops that carry, and the last readers,
   are enough for verdicts on loops. */
static uint32_t state_of(uint32_t earlier, uint32_t present, uint64_t carriers,
                         bool makes)
{
    bool is_many = states.n >= MANY_STATES;
    uint32_t state =
        find_or_add(earlier, present, carriers, makes && !is_many);
    return state == MISSING && is_many
               ? find_or_add(0, present, carriers | LOST, makes)
               : state;
}

/* Returns the state that follows another one. *dropped becomes the number of
   readers that are lost because there are too many sets. */
static uint32_t follow(uint32_t state, uint32_t context, bool same,
                       uint32_t carriers, bool makes, uint32_t *dropped)
{
    uint32_t earlier = earlier_of(state), present = present_of(state);
    *dropped = 0;
    if (!same)
        for (; present && earlier != MISSING; present = tail_of(present))
            earlier = with(earlier, context_of(present), makes, dropped);
    if (earlier != MISSING && size_of(present) < MAX_RUN_READERS)
        present = with(present, context, makes, dropped);
    if (earlier == MISSING || present == MISSING)
        return MISSING;
    if (makes && states.n >= MAX_CONTEXTS - 1) {
        ++*dropped;
        return state;
    }
    uint64_t lost = state ? states.keys[state - 1][2] & LOST : 0;
    return state_of(earlier, present, carriers | lost, makes);
}

/* The lock is taken only to make a state, unless another thread may be making
   one now. */
static uint32_t find_state(struct thread *t, uint32_t state, uint32_t context,
                           bool same, uint32_t carriers)
{
    struct lock_state saved;
    uint32_t found = MISSING, dropped;
    if (bop_tracer.one_thread)
        found = follow(state, context, same, carriers, false, &dropped);
    if (found == MISSING) {
        bop_lock_acquire(&saved);
        found = follow(state, context, same, carriers, true, &dropped);
        bop_lock_release(&saved);
    }
    t->lost.dropped += dropped;
    return found;
}

/* Tells whether the last read belongs to the present execution of this
   thread. */
INLINE bool is_in_execution(const struct thread *t, shadow_word w)
{
    uint32_t state = bop_shadow_context(w);
    return state && bop_shadow_time(w) >= t->frozen_time &&
           (bop_tracer.one_thread ||
            bop_contexts_get(context_of(present_of(state)))->thread == t->id);
}

/* Returns the loops that carry when a byte is read again: of those that
   carried, the ones that still run in the iteration of the last read, which are
   the outermost `common`, and the next one if its iteration has changed. */
static uint32_t next_carriers(uint32_t state, struct loop_relation loops)
{
    uint64_t running = ((uint64_t)1 << loops.common) - 1;
    return (carriers_of(state) & (uint32_t)running) |
           (uint32_t)loops.is_carried << (loops.common % 32);
}

/* Returns the word that follows when a context reads. It looks at the tables of
   sets and states only if the transition is not in the cache. */
INLINE shadow_word next_word(struct thread *t, shadow_word w, uint32_t context)
{
    uint32_t state = bop_shadow_context(w);
    bool same = is_in_execution(t, w);
    struct loop_relation loops = { 0, false, 0 };
    if (state && t->n_loops)
        loops = bop_loops_carrying(t, bop_shadow_time(w));
    uint64_t key = (uint64_t)loops.is_carried << (2 * CONTEXT_BITS + 7) |
                   (uint64_t)loops.common << (2 * CONTEXT_BITS + 1) |
                   (uint64_t)same << 2 * CONTEXT_BITS |
                   (uint64_t)state << CONTEXT_BITS | context;
    if (unlikely(!t->transitions))
        t->transitions = bop_memory(CACHE * sizeof *t->transitions);
    struct transition *slot = &t->transitions[bop_hash(key) % CACHE];
    if (unlikely(slot->key != key || !slot->to))
        *slot = (struct transition){
            key, find_state(t, state, context, same,
                            next_carriers(state, loops))
        };
    return bop_shadow_word(t->pseudo_time, slot->to);
}

/* Mostly all words are equal. */
INLINE void remember(struct thread *t, shadow_word *words, size_t n,
                     uint32_t context)
{
    shadow_word before = words[0], after = next_word(t, before, context);
    for (size_t i = 0; i < n; i++) {
        if (unlikely(words[i] != before)) {
            before = words[i];
            after = next_word(t, before, context);
        }
        words[i] = after;
    }
}

/* Forgets readers in frames that have ended. A parameter may be read in a new
   frame before anything is written there, so they can still be in the words of
   any of its bytes. */
static void forget_stale(const struct thread *t, shadow_word *words, size_t n,
                         uintptr_t addr)
{
    shadow_word kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (!words[i] || words[i] == kept)
            continue;
        if (bop_access_is_stale(t, bop_shadow_time(words[i]), addr))
            words[i] = 0;
        else
            kept = words[i];
    }
}

void bop_reads_remember(struct thread *t, uintptr_t addr, size_t n, site at)
{
    int shift = bop_shadow_shift();
    uint32_t context = bop_access_context(t, at);
    struct shadow_walk walk = { bop_shadow_read_blocks, addr, n,
                                .makes = true };
    while (context && bop_shadow_next(&walk, shift)) {
        if (walk.addr - t->stack < t->stack_size)
            forget_stale(t, walk.words, walk.n, walk.addr);
        if (walk.n == 4)
            remember(t, walk.words, 4, context);
        else if (walk.n == 8)
            remember(t, walk.words, 8, context);
        else
            remember(t, walk.words, walk.n, context);
    }
}

static void count_readers(struct thread *t, uint32_t set, shadow_word w,
                          struct later_access later)
{
    for (; set; set = tail_of(set))
        bop_access_anti(t, context_of(set), bop_shadow_time(w),
                        carriers_of(bop_shadow_context(w)), later);
}

void bop_reads_overwrite(struct thread *t, uintptr_t addr, size_t n, site at,
                         enum dependence_order order)
{
    int shift = bop_shadow_shift();
    struct shadow_walk walk = { bop_shadow_read_blocks, addr, n,
                                .makes = false };
    while (bop_shadow_next(&walk, shift)) {
        shadow_word before = 0;
        for (size_t i = 0; i < walk.n; i++) {
            shadow_word w = walk.words[i];
            if (!w)
                continue;
            walk.words[i] = 0;
            if (w == before)
                continue;
            before = w;
            uint32_t state = bop_shadow_context(w);
            struct later_access later = { walk.addr + (i << shift), at, order };
            t->lost.crowded += is_crowded(state);
            count_readers(t, earlier_of(state), w, later);
            if (!is_in_execution(t, w))
                count_readers(t, present_of(state), w, later);
        }
    }
}

void bop_reads_clear(uintptr_t addr, size_t n)
{
    struct shadow_walk walk = { bop_shadow_read_blocks, addr, n,
                                .makes = false };
    while (bop_shadow_next(&walk, bop_shadow_shift()))
        bop_shadow_zero(walk.words, walk.words + walk.n);
}
