#include "graph/components.h"

#include "graph/counting_sort.h"

/* Holds the state of the depth-first search. All arrays are by function. */
struct depth_first_search {
    const struct graph *graph;
    struct components *result;
    uint32_t *order;  /* its place in the order of visits, from 1; 0 before */
    uint32_t *low;    /* the least order known to be reachable from it */
    uint32_t *next;   /* place in graph->out of the call to follow next */
    uint32_t *parent; /* the caller that the search came from */
    uint32_t *stack;  /* visited functions whose component is not known yet */
    uint32_t n_stack, time;
};

static void enter(struct depth_first_search *s, uint32_t f)
{
    s->low[f] = s->order[f] = ++s->time;
    s->next[f] = s->graph->out.first[f];
    s->stack[s->n_stack++] = f;
}

/* Returns a callee of f that was not visited yet, or f itself if all were. */
static uint32_t next_callee(struct depth_first_search *s, uint32_t f)
{
    while (s->next[f] < s->graph->out.first[f + 1]) {
        uint32_t g = s->graph->callees[s->next[f]++];
        if (!s->order[g])
            return g;
        if (s->result->of[g] == NO_ID && s->order[g] < s->low[f])
            s->low[f] = s->order[g];
    }
    return f;
}

/* Makes a component of root and of all functions above it on the stack. */
static void close_component(struct depth_first_search *s, uint32_t root)
{
    uint32_t f;
    do {
        f = s->stack[--s->n_stack];
        s->result->of[f] = s->result->n;
    } while (f != root);
    s->result->n++;
}

static void search_from(struct depth_first_search *s, uint32_t root)
{
    uint32_t f = root;
    enter(s, f);
    for (;;) {
        uint32_t g = next_callee(s, f);
        if (g != f) {
            s->parent[g] = f;
            f = g;
            enter(s, f);
            continue;
        }
        if (s->low[f] == s->order[f])
            close_component(s, f);
        if (f == root)
            return;
        uint32_t caller = s->parent[f];
        if (s->low[f] < s->low[caller])
            s->low[caller] = s->low[f];
        f = caller;
    }
}

struct components *components_of(struct arena *arena,
                                 const struct profile *profile,
                                 const struct graph *graph)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions;
    struct depth_first_search search = {
        .graph = graph,
        .result = NEW(arena, struct components),
        .order = NEW_N(&scratch, uint32_t, n),
        .low = NEW_N(&scratch, uint32_t, n),
        .next = NEW_N(&scratch, uint32_t, n),
        .parent = NEW_N(&scratch, uint32_t, n),
        .stack = NEW_N(&scratch, uint32_t, n),
    };
    struct components *result = search.result;
    result->of = index_no_ids(arena, n);
    for (uint32_t f = 0; f < n; f++)
        if (!search.order[f])
            search_from(&search, f);
    struct sorted_groups groups =
        counting_sort(arena, result->of, n, result->n);
    result->first = groups.first;
    result->members = groups.ids;
    return result;
}
