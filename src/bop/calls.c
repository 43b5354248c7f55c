/*
 * The stack of functions: entry and exit, the tick that a call from DETAIL
 * code makes, counts and costs of calls.
 *
 * Frames that were left by longjmp or an exception are found by their
 * addresses: the frame of a function that runs lies below those of its
 * callers.
 */
#include "bop/core.h"

#include "bop/events.h"
#include "bop/functions.h"

/* The innermost function pays for all references since the last change. */
void bop_account(struct thread *t)
{
    uint64_t now = bop_refs(t);
    t->tallies[t->frames[t->depth - 1].function].self += now - t->marked;
    t->marked = now;
}

static void end_cost(struct cost *cost, uint64_t refs)
{
    cost->n++;
    if (--cost->active == 0)
        cost->inclusive += refs;
}

static void pop(struct thread *t)
{
    const struct frame *frame = &t->frames[t->depth - 1];
    bop_account(t);
    if (frame->call != NO_ID) {
        uint64_t refs = bop_refs(t) - frame->refs;
        end_cost(&t->calls[frame->call].cost, refs);
        end_cost(&t->tallies[frame->function].cost, refs);
        if (unlikely(t->events))
            bop_event_leave(t, frame->function);
    }
    t->depth--;
    t->cfa = frame[-1].cfa;
    t->detail = frame[-1].detail;
}

static bool on_stack(const struct thread *t, uintptr_t address)
{
    return address - t->stack <= t->stack_size;
}

/* A function begins whose frame ends at cfa: is one that ends at frame left
   over? What runs on another stack, a handler of signals, is deeper than all
   of the thread's own. */
static bool is_over(const struct thread *t, uintptr_t frame, uintptr_t cfa)
{
    if (on_stack(t, frame))
        return on_stack(t, cfa) && frame <= cfa;
    return on_stack(t, cfa) || frame <= cfa;
}

static void drop_left_over(struct thread *t, uintptr_t cfa)
{
    while (t->depth > 1 && is_over(t, t->cfa, cfa))
        pop(t);
}

/* The function whose frame ends at cfa runs: if it is on the stack, those
   above it have been left. What is not known changes nothing: code that is
   not ours keeps no frame pointer. */
void bop_repair(struct thread *t, uintptr_t cfa)
{
    size_t depth = t->depth;
    while (depth > 0 && t->frames[depth - 1].cfa != cfa)
        depth--;
    while (depth > 0 && t->depth > depth)
        pop(t);
}

static uint32_t add_call(struct thread *t, uint32_t caller, site at,
                             uintptr_t entry)
{
    struct quiet quiet;
    bop_block(&quiet);
    uint32_t id = bop_map_add(&t->call_ids, caller, at, entry);
    t->calls = bop_grow(t->calls, id, &t->calls_room, sizeof *t->calls);
    struct call *call = &t->calls[id];
    call->caller = caller;
    call->callee = entry & LITERAL ? (uint32_t)entry
                                   : bop_function_at(entry);
    call->detail = bop_function(call->callee)->detail;
    call->counted = call->detail || !bop.detail_only;
    t->tallies = bop_grow(t->tallies, call->callee, &t->tallies_room,
                          sizeof *t->tallies);
    bop_unblock(&quiet);
    return id;
}

static uint32_t call_of(struct thread *t, uint32_t caller, site at,
                            uintptr_t entry)
{
    struct call_slot *slot = &t->call_cache[(at ^ entry << 3) % CALL_CACHE];
    if (likely(slot->entry == entry && slot->at == at &&
               slot->caller == caller))
        return slot->call;
    uint32_t id = bop_map_find(&t->call_ids, caller, at, entry);
    if (id == NO_ID)
        id = add_call(t, caller, at, entry);
    *slot = (struct call_slot){ entry, at, caller, id };
    return id;
}

static void make_room(struct thread *t)
{
    struct quiet quiet;
    bop_block(&quiet);
    t->frames =
        bop_grow(t->frames, t->depth, &t->frames_room, sizeof *t->frames);
    bop_unblock(&quiet);
}

/* A handler of signals may use the slot before depth says that it is taken:
   its cfa is set again. */
static void push(struct thread *t, uintptr_t cfa, uint32_t id)
{
    const struct call *call = &t->calls[id];
    if (unlikely(t->depth >= t->frames_room))
        make_room(t);
    struct frame *frame = &t->frames[t->depth];
    frame->cfa = cfa;
    t->depth++;
    __asm__ volatile("" ::: "memory");
    frame->psu = t->psu;
    frame->refs = bop_refs(t);
    frame->function = call->counted ? call->callee : frame[-1].function;
    frame->call = call->counted ? id : NO_ID;
    frame->detail = call->detail;
    frame->literal = false;
    frame->cfa = cfa;
    t->cfa = cfa;
    t->detail = call->detail;
}

static void begin(struct thread *t, uint32_t id, site at)
{
    struct call *call = &t->calls[id];
    if (!call->counted)
        return;
    call->cost.active++;
    t->tallies[call->callee].cost.active++;
    if (unlikely(t->events))
        bop_event_enter(t, call->callee, at);
}

void bop_tick(struct thread *t, site at)
{
    if (bop.doc || bop.off || t->psu + 1 >= MAX_TIME)
        return;
    t->frozen = ++t->psu;
    t->ticks++;
    t->top = at;
}

void bop_enter(uintptr_t entry, site at, uintptr_t cfa)
{
    struct thread *t = bop_self;
    if (unlikely(!t || bop.dead) && !(t = bop_thread_always()))
        return;
    if (unlikely(t->cfa <= cfa || !on_stack(t, t->cfa)))
        drop_left_over(t, cfa);
    uint32_t call = call_of(t, t->frames[t->depth - 1].function, at, entry);
    bop_account(t);
    if (t->detail && !t->calls[call].detail)
        bop_tick(t, at);
    push(t, cfa, call);
    begin(t, call, at);
}

void bop_leave(uintptr_t cfa)
{
    struct thread *t = bop_self;
    if (unlikely(!t || bop.dead))
        return;
    if (unlikely(t->cfa != cfa))
        bop_repair(t, cfa);
    while (t->depth > 1 && t->cfa == cfa) {
        bool literal = t->frames[t->depth - 1].literal;
        pop(t);
        if (!literal)
            break;
    }
}

/* Has no memory of its own: that of the frame below. */
void bop_enter_literal(struct thread *t, uint32_t function)
{
    site at = t->next_call;
    uint32_t call = call_of(t, t->frames[t->depth - 1].function, at,
                            LITERAL | function);
    uint64_t psu = t->frames[t->depth - 1].psu;
    t->next_call = 0;
    bop_account(t);
    push(t, t->cfa, call);
    t->frames[t->depth - 1].literal = true;
    t->frames[t->depth - 1].psu = psu;
    begin(t, call, at);
}

/* Where it did not begin, nothing ends. */
void bop_leave_literal(struct thread *t, const char *name)
{
    size_t depth = t->depth;
    while (depth > 1 &&
           !(t->frames[depth - 1].literal &&
             bop_function_is(t->frames[depth - 1].function, name)))
        depth--;
    while (depth > 1 && t->depth >= depth)
        pop(t);
}
