/* Hidden functions are removed one by one. Each time, the calls of the function
   are joined with the calls to it, so that its callers call its callees. */
#include "filter/hide_calls.h"

#include "filter/copy.h"
#include "graph/inflow.h"
#include "util/diag.h"

/* A function with n callers and m callees makes up to n * m joined calls. If
   all functions that are left make more than MANY, the number of calls could
   explode, so calls below the SMALL part of the whole cost are left out. MANY
   is 1 less than a power of two, like all limits in remove_hidden. */
enum { MANY = 1023 };
#define SMALL 1e-9
/* The most joined calls; more are refused. */
enum { MOST_JOINED = 4000000 };

/* Holds the profile while functions are removed. Joined calls are added to it,
   and calls of removed functions stay in it but no longer count. */
struct hiding {
    struct profile *profile;
    const bool *hidden; /* by function */
    bool *gone;         /* by function: removed already */

    /* The calls at each function are linked lists. */
    uint32_t *first_in, *first_out; /* by function: its latest call, or NO_ID */
    LIST(uint32_t) next_in;  /* by call: the next one of the same callee, or
                                NO_ID */
    LIST(uint32_t) next_out; /* the next one of the same caller */
    uint32_t *n_callers, *n_callees; /* by function: those that are left */
    uint32_t n_linked;               /* calls that are in the lists */
    uint32_t n_read;                 /* calls before any was joined */

    /* These are used once a function would join more than MANY calls. */
    LIST(double) cost; /* by call; empty before */
    double whole;
    double lost;   /* cost of the calls that were left out */
    size_t n_lost; /* number of these calls */
    call_cost_estimate *estimate;
};

/* Puts the calls that were added to the profile into the lists. */
static void link_new_calls(struct hiding *h)
{
    const struct profile *p = h->profile;
    for (uint32_t c = h->n_linked; c < p->n_calls; c++) {
        const struct call *call = &p->calls[c];
        *PUSH(&h->next_in) = h->first_in[call->callee];
        *PUSH(&h->next_out) = h->first_out[call->caller];
        h->first_in[call->callee] = h->first_out[call->caller] = c;
        if (call->caller != call->callee) {
            h->n_callers[call->callee]++;
            h->n_callees[call->caller]++;
        }
    }
    h->n_linked = p->n_calls;
}

/* Returns the inflow of f, without that of self-calls. */
static struct inflow inflow_into(const struct hiding *h, uint32_t f)
{
    struct inflow inflow = { .weight = h->profile->functions[f].entry,
                             .n_calls = h->n_callers[f],
                             .n_members = 1 };
    for (uint32_t c = h->first_in[f]; c != NO_ID; c = h->next_in.of[c]) {
        const struct call *call = &h->profile->calls[c];
        if (!h->gone[call->caller] && call->caller != f)
            inflow.weight += call->weight;
    }
    return inflow;
}

/* Adds to the estimated cost of a call, which may be new. */
static void add_cost(struct hiding *h, uint32_t call, double cost)
{
    if (call == h->cost.n)
        *PUSH(&h->cost) = 0;
    h->cost.of[call] += cost;
}

/* Returns whether this portion of a call is too small to be joined. It is then
   counted as lost. */
static bool is_left_out(struct hiding *h, uint32_t call, double portion)
{
    if (!h->cost.n || portion * h->cost.of[call] > SMALL * h->whole)
        return false;
    h->lost += portion * h->cost.of[call];
    h->n_lost++;
    return true;
}

/* Gives a portion of the calls of f to one of its callers or, if `caller` is
   NO_ID, to the entries of the callees. */
static void give_calls(struct hiding *h, uint32_t f, uint32_t caller,
                       double portion)
{
    for (uint32_t c = h->first_out[f]; c != NO_ID; c = h->next_out.of[c]) {
        struct call out = h->profile->calls[c];
        if (h->gone[out.callee] || out.callee == f)
            continue;
        if (caller == NO_ID || is_left_out(h, c, portion)) {
            h->profile->functions[out.callee].entry += portion * out.weight;
            continue;
        }
        uint32_t id = profile_call(h->profile, caller, out.callee);
        struct call *joined = &h->profile->calls[id];
        joined->weight += portion * out.weight;
        joined->count = joined->cost = UNKNOWN;
        if (h->cost.n)
            add_cost(h, id, portion * h->cost.of[c]);
    }
}

