/* Counts of threads, added up for the trace and begun again after fork. */
#include "bop/state/counts.h"

#include "bop/base/bytes.h"
#include "bop/base/memory.h"

struct thread *bop_counts_new(void)
{
    struct thread *sum = bop_memory(sizeof *sum);
    sum->dependences = bop_dependences_new();
    return sum;
}

static void add_dependence(struct thread *sum,
                           const struct dependence_count *from)
{
    struct dependence_count *d =
        bop_dependences_add(&sum->dependences, from->key);
    if (!d) {
        sum->lost.dropped += from->count;
        return;
    }
    bop_dependences_merge(d, from);
}

static void add_statement(struct thread *sum, const struct statement *from)
{
    uint32_t id = bop_statements_find(sum, from->at);
    struct statement *statement = &sum->statements[id];
    statement->n += from->n;
    statement->cost += from->cost;
    statement->outputs |= from->outputs;
    statement->inputs |= from->inputs;
    statement->unknown |= from->unknown;
    if (from->most > statement->most)
        statement->most = from->most;
}

static void add_loop(struct loop_count *to, const struct loop_count *from)
{
    to->entries += from->entries;
    to->iterations += from->iterations;
    to->cost += from->cost;
    to->early += from->early;
    to->has_early_exit |= from->has_early_exit;
    to->outputs |= from->outputs;
    to->inputs |= from->inputs;
    to->unknown |= from->unknown;
}

static void add_losses(struct losses *to, const struct losses *from)
{
    to->dropped += from->dropped;
    to->stale += from->stale;
    to->assembly += from->assembly;
    to->irreducible += from->irreducible;
    to->crowded += from->crowded;
}

static void add_cost(struct call_cost *to, const struct call_cost *from)
{
    to->calls += from->calls;
    to->inclusive += from->inclusive;
}

/* Returns the edge of the sum that is edge number id of the thread. */
static struct call_edge *same_call(struct thread *sum, const struct thread *t,
                                   uint32_t id)
{
    const uint64_t *key = t->call_ids.keys[id];
    uint32_t same = bop_ids_add(&sum->call_ids, key[0], key[1], key[2]);
    sum->calls = bop_memory_grow(sum->calls, same, &sum->calls_room,
                                 sizeof *sum->calls);
    struct call_cost cost = sum->calls[same].cost;
    sum->calls[same] = t->calls[id];
    sum->calls[same].cost = cost;
    return &sum->calls[same];
}

void bop_counts_add(struct thread *sum, const struct thread *t)
{
    const struct dependence_table *d = t->dependences;
    for (size_t i = 0; i <= d->mask; i++)
        if (d->slots[i].key)
            add_dependence(sum, &d->slots[i]);
    for (uint32_t id = 0; id < t->call_ids.n; id++)
        add_cost(&same_call(sum, t, id)->cost, &t->calls[id].cost);
    size_t functions = t->function_costs_room;
    if (functions)
        sum->function_costs =
            bop_memory_grow(sum->function_costs, functions - 1,
                            &sum->function_costs_room,
                            sizeof *sum->function_costs);
    for (size_t i = 0; i < functions; i++) {
        add_cost(&sum->function_costs[i].cost, &t->function_costs[i].cost);
        sum->function_costs[i].self += t->function_costs[i].self;
    }
    for (uint32_t id = 0; id < t->within_ids.n; id++)
        bop_ids_add(&sum->within_ids, t->within_ids.keys[id][0],
                    t->within_ids.keys[id][1], 0);
    for (uint32_t nest = 1; nest < t->loop_counts_room; nest++)
        if (t->loop_counts[nest].entries)
            add_loop(bop_loops_count(sum, nest), &t->loop_counts[nest]);
    for (uint32_t id = 0; id < t->statement_ids.n; id++)
        add_statement(sum, &t->statements[id]);
    sum->pseudo_time += t->pseudo_time - t->parent_time;
    sum->ticks += t->ticks - t->parent_ticks;
    add_losses(&sum->lost, &t->lost);
}

/* Clears the counts of which nothing is kept, neither when a thread has ended
   nor when it goes on in the child of a fork. */
static void clear_found(struct thread *t)
{
    bop_dependences_clear(t->dependences);
    bop_ids_clear(&t->within_ids);
    bop_bytes_zero(t->within_cache, sizeof t->within_cache);
    bop_bytes_zero(t->loop_counts,
                   t->loop_counts_room * sizeof *t->loop_counts);
    t->lost = (struct losses){ 0 };
}

