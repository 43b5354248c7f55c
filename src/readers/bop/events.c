#include "readers/bop/events.h"

#include <stdlib.h>

#include "model/profile.h"
#include "readers/bop/line.h"
#include "util/array.h"

struct bop_frame {
    uint32_t function, call;
    double since; /* references of the thread when it was entered */
};

struct bop_thread {
    struct bop_frame *frames; /* outermost first */
    size_t depth, frames_room;
    double now; /* references so far */
};

static bool take_thread(struct bop_events *e, struct str *s, uint32_t *id)
{
    uint32_t n = e->thread_ids.n, number;
    if (!bop_line_id(s, &number))
        return false;
    *id = pairs_add(&e->thread_ids, 0, number);
    if (*id == n) {
        e->threads = array_grow(e->threads, n, &e->threads_room,
                                sizeof *e->threads);
        e->threads[n] = (struct bop_thread){ .depth = 0 };
    }
    return true;
}

static uint32_t *function_depth(struct bop_events *e, uint32_t thread,
                                uint32_t function)
{
    uint32_t id = pairs_add(&e->function_ids, thread, function);
    e->function_depths =
        array_reach(e->function_depths, id, &e->function_depths_room,
                    sizeof *e->function_depths);
    return &e->function_depths[id];
}

static uint32_t *call_depth(struct bop_events *e, uint32_t thread,
                            uint32_t call)
{
    uint32_t id = pairs_add(&e->call_ids, thread, call);
    e->call_depths = array_reach(e->call_depths, id, &e->call_depths_room,
                                 sizeof *e->call_depths);
    return &e->call_depths[id];
}

/* Moves a thread's clock. Its innermost function has made all references since
   the event before. */
static void advance(struct bop_events *e, struct bop_thread *thread,
                    double now)
{
    if (thread->depth) {
        uint32_t f = thread->frames[thread->depth - 1].function;
        bop_sums_function(&e->sums, f)->self += now - thread->now;
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
    uint32_t call = bop_sums_call(&e->sums, caller, site, function);
    thread->frames = array_grow(thread->frames, thread->depth,
                                &thread->frames_room, sizeof *thread->frames);
    thread->frames[thread->depth++] =
        (struct bop_frame){ function, call, thread->now };
    ++*function_depth(e, id, function);
    ++*call_depth(e, id, call);
}

/* Only the outermost of several frames of one function, or of one call, adds to
   its total cost. */
static void pop(struct bop_events *e, uint32_t id)
{
    struct bop_thread *thread = &e->threads[id];
    struct bop_frame frame = thread->frames[--thread->depth];
    struct bop_call *call = &e->sums.calls[frame.call];
    struct bop_cost *cost = bop_sums_function(&e->sums, frame.function);
    double spent = thread->now - frame.since;
    call->count++;
    cost->count++;
    if (--*call_depth(e, id, frame.call) == 0)
        call->cost += spent;
    if (--*function_depth(e, id, frame.function) == 0)
        cost->total += spent;
}

bool bop_events_enter(struct bop_events *e, struct str s)
{
    uint32_t function, site, thread;
    double now;
    if (!bop_line_defined(&s, &e->trace->function_ids, &function) ||
        !bop_line_site(e->trace, &s, &site) || !bop_line_count(&s, &now) ||
        !take_thread(e, &s, &thread) || now < e->threads[thread].now)
        return false;
    advance(e, &e->threads[thread], now);
    push(e, thread, function, site);
    return e->any = true;
}

bool bop_events_leave(struct bop_events *e, struct str s)
{
    uint32_t function, id;
    double now;
    if (!bop_line_defined(&s, &e->trace->function_ids, &function) ||
        !bop_line_count(&s, &now) || !take_thread(e, &s, &id))
        return false;
    struct bop_thread *thread = &e->threads[id];
    if (now < thread->now || thread->depth == 0 ||
        thread->frames[thread->depth - 1].function != function)
        return false;
    advance(e, thread, now);
    pop(e, id);
    return e->any = true;
}

/* Takes the thread and the address of the data, which older traces do not have.
   Addresses on stacks and the heap mean nothing now. */
static void take_data(struct bop_trace *trace, struct str s,
                      struct bop_dependence *new)
{
    uint32_t thread, data;
    if (bop_line_id(&s, &thread) && !str_starts(s, S(" ?")) &&
        bop_line_site(trace, &s, &data))
        new->low = new->high = data;
}

/* Makes the range of the data of a dependence one that has other data, too. */
static void widen(const struct bop_trace *trace, struct bop_dependence *d,
                  uint32_t data)
{
    const struct bop_site *sites = trace->sites;
    if (d->low == NO_ID || data == NO_ID ||
        sites[d->low].of != sites[data].of) {
        d->low = d->high = NO_ID;
        return;
    }
    if (sites[data].address < sites[d->low].address)
        d->low = data;
    if (sites[data].address > sites[d->high].address)
        d->high = data;
}

bool bop_events_depend(struct bop_events *e, struct str s)
{
    struct bop_dependence new = { .least_runs = UNKNOWN, .most_runs = UNKNOWN,
                                  .low = NO_ID, .high = NO_ID,
                                  .frame = NO_ID };
    double wrote, read;
    struct bop_trace *trace = e->trace;
    if (!bop_line_site(trace, &s, &new.wrote) ||
        !bop_line_site(trace, &s, &new.wtop) || !bop_line_count(&s, &wrote) ||
        !bop_line_site(trace, &s, &new.read) ||
        !bop_line_site(trace, &s, &new.rtop) || !bop_line_count(&s, &read) ||
        !bop_line_kind(&s, &new.kind) ||
        (new.kind == DEPENDS && read < wrote))
        return false;
    take_data(trace, s, &new);
    /* The clocks of two threads cannot be compared. */
    double distance = new.kind == DEPENDS ? read - wrote : 0;
    struct bop_dependence *d = bop_sums_dependence(&e->sums, &new);
    if (d->count == 0 || distance < d->least)
        d->least = distance;
    if (d->count == 0 || distance > d->most)
        d->most = distance;
    if (d->count)
        widen(trace, d, new.low);
    d->count++;
    return e->any = true;
}

void bop_events_finish(struct bop_events *e)
{
    for (uint32_t id = 0; id < e->thread_ids.n; id++)
        while (e->threads[id].depth)
            pop(e, id);
}

void bop_events_free(struct bop_events *e)
{
    for (uint32_t id = 0; id < e->thread_ids.n; id++)
        free(e->threads[id].frames);
    free(e->threads);
    free(e->function_depths);
    free(e->call_depths);
    pairs_free(&e->thread_ids);
    pairs_free(&e->function_ids);
    pairs_free(&e->call_ids);
    bop_sums_free(&e->sums);
}
