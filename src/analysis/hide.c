#include "analysis/hide.h"

#include <stdlib.h>

#include "analysis/graph.h"

static uint32_t copy_function(struct profile *to, const struct function *from)
{
    uint32_t id = profile_function(to, from->is);
    to->functions[id].line = from->line;
    to->functions[id].count = from->count;
    return id;
}

static struct profile *hide_frames(struct arena *arena,
                                   const struct profile *profile,
                                   const bool *hidden)
{
    struct arena scratch = { 0 };
    struct profile *result = profile_like(arena, profile);
    uint32_t *context = NEW_N(&scratch, uint32_t, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *from = &profile->contexts[c];
        uint32_t parent = from->parent == NO_ID ? NO_ID : context[from->parent];
        context[c] = parent;
        if (!hidden[from->function]) {
            uint32_t f =
                copy_function(result, &profile->functions[from->function]);
            context[c] = profile_context(result, parent, f);
        }
        if (context[c] != NO_ID && from->self > 0)
            profile_sample(result, context[c], from->self);
    }
    arena_free(&scratch);
    return result;
}

/* Calls while functions are taken out one by one: lists that grow. */
struct joined {
    struct profile *profile; /* all functions, calls added */
    uint32_t *next_in, *next_out;   /* by call: the next of the same end */
    uint32_t *first_in, *first_out; /* by function: its latest call */
    size_t in_room, out_room;
    uint32_t linked; /* calls in the lists */
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
    }
}

/* The weights into f, self-calls left out. */
static double weight_into(const struct joined *j, uint32_t f,
                          const bool *gone, uint32_t *callers)
{
    double sum = j->profile->functions[f].entry;
    *callers = 0;
    for (uint32_t c = j->first_in[f]; c != NO_ID; c = j->next_in[c]) {
        const struct call *call = &j->profile->calls[c];
        if (gone[call->caller] || call->caller == f)
            continue;
        sum += call->weight;
        ++*callers;
    }
    return sum;
}

/* Gives a portion of what f calls to one caller, or, with NO_ID, to the
   outside: then the callees are entered. */
static void pass_calls(struct joined *j, uint32_t f, uint32_t caller,
                       double portion, const bool *gone)
{
    for (uint32_t c = j->first_out[f]; c != NO_ID; c = j->next_out[c]) {
        struct call out = j->profile->calls[c];
        if (gone[out.callee] || out.callee == f)
            continue;
        if (caller == NO_ID) {
            j->profile->functions[out.callee].entry += portion * out.weight;
            continue;
        }
        uint32_t id = profile_call(j->profile, caller, out.callee);
        j->profile->calls[id].weight += portion * out.weight;
        j->profile->calls[id].count = UNKNOWN;
        j->profile->calls[id].cost = UNKNOWN;
    }
}

static void take_out(struct joined *j, uint32_t f, bool *gone)
{
    uint32_t callers;
    double sum = weight_into(j, f, gone, &callers);
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
    link_new(j);
}

/* Where only calls of weight zero enter a component, they share its cost
   equally; so they do with weight 1 each, and those of a hidden caller can
   then be divided among its own callers. */
static void weigh_zeros(struct profile *profile, const bool *hidden)
{
    struct arena scratch = { 0 };
    struct graph *graph = graph_of(&scratch, profile);
    const uint32_t *of = components_of(&scratch, profile, graph)->of;
    double *inflow = NEW_N(&scratch, double, profile->n_functions);
    bool *called = NEW_N(&scratch, bool, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        inflow[of[f]] += profile->functions[f].entry;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (of[call->caller] == of[call->callee])
            continue;
        inflow[of[call->callee]] += call->weight;
        called[of[call->callee]] |= hidden[call->caller];
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        uint32_t k = of[call->callee];
        if (of[call->caller] != k && called[k] && inflow[k] <= 0)
            call->weight = 1;
    }
    arena_free(&scratch);
}

/* A profile to take functions out of. */
static struct profile *copy_of(struct arena *arena,
                               const struct profile *profile)
{
    struct profile *copy = profile_like(arena, profile);
    profile_merge(copy, profile, "");
    return copy;
}

static void copy_functions(struct profile *to, const struct profile *from,
                           const bool *gone, uint32_t *ids)
{
    for (uint32_t f = 0; f < from->n_functions; f++) {
        const struct function *function = &from->functions[f];
        if (gone[f])
            continue;
        ids[f] = copy_function(to, function);
        to->functions[ids[f]].self = function->self;
        to->functions[ids[f]].entry = function->entry;
    }
}

static void copy_calls(struct profile *to, const struct profile *from,
                       const bool *gone, const uint32_t *ids)
{
    for (uint32_t c = 0; c < from->n_calls; c++) {
        const struct call *call = &from->calls[c];
        if (gone[call->caller] || gone[call->callee])
            continue;
        uint32_t id = profile_call(to, ids[call->caller], ids[call->callee]);
        to->calls[id].count = call->count;
        to->calls[id].cost = call->cost;
        to->calls[id].weight = call->weight;
    }
}

static struct profile *without(struct arena *arena,
                               const struct profile *profile,
                               const bool *gone)
{
    struct arena scratch = { 0 };
    struct profile *result = profile_like(arena, profile);
    uint32_t *ids = NEW_N(&scratch, uint32_t, profile->n_functions);
    copy_functions(result, profile, gone, ids);
    copy_calls(result, profile, gone, ids);
    arena_free(&scratch);
    return result;
}

static struct profile *hide_functions(struct arena *arena,
                                      const struct profile *profile,
                                      const bool *hidden)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    struct joined joined = { .profile = copy_of(&scratch, profile),
                             .first_in = NEW_N(&scratch, uint32_t, n),
                             .first_out = NEW_N(&scratch, uint32_t, n) };
    bool *gone = NEW_N(&scratch, bool, n);
    for (uint32_t f = 0; f < n; f++)
        joined.first_in[f] = joined.first_out[f] = NO_ID;
    weigh_zeros(joined.profile, hidden);
    link_new(&joined);
    for (uint32_t f = 0; f < n; f++)
        if (hidden[f])
            take_out(&joined, f, gone);
    struct profile *result = without(arena, joined.profile, gone);
    profile_free(joined.profile);
    free(joined.next_in);
    free(joined.next_out);
    arena_free(&scratch);
    return result;
}

struct profile *profile_hide(struct arena *arena,
                             const struct profile *profile,
                             const bool *hidden)
{
    return profile->kind == FROM_CALLS ? hide_functions(arena, profile, hidden)
                                       : hide_frames(arena, profile, hidden);
}
