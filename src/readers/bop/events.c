/* The events of a trace, which come to the same sums as its records. */
#include <stdlib.h>

#include "readers/bop/trace.h"
#include "util/array.h"

struct frame {
    uint32_t function, call;
    double since; /* references */
};

struct bop_thread {
    struct frame *frames;
    size_t depth, room;
    double now; /* references */
};

static bool take_thread(struct bop_events *e, struct str *s, uint32_t *id)
{
    uint32_t n = e->numbers.n, number;
    if (!bop_take_id(s, &number))
        return false;
    *id = pairs_add(&e->numbers, 0, number);
    if (*id == n) {
        e->threads = array_grow(e->threads, n, &e->threads_room,
                                sizeof *e->threads);
        e->threads[n] = (struct bop_thread){ .depth = 0 };
    }
    return true;
}

/* How many of the thread's frames are of this. */
static uint32_t *depth_of(struct pairs *ids, uint32_t **depths, size_t *room,
                          uint32_t thread, uint32_t of)
{
    uint32_t id = pairs_add(ids, thread, of);
    *depths = array_reach(*depths, id, room, sizeof **depths);
    return &(*depths)[id];
}

static uint32_t *function_depth(struct bop_events *e, uint32_t thread,
                                uint32_t function)
{
    return depth_of(&e->functions, &e->function_depth, &e->functions_room,
                    thread, function);
}

static uint32_t *call_depth(struct bop_events *e, uint32_t thread,
                            uint32_t call)
{
    return depth_of(&e->calls, &e->call_depth, &e->calls_room, thread, call);
}

/* The innermost function has paid for all references since the last event. */
static void pass_time(struct bop_events *e, struct bop_thread *thread,
                      double now)
{
    if (thread->depth) {
        uint32_t f = thread->frames[thread->depth - 1].function;
        bop_function_cost(&e->trace->events, f)->self += now - thread->now;
    }
    thread->now = now;
}

static void push(struct bop_events *e, uint32_t id, uint32_t function,
                 uint32_t site)
{
    struct bop_thread *thread = &e->threads[id];
    uint32_t caller = thread->depth
                          ? thread->frames[thread->depth - 1].function
                          : NO_ID;
    uint32_t call = bop_call(&e->trace->events, caller, site, function);
    thread->frames = array_grow(thread->frames, thread->depth, &thread->room,
                                sizeof *thread->frames);
    thread->frames[thread->depth++] =
        (struct frame){ function, call, thread->now };
    ++*function_depth(e, id, function);
    ++*call_depth(e, id, call);
}

static void pop(struct bop_events *e, uint32_t id)
{
    struct bop_thread *thread = &e->threads[id];
    struct frame frame = thread->frames[--thread->depth];
    struct bop_call *call = &e->trace->events.calls[frame.call];
    struct bop_cost *cost =
        bop_function_cost(&e->trace->events, frame.function);
    double spent = thread->now - frame.since;
    call->count++;
    cost->count++;
    if (--*call_depth(e, id, frame.call) == 0)
        call->cost += spent;
    if (--*function_depth(e, id, frame.function) == 0)
        cost->total += spent;
}

bool bop_enter(struct bop_events *e, struct str s)
{
    uint32_t function, site, thread;
    double now;
    if (!bop_take_known(&s, &e->trace->functions, &function) ||
        !bop_take_site(e->trace, &s, &site) || !bop_take_count(&s, &now) ||
        !take_thread(e, &s, &thread) || now < e->threads[thread].now)
        return false;
    pass_time(e, &e->threads[thread], now);
    push(e, thread, function, site);
    return e->any = true;
}

bool bop_leave(struct bop_events *e, struct str s)
{
    uint32_t function, id;
    double now;
    if (!bop_take_known(&s, &e->trace->functions, &function) ||
        !bop_take_count(&s, &now) || !take_thread(e, &s, &id))
        return false;
    struct bop_thread *thread = &e->threads[id];
    if (now < thread->now || thread->depth == 0 ||
        thread->frames[thread->depth - 1].function != function)
        return false;
    pass_time(e, thread, now);
    pop(e, id);
    return e->any = true;
}

static void add_read(struct bop_dependence *d, double distance)
{
    if (d->count == 0 || distance < d->least)
        d->least = distance;
    if (d->count == 0 || distance > d->most)
        d->most = distance;
    d->count++;
}

bool bop_depend(struct bop_events *e, struct str s)
{
    struct bop_dependence d;
    double wrote, read;
    struct bop_trace *trace = e->trace;
    if (!bop_take_site(trace, &s, &d.wrote) ||
        !bop_take_site(trace, &s, &d.wtop) || !bop_take_count(&s, &wrote) ||
        !bop_take_site(trace, &s, &d.read) ||
        !bop_take_site(trace, &s, &d.rtop) || !bop_take_count(&s, &read) ||
        !bop_take_kind(&s, &d.kind) || (d.kind == DEPENDS && read < wrote))
        return false;
    add_read(bop_dependence(&trace->events, &d),
             d.kind == DEPENDS ? read - wrote : 0);
    return e->any = true;
}

void bop_events_end(struct bop_events *e)
{
    for (uint32_t id = 0; id < e->numbers.n; id++) {
        while (e->threads[id].depth)
            pop(e, id);
        free(e->threads[id].frames);
    }
    free(e->threads);
    free(e->function_depth);
    free(e->call_depth);
    pairs_free(&e->numbers);
    pairs_free(&e->functions);
    pairs_free(&e->calls);
}
