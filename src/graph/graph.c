#include "graph/graph.h"

#include "graph/counting_sort.h"

/* The calls of each function, which is their caller or else their callee. */
static struct links link_calls(struct arena *arena,
                               const struct profile *profile, bool by_caller,
                               const bool *closed)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_calls;
    uint32_t *function_of = NEW_N(&scratch, uint32_t, n);
    for (uint32_t c = 0; c < n; c++) {
        const struct call *call = &profile->calls[c];
        bool left_out = call->caller == call->callee ||
                        (closed && closed[call->callee]);
        function_of[c] = left_out    ? NO_ID
                         : by_caller ? call->caller
                                     : call->callee;
    }
    struct groups groups =
        counting_sort(arena, function_of, n, profile->n_functions);
    arena_free(&scratch);
    return (struct links){ groups.first, groups.ids };
}

struct graph *graph_without_calls_of(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *closed)
{
    struct graph *graph = NEW(arena, struct graph);
    graph->out = link_calls(arena, profile, true, closed);
    graph->in = link_calls(arena, profile, false, closed);
    return graph;
}

struct graph *graph_of(struct arena *arena, const struct profile *profile)
{
    return graph_without_calls_of(arena, profile, NULL);
}

/* Tarjan's state; low[f] is 0 for a function that was not visited yet. */
struct search {
    const struct profile *profile;
    const struct graph *graph;
    struct components *result;
    uint32_t *low, *next; /* next: the call to follow, by function */
    uint32_t *open;       /* functions whose component is not known yet */
    uint32_t *up;         /* caller on the path, by function */
    uint32_t n_open, time;
    uint32_t *order; /* visiting time, by function */
};

static void enter(struct search *s, uint32_t f)
{
    s->low[f] = s->order[f] = ++s->time;
    s->next[f] = s->graph->out.first[f];
    s->open[s->n_open++] = f;
}

static void close_component(struct search *s, uint32_t root)
{
    uint32_t f;
    do {
        f = s->open[--s->n_open];
        s->result->of[f] = s->result->n;
    } while (f != root);
    s->result->n++;
}

/* Follows one call of f: returns the function to visit next, or f itself when
   there is nothing below it any more. */
static uint32_t step(struct search *s, uint32_t f)
{
    while (s->next[f] < s->graph->out.first[f + 1]) {
        uint32_t call = s->graph->out.calls[s->next[f]++];
        uint32_t g = s->profile->calls[call].callee;
        if (!s->low[g])
            return g;
        if (s->result->of[g] == NO_ID && s->order[g] < s->low[f])
            s->low[f] = s->order[g];
    }
    return f;
}

static void search_from(struct search *s, uint32_t root)
{
    uint32_t f = root;
    enter(s, f);
    for (;;) {
        uint32_t g = step(s, f);
        if (g != f) {
            s->up[g] = f;
            enter(s, f = g);
            continue;
        }
        if (s->low[f] == s->order[f])
            close_component(s, f);
        if (f == root)
            return;
        uint32_t caller = s->up[f];
        if (s->low[f] < s->low[caller])
            s->low[caller] = s->low[f];
        f = caller;
    }
}

struct components *components_of(struct arena *arena,
                                 const struct profile *profile,
                                 const struct graph *graph)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    struct search search = {
        .profile = profile,
        .graph = graph,
        .result = NEW(arena, struct components),
        .low = NEW_N(&scratch, uint32_t, n),
        .next = NEW_N(&scratch, uint32_t, n),
        .open = NEW_N(&scratch, uint32_t, n),
        .up = NEW_N(&scratch, uint32_t, n),
        .order = NEW_N(&scratch, uint32_t, n),
    };
    search.result->of = NEW_N(arena, uint32_t, n);
    for (uint32_t f = 0; f < n; f++)
        search.result->of[f] = NO_ID;
    for (uint32_t f = 0; f < n; f++)
        if (!search.low[f])
            search_from(&search, f);
    struct groups groups =
        counting_sort(arena, search.result->of, n, search.result->n);
    search.result->first = groups.first;
    search.result->members = groups.ids;
    arena_free(&scratch);
    return search.result;
}
