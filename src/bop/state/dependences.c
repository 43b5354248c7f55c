/* The hash table of dependences. */
#include "bop/state/dependences.h"

#include "bop/base/bytes.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/tracer.h"

static struct dependence_table *new_table(size_t room)
{
    struct dependence_table *table =
        bop_memory(sizeof *table + room * sizeof *table->slots);
    table->mask = room - 1;
    return table;
}

struct dependence_table *bop_dependences_new(void)
{
    return new_table(512);
}

void bop_dependences_clear(struct dependence_table *table)
{
    bop_bytes_zero(table->slots, (table->mask + 1) * sizeof *table->slots);
    table->n = 0;
}

void bop_dependences_merge(struct dependence_count *to,
                           const struct dependence_count *from)
{
    to->count += from->count;
    WIDEN(to->least, to->most, from->least, from->most);
    WIDEN(to->low, to->high, from->low, from->high);
    if (from->frame) {
        bop_dependences_in_frame(to, from->frame, from->least_below);
        bop_dependences_in_frame(to, from->frame, from->most_below);
    }
    WIDEN(to->least_runs, to->most_runs, from->least_runs, from->most_runs);
    WIDEN(to->least_iterations, to->most_iterations, from->least_iterations,
          from->most_iterations);
    if (from->allocated)
        bop_dependences_in_block(to, from->allocated);
    to->late |= from->late;
}

/* Returns the slot that holds the key, or the free one where it belongs. */
static struct dependence_count *find_slot(struct dependence_table *table,
                                          uint64_t key)
{
    size_t i = bop_hash(key) & table->mask;
    while (table->slots[i].key && table->slots[i].key != key)
        i = (i + 1) & table->mask;
    return &table->slots[i];
}

static struct dependence_table *grow(struct dependence_table *old)
{
    struct dependence_table *table = new_table(2 * (old->mask + 1));
    for (size_t i = 0; i <= old->mask; i++)
        if (old->slots[i].key)
            *find_slot(table, old->slots[i].key) = old->slots[i];
    table->n = old->n;
    return table;
}

struct dependence_count *bop_dependences_add(struct dependence_table **table,
                                             uint64_t key)
{
    struct dependence_count *slot = find_slot(*table, key);
    if (likely(slot->key))
        return slot;
    struct lock_state saved;
    bop_lock_block_signals(&saved);
    if ((*table)->n >= (*table)->mask / 2)
        *table = grow(*table);
    slot = NULL;
    if ((*table)->n < bop_tracer.max_edges) {
        slot = find_slot(*table, key);
        if (!slot->key) { /* no signal handler added it meanwhile */
            (*table)->n++;
            slot->key = key;
            slot->least = UINT64_MAX;
            slot->low = UINTPTR_MAX;
            slot->least_runs = slot->least_iterations = UINT32_MAX;
        }
    }
    bop_lock_unblock_signals(&saved);
    return slot;
}
