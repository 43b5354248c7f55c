/* longjmp and exceptions leave frames without a report. They are found by their
   addresses: the frame of a running function lies below those of its
   callers. */
#include "bop/state/calls.h"

#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/program/functions.h"
#include "bop/state/shadow.h"
#include "bop/state/stacks.h"
#include "bop/state/thread.h"
#include "bop/state/told.h"
#include "bop/trace/events.h"
#include "bop/tracer.h"

void bop_calls_charge(struct thread *t)
{
    uint64_t now = bop_thread_references(t);
    uint32_t function = t->frames[t->depth - 1].function;
    t->function_costs[function].self += now - t->charged;
    t->charged = now;
}

static void end_call(struct call_cost *cost, uint64_t references)
{
    cost->calls++;
    if (--cost->active == 0)
        cost->inclusive += references;
}

/* Ends the last statement of a function under study that returns. References
   after it belong to the statement at `top`, on whose behalf the function has
   run, or to none. Code under study begins a statement itself. */
static void end_statement(struct thread *t, site top)
{
    if (t->is_under_study)
        return;
    if (top) {
        bop_calls_tick(t, top);
        bop_statements_go_on(t);
        return;
    }
    bop_statements_charge(t);
    t->statement = 0;
    t->top = 0;
    t->frozen_time = t->pseudo_time + 1;
}

static void pop(struct thread *t)
{
    const struct stack_frame *frame = &t->frames[t->depth - 1];
    if (unlikely(t->others_low < frame->cfa) && !frame->by_api)
        bop_stacks_forget(t, frame->cfa);
    bop_calls_charge(t);
    if (frame->call != NO_ID) {
        uint64_t references = bop_thread_references(t) - frame->references;
        end_call(&t->calls[frame->call].cost, references);
        end_call(&t->function_costs[frame->function].cost, references);
        if (unlikely(t->events))
            bop_events_leave(t, frame->function);
        if (unlikely(bop_told.exit))
            bop_told_function(frame->function, false);
    }
    if (unlikely(t->n_loops > frame->loops))
        bop_loops_drop(t, frame->loops);
    t->depth--;
    t->cfa = frame[-1].cfa;
    t->is_under_study = frame[-1].is_under_study;
    if (unlikely(frame->is_under_study) && !bop_tracer.doc_semantics)
        end_statement(t, frame->top);
}

static bool is_on_stack(const struct thread *t, uintptr_t address)
{
    return address - t->stack <= t->stack_size;
}

/* Tells whether the frame that ends at old has been left, when a function is
   entered whose frame ends at cfa. Frames on another stack are those of a
   signal handler, which is deeper than everything on the thread's own stack. */
static bool has_been_left(const struct thread *t, uintptr_t old, uintptr_t cfa)
{
    if (is_on_stack(t, old))
        return is_on_stack(t, cfa) && old <= cfa;
    return is_on_stack(t, cfa) || old <= cfa;
}

void bop_calls_unwind(struct thread *t, uintptr_t cfa)
{
    size_t depth = t->depth;
    while (depth > 0 && t->frames[depth - 1].cfa != cfa)
        depth--;
    while (depth > 0 && t->depth > depth)
        pop(t);
}

/* Adds the edge from caller to the function with that entry. */
static uint32_t add_call(struct thread *t, uint32_t caller, site at,
                         uintptr_t entry)
{
    struct lock_state saved;
    bop_lock_block_signals(&saved);
    uint32_t id = bop_ids_add(&t->call_ids, caller, at, entry);
    t->calls = bop_memory_grow(t->calls, id, &t->calls_room, sizeof *t->calls);
    struct call_edge *call = &t->calls[id];
    call->caller = caller;
    call->callee =
        entry & LITERAL ? (uint32_t)entry : bop_function_at(entry);
    call->is_under_study = bop_function(call->callee)->is_under_study;
    call->counted = call->is_under_study || !bop_tracer.detail_only;
    call->foreign = !(entry & LITERAL) && !bop_function_is_traced(at);
    t->function_costs =
        bop_memory_grow(t->function_costs, call->callee,
                        &t->function_costs_room, sizeof *t->function_costs);
    bop_lock_unblock_signals(&saved);
    return id;
}

static uint32_t find_call(struct thread *t, uint32_t caller, site at,
                          uintptr_t entry)
{
    struct call_slot *slot = &t->call_cache[(at ^ entry << 3) % CALL_CACHE];
    if (likely(slot->entry == entry && slot->at == at &&
               slot->caller == caller))
        return slot->call;
    uint32_t id = bop_ids_find(&t->call_ids, caller, at, entry);
    if (id == NO_ID)
        id = add_call(t, caller, at, entry);
    *slot = (struct call_slot){ entry, at, caller, id };
    return id;
}

static void make_room(struct thread *t)
{
    struct lock_state saved;
    bop_lock_block_signals(&saved);
    t->frames = bop_memory_grow(t->frames, t->depth, &t->frames_room,
                                sizeof *t->frames);
    bop_lock_unblock_signals(&saved);
}

/* Adds a frame. A signal handler may use it before depth says that it is taken,
   so its cfa is set before and again after. */
