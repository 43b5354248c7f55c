#include "deps/reader/events.h"

#include "deps/reader/line.h"
#include "model/profile.h"
#include "util/array.h"

struct bop_frame {
    uint32_t function, call;
    double since; /* references of the thread when it was entered */
};

struct bop_thread {
    LIST(struct bop_frame) frames; /* outermost first */
    double now; /* references so far */
};

static bool take_thread(struct bop_events *e, struct str *s, uint32_t *id)
{
    uint32_t n = e->thread_ids.n, number;
    if (!bop_line_id(s, &number))
        return false;
    *id = pairs_add_in(&e->thread_ids, &e->arena, 0, number);
    if (*id == n)
        *PUSH_IN(&e->arena, &e->threads) = (struct bop_thread){ .now = 0 };
    return true;
}

static uint32_t *call_depth(struct bop_events *e, uint32_t thread,
                            uint32_t call)
{
    uint32_t id = pairs_add_in(&e->call_ids, &e->arena, thread, call);
    return REACH_IN(&e->arena, &e->call_depths, id);
}

/* Advances a thread's clock. Its innermost function has made all references
   since the previous event. */
static void advance(struct bop_events *e, struct bop_thread *thread, double now)
{
    if (thread->frames.n) {
        uint32_t f = LAST(&thread->frames)->function;
        bop_sums_function(&e->sums, f)->self += now - thread->now;
    }
    thread->now = now;
}

static void push(struct bop_events *e, uint32_t id, uint32_t function,
                 uint32_t site)
{
    struct bop_thread *thread = &e->threads.of[id];
    uint32_t caller =
        thread->frames.n ? LAST(&thread->frames)->function : NO_ID;
    uint32_t call = bop_sums_call(&e->sums, caller, site, function);
    *PUSH_IN(&e->arena, &thread->frames) =
        (struct bop_frame){ function, call, thread->now };
    ++*call_depth(e, id, call);
}

/* Only the outermost of several frames of one call adds to its cost. */
static void pop(struct bop_events *e, uint32_t id)
{
    struct bop_thread *thread = &e->threads.of[id];
    struct bop_frame frame = thread->frames.of[--thread->frames.n];
    struct bop_call *call = &e->sums.calls.of[frame.call];
    call->count++;
    bop_sums_function(&e->sums, frame.function)->count++;
    if (--*call_depth(e, id, frame.call) == 0)
        call->cost += thread->now - frame.since;
}

bool bop_events_enter(struct bop_events *e, struct str s)
{
    uint32_t function, site, thread;
    double now;
    if (!bop_line_defined(&s, &e->trace->function_ids, &function) ||
        !bop_line_site(e->trace, &s, &site) || !bop_line_count(&s, &now) ||
        !take_thread(e, &s, &thread) || now < e->threads.of[thread].now ||
        s.len)
        return false;
    advance(e, &e->threads.of[thread], now);
    push(e, thread, function, site);
    return e->any = true;
}

bool bop_events_leave(struct bop_events *e, struct str s)
{
    uint32_t function, id;
    double now;
    if (!bop_line_defined(&s, &e->trace->function_ids, &function) ||
        !bop_line_count(&s, &now) || !take_thread(e, &s, &id) || s.len)
        return false;
    struct bop_thread *thread = &e->threads.of[id];
    if (now < thread->now || thread->frames.n == 0 ||
        LAST(&thread->frames)->function != function)
        return false;
    advance(e, thread, now);
    pop(e, id);
    return e->any = true;
}

/* Takes an address of data. Those on stacks and the heap have no meaning any
   more. */
static bool take_address(struct bop_trace *trace, struct str *s,
                         struct bop_dependence *new)
{
    uint64_t address;
    if (str_take(s, S(" ?:")))
        return str_take_hex(s, &address);
    bool good = bop_line_site(trace, s, &new->low);
    new->high = new->low;
    return good;
}

/* Takes the thread and the address of the data, if they are there; they end the
   record. */
static bool take_data(struct bop_trace *trace, struct str s,
                      struct bop_dependence *new)
{
    uint32_t thread;
    return (!s.len || bop_line_id(&s, &thread)) &&
           (!s.len || take_address(trace, &s, new)) && !s.len;
}

/* Extends the range of the data of a dependence to other data. */
static void widen(const struct bop_trace *trace, struct bop_dependence *d,
                  uint32_t data)
{
    const struct bop_site *sites = trace->sites.of;
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
                                  .frame = NO_ID,
                                  .allocated = NO_ID };
    double wrote, read;
    struct bop_trace *trace = e->trace;
    if (!bop_line_site(trace, &s, &new.wrote) ||
        !bop_line_site(trace, &s, &new.wtop) || !bop_line_count(&s, &wrote) ||
        !bop_line_site(trace, &s, &new.read) ||
        !bop_line_site(trace, &s, &new.rtop) || !bop_line_count(&s, &read) ||
        !bop_line_kind(&s, &new.kind, &new.frees) ||
        (new.kind == DEPENDS && read < wrote) || !take_data(trace, s, &new))
        return false;
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
        while (e->threads.of[id].frames.n)
            pop(e, id);
}