void bop_counts_clear(struct thread *t)
{
    clear_found(t);
    bop_ids_clear(&t->call_ids);
    bop_ids_clear(&t->context_ids);
    bop_bytes_zero(t->calls, t->calls_room * sizeof *t->calls);
    bop_bytes_zero(t->function_costs,
                   t->function_costs_room * sizeof *t->function_costs);
    bop_bytes_zero(t->context_cache, sizeof t->context_cache);
    bop_bytes_zero(t->call_cache, sizeof t->call_cache);
    t->pseudo_time = t->frozen_time = t->ticks = t->charged = 0;
    t->parent_time = t->parent_ticks = 0;
    t->top = t->next_call = 0;
    bop_ids_clear(&t->statement_ids);
    bop_bytes_zero(t->statements, t->statements_room * sizeof *t->statements);
    bop_bytes_zero(t->statement_cache, sizeof t->statement_cache);
    t->statement = 0;
    t->n_loops = t->nest = 0;
    t->is_under_study = false;
}

void bop_counts_restart(struct thread *t)
{
    uint64_t now = bop_thread_references(t);
    clear_found(t);
    for (uint32_t i = 0; i < t->call_ids.n; i++)
        t->calls[i].cost.calls = t->calls[i].cost.inclusive = 0;
    for (size_t i = 0; i < t->function_costs_room; i++) {
        struct function_cost *function = &t->function_costs[i];
        function->self = function->cost.calls = function->cost.inclusive = 0;
    }
    for (size_t i = 0; i < t->depth; i++)
        t->frames[i].references = now;
    t->charged = now;
    for (uint32_t i = 0; i < t->statement_ids.n; i++)
        t->statements[i].n = t->statements[i].cost = t->statements[i].most =
            t->statements[i].outputs = t->statements[i].inputs =
                t->statements[i].unknown = 0;
    for (uint32_t i = 0; i < t->n_loops; i++) {
        bop_loops_count(t, t->loops[i].nest)->entries++;
        t->loops[i].references = now;
    }
    t->statement_from = now;
    t->statement_charged = 0;
    t->parent_time = t->pseudo_time;
    t->parent_ticks = t->ticks;
}

/* Adds a call that still runs. Of several calls of one function, the outermost
   comes first and brings the inclusive cost. */
static void add_running(struct call_cost *cost, uint64_t references)
{
    cost->calls++;
    if (cost->active++ == 0)
        cost->inclusive += references;
}

/* Adds the running loops of a thread as if they all ended now. */
static void add_running_loops(struct thread *sum, const struct thread *t)
{
    for (uint32_t i = 0; i < t->n_loops; i++) {
        struct loop_count *count = bop_loops_count(sum, t->loops[i].nest);
        count->iterations += t->loops[i].iterations;
        count->cost += bop_thread_references(t) - t->loops[i].references;
        count->early++;
    }
}

/* Adds the running functions of a thread as if they all returned now. */
static void add_stack(struct thread *sum, const struct thread *t)
{
    uint64_t now = bop_thread_references(t);
    for (size_t i = 1; i < t->depth; i++) {
        const struct stack_frame *frame = &t->frames[i];
        if (frame->call == NO_ID)
            continue;
        uint64_t references = now - frame->references;
        add_running(&same_call(sum, t, frame->call)->cost, references);
        add_running(&sum->function_costs[frame->function].cost, references);
    }
    sum->function_costs[t->frames[t->depth - 1].function].self +=
        now - t->charged;
    for (uint32_t i = 0; i < sum->call_ids.n; i++)
        sum->calls[i].cost.active = 0;
    for (size_t i = 0; i < sum->function_costs_room; i++)
        sum->function_costs[i].cost.active = 0;
}

const struct thread *bop_counts_sum(void)
{
    static struct thread *sum;
    if (!sum)
        sum = bop_counts_new();
    bop_counts_clear(sum);
    if (bop_threads_ended())
        bop_counts_add(sum, bop_threads_ended());
    for (struct thread *t = bop_threads(); t; t = t->next) {
        if (t->ended)
            continue;
        bop_statements_charge(t);
        bop_counts_add(sum, t);
        add_stack(sum, t);
        add_running_loops(sum, t);
    }
    return sum;
}
