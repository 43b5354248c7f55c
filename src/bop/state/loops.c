#include "bop/state/loops.h"

#include "bop/base/ids.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/thread.h"
#include "bop/tracer.h"

#define PIECE 1024 /* nests */

/* Nests are stored in pieces of an array that never move. */
static struct loop_nest *pieces[MAX_CONTEXTS / PIECE];
static struct id_table nest_ids; /* (parent, site) -> nest - 1 */

const struct loop_nest *bop_loops_nest(uint32_t nest)
{
    static const struct loop_nest none;
    return nest ? &pieces[nest / PIECE][nest % PIECE] : &none;
}

uint32_t bop_loops_nests(void)
{
    return nest_ids.n + 1;
}

/* Returns the nest of a loop, which is added if it is new, or 0 if there are
   too many. The lock is taken only to add it, unless another thread may be
   adding one now. */
static uint32_t find_nest(uint32_t parent, site at)
{
    struct lock_state saved;
    uint32_t found = bop_tracer.one_thread
                         ? bop_ids_find(&nest_ids, parent, at, 0)
                         : NO_ID;
    if (likely(found != NO_ID))
        return found + 1;
    bop_lock_acquire(&saved);
    uint32_t n = nest_ids.n, nest = 0;
    if (n + 1 < MAX_CONTEXTS)
        nest = bop_ids_add(&nest_ids, parent, at, 0) + 1;
    if (nest > n) {
        if (!pieces[nest / PIECE])
            pieces[nest / PIECE] = bop_memory(PIECE * sizeof **pieces);
        pieces[nest / PIECE][nest % PIECE] =
            (struct loop_nest){ parent, bop_loops_nest(parent)->depth + 1, at };
    }
    bop_lock_release(&saved);
    return nest;
}

struct loop_count *bop_loops_count(struct thread *t, uint32_t nest)
{
    if (unlikely(nest >= t->loop_counts_room)) {
        struct lock_state saved;
        bop_lock_block_signals(&saved);
        t->loop_counts = bop_memory_grow(
            t->loop_counts, nest, &t->loop_counts_room, sizeof *t->loop_counts);
        bop_lock_unblock_signals(&saved);
    }
    return &t->loop_counts[nest];
}

/* Makes earlier accesses count as earlier executions, as ticks do, in loops of
   SKETCH functions. */
static void separate(struct thread *t)
{
    if (!t->is_under_study && !bop_tracer.doc_semantics)
        t->frozen_time = t->pseudo_time + 1;
}

/* Ends the innermost loop. */
static void end_loop(struct thread *t, bool is_done, bool is_early)
{
    struct active_loop *loop = &t->loops[t->n_loops - 1];
    struct loop_count *count = bop_loops_count(t, loop->nest);
    uint64_t n = loop->iterations - (is_done && loop->iterations);
    count->iterations += n;
    count->cost += bop_thread_references(t) - loop->references;
    count->early += is_early;
    count->last_began = n ? loop->times[(n - 1) % RECENT] : loop->start;
    t->n_loops--;
    t->nest = t->n_loops ? t->loops[t->n_loops - 1].nest : 0;
    separate(t);
}

void bop_loops_drop(struct thread *t, uint32_t n)
{
    while (t->n_loops > n)
        end_loop(t, false, true);
}

/* Returns how many loops run in the functions below the present one. */
static uint32_t loops_below(const struct thread *t)
{
    return t->frames[t->depth - 1].loops;
}

static void begin_iteration(struct thread *t, struct active_loop *loop)
{
    loop->began = t->pseudo_time + 1;
    loop->times[loop->iterations++ % RECENT] = loop->began;
    separate(t);
}

void bop_loops_iterate(struct thread *t, site at, uint32_t depth,
                       bool has_early_exit)
{
    uint32_t i = loops_below(t) + depth - 1;
    if (i < t->n_loops && t->loops[i].at == at) {
        bop_loops_drop(t, i + 1);
        begin_iteration(t, &t->loops[i]);
        return;
    }
    bop_loops_drop(t, i);
    if (t->n_loops == MAX_LOOPS)
        return;
    struct active_loop *loop = &t->loops[t->n_loops];
    loop->at = at;
    loop->nest = find_nest(t->nest, at);
    loop->start = t->pseudo_time + 1;
    loop->references = bop_thread_references(t);
    loop->iterations = 0;
    begin_iteration(t, loop);
    t->nest = loop->nest;
    t->n_loops++;
    struct loop_count *count = bop_loops_count(t, loop->nest);
    count->entries++;
    count->has_early_exit = has_early_exit;
}

void bop_loops_leave(struct thread *t, uint32_t depth, bool is_done,
                     bool is_early)
{
    uint32_t n = loops_below(t) + depth;
    for (; t->n_loops > n; is_done = false)
        end_loop(t, is_done, is_early);
}

/* Returns the time at which the iteration began that is `before` iterations
   before the present one. */
INLINE uint64_t began(const struct active_loop *loop, uint64_t before)
{
    return loop->times[(loop->iterations - 1 - before) % RECENT];
}

struct loop_relation bop_loops_relation(const struct thread *t, uint64_t time)
{
    struct loop_relation relation = bop_loops_carrying(t, time);
    if (!relation.is_carried)
        return relation;
    const struct active_loop *loop = &t->loops[relation.common];
    uint64_t known =
        loop->iterations < RECENT ? loop->iterations : RECENT;
    /* Many distances are greater than the tracer remembers. */
    if (began(loop, known - 1) > time)
        relation.distance = known;
    while (relation.distance < known && began(loop, relation.distance) > time)
        relation.distance++;
    return relation;
}

uint32_t bop_loops_late(const struct thread *t, uint32_t nest,
                        const struct loop_relation *relation, uint64_t time)
{
    uint32_t late = 0;
    for (; nest; nest = bop_loops_nest(nest)->parent) {
        uint32_t depth = bop_loops_nest(nest)->depth;
        if (depth <= relation->common + relation->is_carried)
            break;
        if (nest >= t->loop_counts_room ||
            time < t->loop_counts[nest].last_began)
            late |= (uint32_t)1 << (depth - 1);
    }
    return late;
}
