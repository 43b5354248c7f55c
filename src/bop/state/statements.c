/* Executions of statements under study: counts, costs, recent times. */
#include "bop/state/statements.h"

#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/thread.h"

uint32_t bop_statements_find(struct thread *t, site at)
{
    uint32_t id = bop_ids_find(&t->statement_ids, at, 0, 0);
    if (id == NO_ID) {
        struct lock_state saved;
        bop_lock_block_signals(&saved);
        id = bop_ids_add(&t->statement_ids, at, 0, 0);
        t->statements = bop_memory_grow(t->statements, id, &t->statements_room,
                                   sizeof *t->statements);
        t->statements[id].at = at;
        bop_lock_unblock_signals(&saved);
    }
    return id;
}

/* Returns the index of a statement, from the cache if it is there. */
INLINE uint32_t cached_statement(struct thread *t, site at)
{
    struct statement_slot *slot = &t->statement_cache[at % STATEMENT_CACHE];
    if (likely(slot->at == at && slot->statement))
        return slot->statement - 1;
    uint32_t id = bop_statements_find(t, at);
    *slot = (struct statement_slot){ at, id + 1 };
    return id;
}

void bop_statements_charge(struct thread *t)
{
    uint64_t now = bop_thread_references(t);
    if (t->statement) {
        struct statement *statement = &t->statements[t->statement - 1];
        uint64_t cost = now - t->statement_from;
        statement->cost += cost - t->statement_charged;
        t->statement_charged = cost;
        if (cost > statement->most)
            statement->most = cost;
    }
}

void bop_statements_begin(struct thread *t, site at)
{
    bop_statements_charge(t);
    uint32_t id = cached_statement(t, at);
    struct statement *statement = &t->statements[id];
    statement->times[statement->begun++ % RECENT] = t->pseudo_time;
    statement->n++;
    t->statement = id + 1;
    t->statement_from = bop_thread_references(t);
    t->statement_charged = 0;
}

static uint64_t descriptor_bit(int fd)
{
    bool has_bit = fd >= 0 && fd < RANDOM_NUMBERS;
    return (uint64_t)1 << (has_bit ? fd : OTHER_FILES);
}

/* Notes files and functions for the execution that runs and for the loops
   around it. */
static void note(struct thread *t, uint64_t outputs, uint64_t inputs,
                 uint64_t unknown)
{
    if (t->statement) {
        t->statements[t->statement - 1].outputs |= outputs;
        t->statements[t->statement - 1].inputs |= inputs;
        t->statements[t->statement - 1].unknown |= unknown;
    }
    for (uint32_t i = 0; i < t->n_loops; i++) {
        struct loop_count *count = bop_loops_count(t, t->loops[i].nest);
        count->outputs |= outputs;
        count->inputs |= inputs;
        count->unknown |= unknown;
    }
}

void bop_statements_output(struct thread *t, int fd)
{
    note(t, descriptor_bit(fd), 0, 0);
}

void bop_statements_input(struct thread *t, int fd)
{
    note(t, 0, descriptor_bit(fd), 0);
}

void bop_statements_random(struct thread *t)
{
    note(t, 0, (uint64_t)1 << RANDOM_NUMBERS, 0);
}

void bop_statements_unknown(struct thread *t, uint64_t unknown)
{
    note(t, 0, 0, unknown);
}

void bop_statements_go_on(struct thread *t)
{
    if (t->statement && t->statements[t->statement - 1].n)
        t->statements[t->statement - 1].n--;
}
