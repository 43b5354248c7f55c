/* Executions of statements under study: counts, costs, recent times. */
#include "bop/state/steps.h"

#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/thread.h"

uint32_t bop_steps_find(struct thread *t, site at)
{
    uint32_t id = bop_ids_find(&t->step_ids, at, 0, 0);
    if (id == NO_ID) {
        struct lock_state saved;
        bop_lock_block_signals(&saved);
        id = bop_ids_add(&t->step_ids, at, 0, 0);
        t->steps = bop_memory_grow(t->steps, id, &t->steps_room,
                                   sizeof *t->steps);
        t->steps[id].at = at;
        bop_lock_unblock_signals(&saved);
    }
    return id;
}

/* Returns the index of a toplev location, from the cache if it is there. */
INLINE uint32_t cached_step(struct thread *t, site at)
{
    struct step_slot *slot = &t->step_cache[at % STEP_CACHE];
    if (likely(slot->at == at && slot->step))
        return slot->step - 1;
    uint32_t id = bop_steps_find(t, at);
    *slot = (struct step_slot){ at, id + 1 };
    return id;
}

void bop_steps_charge(struct thread *t)
{
    uint64_t now = bop_thread_references(t);
    if (t->step) {
        struct step *step = &t->steps[t->step - 1];
        uint64_t cost = now - t->step_from;
        step->cost += cost - t->step_charged;
        t->step_charged = cost;
        if (cost > step->most)
            step->most = cost;
    }
}

void bop_steps_begin(struct thread *t, site at)
{
    bop_steps_charge(t);
    uint32_t id = cached_step(t, at);
    struct step *step = &t->steps[id];
    step->times[step->begun++ % RECENT_STEPS] = t->pseudo_time;
    step->n++;
    t->step = id + 1;
    t->step_from = bop_thread_references(t);
    t->step_charged = 0;
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
    if (t->step) {
        t->steps[t->step - 1].outputs |= outputs;
        t->steps[t->step - 1].inputs |= inputs;
        t->steps[t->step - 1].unknown |= unknown;
    }
    for (uint32_t i = 0; i < t->n_loops; i++) {
        struct loop_count *count = bop_loops_count(t, t->loops[i].nest);
        count->outputs |= outputs;
        count->inputs |= inputs;
        count->unknown |= unknown;
    }
}

void bop_steps_output(struct thread *t, int fd)
{
    note(t, descriptor_bit(fd), 0, 0);
}

void bop_steps_input(struct thread *t, int fd)
{
    note(t, 0, descriptor_bit(fd), 0);
}

void bop_steps_random(struct thread *t)
{
    note(t, 0, (uint64_t)1 << RANDOM_NUMBERS, 0);
}

void bop_steps_unknown(struct thread *t, uint64_t unknown)
{
    note(t, 0, 0, unknown);
}

void bop_steps_go_on(struct thread *t)
{
    if (t->step && t->steps[t->step - 1].n)
        t->steps[t->step - 1].n--;
}