/* Returns false if too many calls were joined. */
static bool remove_function(struct hiding *h, uint32_t f)
{
    struct inflow inflow = inflow_into(h, f);
    double sum = inflow_sum(&inflow);
    double self = h->profile->functions[f].self;
    double entry = inflow_entry_weight(&inflow, h->profile->functions[f].entry);
    for (uint32_t c = h->first_in[f]; c != NO_ID; c = h->next_in.of[c]) {
        struct call in = h->profile->calls[c];
        if (h->gone[in.caller] || in.caller == f)
            continue;
        double portion = inflow_call_weight(&inflow, in.weight) / sum;
        h->profile->functions[in.caller].self += portion * self;
        give_calls(h, f, in.caller, portion);
        if (h->profile->n_calls - h->n_read > MOST_JOINED)
            return false;
    }
    if (entry > 0)
        give_calls(h, f, NO_ID, entry / sum);
    h->gone[f] = true;
    const struct call *calls = h->profile->calls;
    for (uint32_t c = h->first_in[f]; c != NO_ID; c = h->next_in.of[c])
        h->n_callees[calls[c].caller] -= !h->gone[calls[c].caller];
    for (uint32_t c = h->first_out[f]; c != NO_ID; c = h->next_out.of[c])
        h->n_callers[calls[c].callee] -= !h->gone[calls[c].callee];
    link_new_calls(h);
    return true;
}

/* Estimates the costs of all calls that are left. From then on, small calls are
   left out. */
static void estimate_costs(struct hiding *h)
{
    LOCAL_ARENA(scratch);
    struct profile *left =
        copy_profile_without(&scratch, h->profile, h->gone, NULL);
    const double *cost = h->estimate(&scratch, left);
    h->whole = profile_whole(left);
    for (uint32_t c = 0; c < h->profile->n_calls; c++) {
        const struct call *call = &h->profile->calls[c];
        bool is_left = !h->gone[call->caller] && !h->gone[call->callee];
        add_cost(h, c, is_left ? known_or(*cost++, h->whole) : 0);
    }
    profile_free(left);
}

/* Removes the functions that join the fewest calls first. Each round visits
   them backwards, because functions mostly come after their callers and fewer
   calls are then joined. Returns false if too many calls were joined. */
static bool remove_hidden(struct hiding *h)
{
    uint32_t n = h->profile->n_functions, n_left = 0;
    for (uint32_t f = 0; f < n; f++)
        n_left += h->hidden[f];
    for (uint64_t most = 0; n_left; most = 2 * most + 1) {
        for (uint32_t f = n; f-- > 0;) {
            uint64_t joins = (uint64_t)h->n_callers[f] * h->n_callees[f];
            if (!h->hidden[f] || h->gone[f] || joins > most)
                continue;
            if (!remove_function(h, f))
                return false;
            n_left--;
        }
        if (most == MANY && n_left)
            estimate_costs(h);
    }
    if (h->lost > 0)
        diag_note("%zu small calls over functions taken out are left out; "
                  "their callers lose %.2g %% of the cost",
                  h->n_lost, 100 * h->lost / h->whole);
    return true;
}

/* Returns a copy without the calls that did not happen, which join nothing. */
static struct profile *copy_what_happened(struct arena *arena,
                                          const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    bool *no_function = NEW_N(&scratch, bool, profile->n_functions);
    bool *never = NEW_N(&scratch, bool, profile->n_calls);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        never[c] = !call_happened(&profile->calls[c]);
    return copy_profile_without(arena, profile, no_function, never);
}

struct profile *filter_calls_hide(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *hidden,
                                  call_cost_estimate *estimate)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions;
    struct hiding h = { .profile = copy_what_happened(&scratch, profile),
                        .hidden = hidden,
                        .gone = NEW_N(&scratch, bool, n),
                        .first_in = index_no_ids(&scratch, n),
                        .first_out = index_no_ids(&scratch, n),
                        .n_callers = NEW_N(&scratch, uint32_t, n),
                        .n_callees = NEW_N(&scratch, uint32_t, n),
                        .estimate = estimate };
    inflow_make_explicit(h.profile, hidden);
    link_new_calls(&h);
    h.n_read = h.profile->n_calls;
    struct profile *result =
        remove_hidden(&h)
            ? copy_profile_without(arena, h.profile, h.gone, NULL)
            : NULL;
    profile_free(h.profile);
    LIST_FREE(&h.next_in);
    LIST_FREE(&h.next_out);
    LIST_FREE(&h.cost);
    return result;
}
