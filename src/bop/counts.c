/* What threads have counted: added up for the trace, begun anew after fork. */
#include "bop/core.h"

struct thread *bop_counts_new(void)
{
    struct thread *t = bop_memory(sizeof *t);
    bop_dependences_new(t);
    return t;
}

static void add_dependence(struct thread *to, const struct dependence *from)
{
    struct dependence *d = bop_dependence(to, from->key);
    if (!d) {
        to->dropped += from->n;
        return;
    }
    d->n += from->n;
    if (from->min < d->min)
        d->min = from->min;
    if (from->max > d->max)
        d->max = from->max;
}

static void add_cost(struct cost *to, const struct cost *from)
{
    to->n += from->n;
    to->inclusive += from->inclusive;
}

static struct call *same_call(struct thread *to, const struct thread *from,
                              uint32_t id)
{
    const uint64_t *key = from->call_ids.keys[id];
    uint32_t mine = bop_map_add(&to->call_ids, key[0], key[1], key[2]);
    to->calls = bop_grow(to->calls, mine, &to->calls_room, sizeof *to->calls);
    struct cost cost = to->calls[mine].cost;
    to->calls[mine] = from->calls[id];
    to->calls[mine].cost = cost;
    return &to->calls[mine];
}

static void add_tallies(struct thread *to, const struct thread *from)
{
    if (from->tallies_room)
        to->tallies = bop_grow(to->tallies, from->tallies_room - 1,
                               &to->tallies_room, sizeof *to->tallies);
    for (size_t i = 0; i < from->tallies_room; i++) {
        add_cost(&to->tallies[i].cost, &from->tallies[i].cost);
        to->tallies[i].self += from->tallies[i].self;
    }
}

void bop_counts_add(struct thread *to, const struct thread *from)
{
    const struct dependences *d = from->dependences;
    for (size_t i = 0; i <= d->mask; i++)
        if (d->slots[i].key)
            add_dependence(to, &d->slots[i]);
    for (uint32_t id = 0; id < from->call_ids.n; id++)
        add_cost(&same_call(to, from, id)->cost, &from->calls[id].cost);
    add_tallies(to, from);
    to->psu += from->psu - from->past_psu;
    to->ticks += from->ticks - from->past_ticks;
    to->dropped += from->dropped;
    to->stale += from->stale;
}

/* The state as that of a thread that has not begun, but for its memory. */
void bop_counts_clear(struct thread *t)
{
    bop_map_clear(&t->call_ids);
    bop_map_clear(&t->context_ids);
    bop_dependences_clear(t->dependences);
    zero_bytes(t->calls, t->calls_room * sizeof *t->calls);
    zero_bytes(t->tallies, t->tallies_room * sizeof *t->tallies);
    zero_bytes(t->context_cache, sizeof t->context_cache);
    zero_bytes(t->call_cache, sizeof t->call_cache);
    t->psu = t->frozen = t->ticks = t->marked = 0;
    t->past_psu = t->past_ticks = t->dropped = t->stale = 0;
    t->top = t->next_call = 0;
    t->detail = false;
}

void bop_counts_restart(struct thread *t)
{
    bop_dependences_clear(t->dependences);
    for (uint32_t i = 0; i < t->call_ids.n; i++)
        t->calls[i].cost.n = t->calls[i].cost.inclusive = 0;
    for (size_t i = 0; i < t->tallies_room; i++)
        t->tallies[i].self = t->tallies[i].cost.n =
            t->tallies[i].cost.inclusive = 0;
    for (size_t i = 0; i < t->depth; i++)
        t->frames[i].refs = bop_refs(t);
    t->marked = bop_refs(t);
    t->past_psu = t->psu;
    t->past_ticks = t->ticks;
    t->dropped = t->stale = 0;
}

static void open_cost(struct cost *cost, uint64_t refs)
{
    cost->n++;
    if (cost->active++ == 0)
        cost->inclusive += refs;
}

/* As if all functions that run returned now. */
static void add_open(struct thread *to, const struct thread *from)
{
    uint64_t now = bop_refs(from);
    for (size_t i = 1; i < from->depth; i++) {
        const struct frame *frame = &from->frames[i];
        if (frame->call == NO_ID)
            continue;
        open_cost(&same_call(to, from, frame->call)->cost, now - frame->refs);
        open_cost(&to->tallies[frame->function].cost, now - frame->refs);
    }
    to->tallies[from->frames[from->depth - 1].function].self +=
        now - from->marked;
    for (uint32_t i = 0; i < to->call_ids.n; i++)
        to->calls[i].cost.active = 0;
    for (size_t i = 0; i < to->tallies_room; i++)
        to->tallies[i].cost.active = 0;
}

const struct thread *bop_counts_sum(void)
{
    static struct thread *sum;
    if (!sum)
        sum = bop_counts_new();
    bop_counts_clear(sum);
    if (bop_ended())
        bop_counts_add(sum, bop_ended());
    for (struct thread *t = bop_threads(); t; t = t->next) {
        if (t->ended)
            continue;
        bop_counts_add(sum, t);
        add_open(sum, t);
    }
    return sum;
}
