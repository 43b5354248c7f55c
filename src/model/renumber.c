#include "model/renumber.h"

#include "model/profile_index.h"
#include "model/stack_tree.h"

struct call_list {
    LIST(struct call);
};

/* Gives the functions their new ids, which are less than n, and removes those
   that have none: NO_ID. */
static void move_functions(struct profile *profile, const uint32_t *new_id,
                           uint32_t n)
{
    struct profile_index *index = profile->index;
    struct function *functions = array_new(n, sizeof *functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (new_id[f] != NO_ID)
            functions[new_id[f]] = profile->functions[f];
    free(profile->functions);
    profile->functions = functions;
    profile->functions_room = profile->n_functions = n;
    index_free_in(&index->functions, &index->texts);
    index->lacks_functions = true;
    for (size_t i = 0; i < index->named.n; i++)
        if (index->named.of[i])
            index->named.of[i] = 1 + new_id[index->named.of[i] - 1];
    struct dependences *moved = NULL;
    dependences_merge(&moved, profile->dependences, new_id);
    dependences_free(profile->dependences);
    profile->dependences = moved;
}

static void replace_calls(struct profile *profile, struct call *calls,
                          uint32_t n)
{
    free(profile->calls);
    profile->calls = calls;
    profile->calls_room = profile->n_calls = n;
    index_clear(&profile->index->calls);
    profile->index->n_calls = 0;
}

/* Gives each call its new id, which is less than n, or drops it if that is
   NO_ID. `functions` has the new ids of functions. */
static void move_calls(struct profile *profile, const uint32_t *functions,
                       const uint32_t *new_id, uint32_t n)
{
    struct call *calls = array_new(n, sizeof *calls);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        if (new_id[c] == NO_ID)
            continue;
        struct call *call = &calls[new_id[c]];
        *call = profile->calls[c];
        call->caller = functions[call->caller];
        call->callee = functions[call->callee];
    }
    replace_calls(profile, calls, n);
}

/* Returns, by depth, the id of its first context. */
static uint32_t *start_depths(struct arena *arena, const uint32_t *depths,
                              uint32_t n)
{
    uint32_t height = 0;
    for (uint32_t i = 0; i < n; i++)
        height = depths[i] >= height ? depths[i] + 1 : height;
    uint32_t *first = NEW_N(arena, uint32_t, height + 1);
    for (uint32_t i = 0; i < n; i++)
        first[depths[i] + 1]++;
    for (uint32_t d = 0; d < height; d++)
        first[d + 1] += first[d];
    return first;
}

/* The parent of a context is the one above its depth that was moved last. */
static void move_contexts(struct profile *profile,
                          const struct profile_new_ids *ids)
{
    LOCAL_ARENA(scratch);
    uint32_t n = ids->n_contexts;
    uint32_t *next = start_depths(&scratch, ids->depths, n);
    bool has_samples = profile->samples.n_rows > 0;
    uint32_t *new_id = NEW_N(&scratch, uint32_t,
                             has_samples ? profile->n_contexts : 0);
    profile_index_free_contexts(profile->index);
    struct context *contexts = array_new(n, sizeof *contexts);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t depth = ids->depths[i], id = next[depth]++;
        struct context context = profile->contexts[ids->contexts[i]];
        context.function = ids->functions[context.function];
        context.child = NO_ID;
        if (depth > 0) {
            context.parent = next[depth - 1] - 1;
            if (contexts[context.parent].child == NO_ID)
                contexts[context.parent].child = id;
        }
        contexts[id] = context;
        if (has_samples)
            new_id[ids->contexts[i]] = id;
    }
    free(profile->contexts);
    profile->contexts = contexts;
    profile->contexts_room = profile->n_contexts = n;
    profile->index->lacks_contexts = true;
    samples_move(&profile->samples, new_id);
}

/* Returns the function that calls a context, or NO_ID for a root. */
static uint32_t caller_of(const struct profile *profile, uint32_t c)
{
    uint32_t parent = profile->contexts[c].parent;
    return parent == NO_ID ? NO_ID : profile->contexts[parent].function;
}

/* Gives each context the call that leads to it. Calls come in the order of the
   contexts. */