INLINE struct stack_frame *push_frame(struct thread *t, uintptr_t cfa)
{
    if (unlikely(t->depth >= t->frames_room))
        make_room(t);
    struct stack_frame *frame = &t->frames[t->depth];
    frame->cfa = cfa;
    t->depth++;
    __asm__ volatile("" ::: "memory");
    frame->pseudo_time = t->pseudo_time;
    frame->references = bop_thread_references(t);
    frame->by_api = false;
    frame->loops = t->n_loops;
    frame->libc_call = 0;
    frame->cfa = cfa;
    t->cfa = cfa;
    return frame;
}

/* Enters a function. */
static struct stack_frame *push(struct thread *t, uintptr_t cfa, uint32_t id,
                                site at)
{
    struct call_edge *call = &t->calls[id];
    struct stack_frame *frame = push_frame(t, cfa);
    frame->function = call->counted ? call->callee : frame[-1].function;
    frame->call = call->counted ? id : NO_ID;
    frame->is_under_study = t->is_under_study = call->is_under_study;
    if (call->counted) {
        call->cost.active++;
        t->function_costs[call->callee].cost.active++;
        frame->top = t->top;
        if (unlikely(t->events))
            bop_events_enter(t, call->callee, at);
        if (unlikely(bop_told.entry))
            bop_told_function(call->callee, true);
    }
    return frame;
}

void bop_calls_tick(struct thread *t, site at)
{
    if (bop_tracer.doc_semantics || bop_tracer.off ||
        t->pseudo_time + 1 >= TIME_LIMIT)
        return;
    t->frozen_time = ++t->pseudo_time;
    t->ticks++;
    t->top = at;
    bop_statements_begin(t, at);
}

/* Drops the frames that longjmp or an exception has left when a function is
   entered whose frame ends at cfa. */
INLINE void drop_left(struct thread *t, uintptr_t cfa)
{
    if (unlikely(t->cfa <= cfa || !is_on_stack(t, t->cfa)))
        while (t->depth > 1 && has_been_left(t, t->cfa, cfa))
            pop(t);
}

void bop_calls_enter(uintptr_t entry, site at, uintptr_t cfa)
{
    struct thread *t = bop_thread_self;
    if (unlikely(!t || bop_tracer.dead) && !(t = bop_thread_always()))
        return;
    drop_left(t, cfa);
    const struct stack_frame *caller = &t->frames[t->depth - 1];
    if (unlikely(caller->libc_call))
        at = caller->libc_call;
    uint32_t call = find_call(t, caller->function, at, entry);
    bop_calls_charge(t);
    /* Code that is not traced has no line under study, so the line of the
       latest reference or call remains. */
    if (t->is_under_study && !t->calls[call].is_under_study)
        bop_calls_tick(t, likely(!t->calls[call].foreign) ? at : t->top);
    push(t, cfa, call, at);
}

void bop_calls_enter_libc(site at, uintptr_t cfa)
{
    struct thread *t = bop_thread_self;
    if (unlikely(!t || bop_tracer.dead) && !(t = bop_thread_always()))
        return;
    drop_left(t, cfa);
    bop_calls_charge(t);
    if (t->is_under_study)
        bop_calls_tick(t, at);
    const struct stack_frame *caller = &t->frames[t->depth - 1];
    site call = caller->libc_call ? caller->libc_call : at;
    uint32_t function = caller->function;
    struct stack_frame *frame = push_frame(t, cfa);
    frame->function = function;
    frame->call = NO_ID;
    frame->is_under_study = t->is_under_study = false;
    frame->libc_call = call;
}

void bop_calls_leave(uintptr_t cfa)
{
    struct thread *t = bop_thread_self;
    if (unlikely(!t || bop_tracer.dead))
        return;
    if (unlikely(t->cfa != cfa))
        bop_calls_unwind(t, cfa);
    while (t->depth > 1 && t->cfa == cfa) {
        bool by_api = t->frames[t->depth - 1].by_api;
        pop(t);
        if (!by_api)
            break;
    }
}

site bop_calls_allocation(site at, uintptr_t cfa)
{
    struct thread *t = bop_thread_self;
    if (!t || bop_tracer.dead)
        return at;
    if (cfa != t->cfa)
        bop_calls_unwind(t, cfa);
    for (size_t i = t->depth - 1; i > 0; i--) {
        const struct stack_frame *frame = &t->frames[i];
        if (frame->call == NO_ID ||
            !bop_function(frame->function)->allocates ||
            !t->call_ids.keys[frame->call][1])
            break;
        at = t->call_ids.keys[frame->call][1];
    }
    return at;
}

/* The address of the function's frame is unknown, so it shares that of the
   frame below, and writes to the stack do not become stale. */
void bop_calls_enter_by_api(struct thread *t, uint32_t function)
{
    site at = t->next_call;
    const struct stack_frame *below = &t->frames[t->depth - 1];
    uint32_t call = find_call(t, below->function, at, LITERAL | function);
    uint64_t pseudo_time = below->pseudo_time;
    t->next_call = 0;
    bop_calls_charge(t);
    struct stack_frame *frame = push(t, t->cfa, call, at);
    frame->by_api = true;
    frame->pseudo_time = pseudo_time;
}

void bop_calls_leave_by_api(struct thread *t, const char *name)
{
    size_t depth = t->depth;
    while (depth > 1 &&
           !(t->frames[depth - 1].by_api &&
             bop_function_is(t->frames[depth - 1].function, name)))
        depth--;
    while (depth > 1 && t->depth >= depth)
        pop(t);
}
