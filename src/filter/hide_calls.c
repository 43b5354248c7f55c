/* Functions are taken out one by one; their callers meet their callees. */
#include "filter/hide_calls.h"

#include <stdlib.h>

#include "filter/copy_calls.h"
#include "util/array.h"
#include "util/diag.h"

/* Functions that join more calls than MANY, one below a power of two, make the
   calls explode: then those of less than a SMALL part of the whole cost go. */
enum { MANY = 1023 };
#define SMALL 1e-9

/* Calls while functions are taken out one by one: lists that grow. */
struct joined {
    struct profile *profile; /* all functions, calls added */
    uint32_t *next_in, *next_out;   /* by call: the next of the same end */
    uint32_t *first_in, *first_out; /* by function: its latest call */
    uint32_t *callers, *callees;    /* by function: how many are left */
    size_t in_room, out_room;
    uint32_t linked; /* calls in the lists */

    double *cost; /* by call, once there are many to join, else NULL */
    size_t cost_room, n_costs;
    double whole;
    double lost; /* cost of the calls that were too small to join */
    size_t n_lost;
    call_cost_estimate *estimate;
};

static void link_new(struct joined *j)
{
    const struct profile *p = j->profile;
    for (; j->linked < p->n_calls; j->linked++) {
        const struct call *call = &p->calls[j->linked];
        j->next_in = array_grow(j->next_in, j->linked, &j->in_room,
                                sizeof *j->next_in);
        j->next_out = array_grow(j->next_out, j->linked, &j->out_room,
                                 sizeof *j->next_out);
        j->next_in[j->linked] = j->first_in[call->callee];
        j->next_out[j->linked] = j->first_out[call->caller];
        j->first_in[call->callee] = j->first_out[call->caller] = j->linked;
        if (call->caller != call->callee) {
            j->callers[call->callee]++;
            j->callees[call->caller]++;
        }
    }
}

/* The weights into f, self-calls left out. */
static double weight_into(const struct joined *j, uint32_t f, const bool *gone)
{
    double sum = j->profile->functions[f].entry;
    for (uint32_t c = j->first_in[f]; c != NO_ID; c = j->next_in[c]) {
        const struct call *call = &j->profile->calls[c];
        if (gone[call->caller] || call->caller == f)
            continue;
        sum += call->weight;
    }
    return sum;
}

/* A call that is new, or grows. */
static void add_cost(struct joined *j, uint32_t call, double cost)
{
    if (call == j->n_costs) {
        j->cost = array_grow(j->cost, call, &j->cost_room, sizeof *j->cost);
        j->cost[j->n_costs++] = 0;
    }
    j->cost[call] += cost;
}

static bool too_small(struct joined *j, uint32_t call, double portion)
{
    if (!j->cost || portion * j->cost[call] > SMALL * j->whole)
        return false;
    j->lost += portion * j->cost[call];
    j->n_lost++;
    return true;
}

/* Gives a portion of what f calls to one caller or, with NO_ID, to the outside:
   then the callees are entered. */
static void pass_calls(struct joined *j, uint32_t f, uint32_t caller,
                       double portion, const bool *gone)
{
    for (uint32_t c = j->first_out[f]; c != NO_ID; c = j->next_out[c]) {
        struct call out = j->profile->calls[c];
        if (gone[out.callee] || out.callee == f)
            continue;
        if (caller == NO_ID || too_small(j, c, portion)) {
            j->profile->functions[out.callee].entry += portion * out.weight;
            continue;
        }
        uint32_t id = profile_call(j->profile, caller, out.callee);
        j->profile->calls[id].weight += portion * out.weight;
        j->profile->calls[id].count = UNKNOWN;
        j->profile->calls[id].cost = UNKNOWN;
        if (j->cost)
            add_cost(j, id, portion * j->cost[c]);
    }
}

static void unlink_calls(struct joined *j, uint32_t f, const bool *gone)
{
    const struct call *calls = j->profile->calls;
    for (uint32_t c = j->first_in[f]; c != NO_ID; c = j->next_in[c])
        j->callees[calls[c].caller] -= !gone[calls[c].caller];
    for (uint32_t c = j->first_out[f]; c != NO_ID; c = j->next_out[c])
        j->callers[calls[c].callee] -= !gone[calls[c].callee];
}