static void call_contexts(struct profile *profile)
{
    enum { AHEAD = 16 }; /* contexts whose calls are asked for early */
    LOCAL_ARENA(scratch);
    struct pairs ids = { 0 };
    struct call_list calls = { 0 };
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        struct context *context = &profile->contexts[c];
        uint32_t caller = caller_of(profile, c);
        if (c + AHEAD < profile->n_contexts)
            pairs_prefetch(&ids, caller_of(profile, c + AHEAD),
                           context[AHEAD].function);
        if (caller == NO_ID)
            continue;
        uint32_t id = pairs_add_in(&ids, &scratch, caller, context->function);
        if (id == calls.n)
            *PUSH(&calls) = (struct call){ caller, context->function, UNKNOWN,
                                           UNKNOWN, false, 0 };
        if (context->call != NO_ID)
            call_move_count(&calls.of[id], &profile->calls[context->call]);
        context->call = id;
    }
    replace_calls(profile,
                  array_shrink(calls.of, calls.n, &calls.room,
                               sizeof *calls.of),
                  (uint32_t)calls.n);
    profile->is_raw = false;
}

void renumber_profile(struct profile *profile,
                      const struct profile_new_ids *ids)
{
    move_functions(profile, ids->functions, ids->n_functions);
    if (profile->kind == FROM_CALLS) {
        move_calls(profile, ids->functions, ids->calls, profile->n_calls);
        return;
    }
    profile->kind = FROM_STACKS;
    move_contexts(profile, ids);
    call_contexts(profile);
}

/* Ids of functions or calls in the order in which they are asked for. */
struct new_ids {
    uint32_t *ids; /* by old id, or NO_ID */
    uint32_t n;
};

static uint32_t give_id(struct new_ids *new, uint32_t id)
{
    if (new->ids[id] == NO_ID)
        new->ids[id] = new->n++;
    return new->ids[id];
}

/* Removes the contexts behind the ends of stacks. Functions and calls get the
   order of those that are left, and self[] becomes what the functions cost. */
static void end_contexts(struct profile *profile, const uint32_t *end,
                         struct new_ids *functions, struct new_ids *calls,
                         double *self)
{
    LOCAL_ARENA(scratch);
    struct context *contexts = profile->contexts;
    uint32_t *new_id = NEW_N(&scratch, uint32_t, profile->n_contexts);
    uint32_t n = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        struct context context = contexts[c];
        bool is_left = end[c] == c || end[c] == NO_ID;
        struct context *to = &contexts[is_left ? n : new_id[end[c]]];
        new_id[c] = is_left ? n++ : new_id[end[c]];
        if (!is_left) {
            to->self += context.self;
            self[to->function] += context.self;
            continue;
        }
        context.function = give_id(functions, context.function);
        context.child = NO_ID;
        self[context.function] += context.self;
        if (context.parent != NO_ID) {
            context.parent = new_id[context.parent];
            context.call = give_id(calls, context.call);
            if (contexts[context.parent].child == NO_ID)
                contexts[context.parent].child = new_id[c];
        }
        *to = context;
    }
    profile->n_contexts = n;
    profile_index_free_contexts(profile->index);
    profile->index->lacks_contexts = true;
    samples_move(&profile->samples, new_id);
}

void renumber_end_stacks(struct profile *profile, const uint32_t *end)
{
    LOCAL_ARENA(scratch);
    struct new_ids functions = { index_no_ids(&scratch, profile->n_functions),
                                 0 };
    struct new_ids calls = { index_no_ids(&scratch, profile->n_calls), 0 };
    double *self = NEW_N(&scratch, double, profile->n_functions);
    end_contexts(profile, end, &functions, &calls, self);
    move_functions(profile, functions.ids, functions.n);
    move_calls(profile, functions.ids, calls.ids, calls.n);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        profile->functions[f].self = self[f];
        profile->functions[f].entry = 0;
        profile->functions[f].count = UNKNOWN;
    }
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].count = UNKNOWN;
    const double *through = stack_tree_costs(&scratch, profile);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (profile->contexts[c].parent == NO_ID)
            profile->functions[profile->contexts[c].function].entry +=
                through[c];
}
