#include "analysis/graph.h"

static struct links new_links(struct arena *arena,
                              const struct profile *profile)
{
    return (struct links){
        .first = NEW_N(arena, uint32_t, profile->n_functions + 2),
        .calls = NEW_N(arena, uint32_t, profile->n_calls),
    };
}

/* Counting sort: count, sum up, place. While it places, first[f + 1] is where
   the next call of f goes; at the end that is where f's calls end. */
static struct links sort_calls(struct arena *arena,
                               const struct profile *profile, bool by_caller)
{
    struct links links = new_links(arena, profile);
    uint32_t *place = links.first + 1;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t c = 0; c < profile->n_calls; c++) {
            const struct call *call = &profile->calls[c];
            uint32_t end = by_caller ? call->caller : call->callee;
            if (call->caller == call->callee)
                continue;
            if (pass == 0)
                place[end + 1]++;
            else
                links.calls[place[end]++] = c;
        }
        for (uint32_t f = 0; pass == 0 && f < profile->n_functions; f++)
            place[f + 1] += place[f];
    }
    return links;
}

struct graph *graph_of(struct arena *arena, const struct profile *profile)
{
    struct graph *graph = NEW(arena, struct graph);
    graph->out = sort_calls(arena, profile, true);
    graph->in = sort_calls(arena, profile, false);
    return graph;
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

static void group_members(struct arena *arena, struct components *components,
                          uint32_t n)
{
    components->first = NEW_N(arena, uint32_t, components->n + 2);
    components->members = NEW_N(arena, uint32_t, n);
    uint32_t *place = components->first + 1;
    for (uint32_t f = 0; f < n; f++)
        place[components->of[f] + 1]++;
    for (uint32_t k = 0; k < components->n; k++)
        place[k + 1] += place[k];
    for (uint32_t f = 0; f < n; f++)
        components->members[place[components->of[f]]++] = f;
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
    group_members(arena, search.result, n);
    arena_free(&scratch);
    return search.result;
}