static void take_out(struct joined *j, uint32_t f, bool *gone)
{
    uint32_t callers = j->callers[f];
    double sum = weight_into(j, f, gone);
    double self = j->profile->functions[f].self;
    double entry = j->profile->functions[f].entry;
    for (uint32_t c = j->first_in[f]; c != NO_ID; c = j->next_in[c]) {
        struct call in = j->profile->calls[c];
        if (gone[in.caller] || in.caller == f)
            continue;
        double portion = sum > 0 ? in.weight / sum : 1.0 / callers;
        j->profile->functions[in.caller].self += portion * self;
        pass_calls(j, f, in.caller, portion, gone);
    }
    if (sum > 0 && entry > 0)
        pass_calls(j, f, NO_ID, entry / sum, gone);
    else if (sum <= 0 && callers == 0)
        pass_calls(j, f, NO_ID, 1, gone);
    gone[f] = true;
    unlink_calls(j, f, gone);
    link_new(j);
}

/* From now on, small calls are left out. */
static void find_costs(struct joined *j, const bool *gone)
{
    struct arena scratch = { 0 };
    struct profile *left =
        copy_calls_without(&scratch, j->profile, gone, NULL);
    const double *cost = j->estimate(&scratch, left);
    j->whole = profile_whole(left);
    for (uint32_t c = 0; c < j->profile->n_calls; c++) {
        const struct call *call = &j->profile->calls[c];
        bool is_left = !gone[call->caller] && !gone[call->callee];
        add_cost(j, c, is_left ? known_or(*cost++, j->whole) : 0);
    }
    profile_free(left);
    arena_free(&scratch);
}

static void take_out_small(struct joined *j, const bool *hidden, bool *gone,
                           uint64_t most, uint32_t *left)
{
    for (uint32_t f = j->profile->n_functions; f-- > 0;) {
        uint64_t joins = (uint64_t)j->callers[f] * j->callees[f];
        if (!hidden[f] || gone[f] || joins > most)
            continue;
        take_out(j, f, gone);
        --*left;
    }
}

/* First those that join the fewest calls. Functions are mostly seen after
   their callers, so going backwards leaves fewer to join. */
static void take_out_all(struct joined *j, const bool *hidden, bool *gone)
{
    uint32_t left = 0;
    for (uint32_t f = 0; f < j->profile->n_functions; f++)
        left += hidden[f];
    for (uint64_t most = 0; left; most = 2 * most + 1) {
        take_out_small(j, hidden, gone, most, &left);
        if (most == MANY && left)
            find_costs(j, gone);
    }
    if (j->lost > 0)
        diag_note("%zu small calls over functions taken out are left out; "
                  "their callers lose %.2g %% of the cost",
                  j->n_lost, 100 * j->lost / j->whole);
}

struct profile *filter_calls_hide(struct arena *arena,
                              const struct profile *profile,
                              const bool *hidden,
                              call_cost_estimate *estimate)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    struct joined joined = { .estimate = estimate,
                             .profile = copy_calls(&scratch, profile),
                             .first_in = NEW_N(&scratch, uint32_t, n),
                             .first_out = NEW_N(&scratch, uint32_t, n),
                             .callers = NEW_N(&scratch, uint32_t, n),
                             .callees = NEW_N(&scratch, uint32_t, n) };
    bool *gone = NEW_N(&scratch, bool, n);
    for (uint32_t f = 0; f < n; f++)
        joined.first_in[f] = joined.first_out[f] = NO_ID;
    copy_calls_weigh_zeros(joined.profile, hidden);
    link_new(&joined);
    take_out_all(&joined, hidden, gone);
    struct profile *result =
        copy_calls_without(arena, joined.profile, gone, NULL);
    profile_free(joined.profile);
    free(joined.next_in);
    free(joined.next_out);
    free(joined.cost);
    arena_free(&scratch);
    return result;
}
