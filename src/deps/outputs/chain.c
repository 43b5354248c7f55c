#include "deps/outputs/chain.h"

#include "graph/counting_sort.h"
#include "util/arena.h"

/* The statements as a graph: an edge leads from the one that writes to the one
   that reads. */
struct chain_graph {
    uint32_t n, n_edges;
    uint32_t *from, *to;   /* by edge */
    struct groups out, in; /* edges by the statement at either end */
    uint32_t *component; /* by statement */
    uint32_t *order; /* statements in the order in which searches end */
    uint32_t n_order;
    struct arena arena;
};

static void find_edges(struct chain_graph *g, const struct ends *ends,
                       const struct dependences *all)
{
    g->from = NEW_N(&g->arena, uint32_t, all->n);
    g->to = NEW_N(&g->arena, uint32_t, all->n);
    for (uint32_t i = 0; i < all->n; i++) {
        uint32_t from = ends->writers[i], to = ends->readers[i];
        if (dependence_base(all->of[i].kind) != DEPENDS || from >= g->n ||
            to >= g->n || from == to)
            continue;
        g->from[g->n_edges] = from;
        g->to[g->n_edges++] = to;
    }
    g->out = counting_sort(&g->arena, g->from, g->n_edges, g->n);
    g->in = counting_sort(&g->arena, g->to, g->n_edges, g->n);
}

/* Visits all statements that can be reached from one, forwards or backwards,
   and gives them a component number. Appends them to the order when all that
   follows them has been visited. The method is that of S. R. Kosaraju (A. Aho,
   J. Hopcroft, J. Ullman, Data Structures and Algorithms, 1983). */
static void visit(struct chain_graph *g, uint32_t start, bool backwards,
                  uint32_t *component, uint32_t number, uint32_t *stack,
                  uint32_t *next)
{
    const struct groups *edges = backwards ? &g->in : &g->out;
    const uint32_t *ends = backwards ? g->from : g->to;
    uint32_t depth = 0;
    stack[depth++] = start;
    component[start] = number;
    next[start] = edges->first[start];
    while (depth) {
        uint32_t at = stack[depth - 1], i = next[at];
        uint32_t to = NO_ID;
        for (; i < edges->first[at + 1] && to == NO_ID; i++)
            if (component[ends[edges->ids[i]]] == NO_ID)
                to = ends[edges->ids[i]];
        next[at] = i;
        if (to != NO_ID) {
            component[to] = number;
            next[to] = edges->first[to];
            stack[depth++] = to;
        } else {
            depth--;
            if (!backwards)
                g->order[g->n_order++] = at;
        }
    }
}

static uint32_t find_components(struct chain_graph *g)
{
    uint32_t n = g->n, components = 0;
    uint32_t *seen = NEW_N(&g->arena, uint32_t, n);
    uint32_t *stack = NEW_N(&g->arena, uint32_t, n);
    uint32_t *next = NEW_N(&g->arena, uint32_t, n);
    g->order = NEW_N(&g->arena, uint32_t, n);
    g->component = NEW_N(&g->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        seen[i] = g->component[i] = NO_ID;
    for (uint32_t i = 0; i < n; i++)
        if (seen[i] == NO_ID)
            visit(g, i, false, seen, 0, stack, next);
    for (uint32_t i = n; i-- > 0;)
        if (g->component[g->order[i]] == NO_ID)
            visit(g, g->order[i], true, g->component, components++, stack,
                  next);
    return components;
}

/* Returns what a statement alone adds to a chain at most. Of executions that
   depend on those k before them, a chain has every k-th one. */
static double weight_of(const struct verdict *verdict)
{
    const struct statement *s = verdict->statement;
    if (!verdict->carried_over)
        return s->most;
    return fmin(s->cost, ceil(s->count / verdict->carried_over) * s->most);
}

double chain_most(const struct verdicts *verdicts,
                  const struct dependences *all)
{
    struct chain_graph g = { .n = verdicts->n };
    double longest = 0;
    if (verdicts->n == 0)
        return UNKNOWN;
    find_edges(&g, verdicts->ends, all);
    uint32_t n = find_components(&g);
    double *weight = NEW_N(&g.arena, double, n);
    double *before = NEW_N(&g.arena, double, n);
    uint32_t *size = NEW_N(&g.arena, uint32_t, n);
    for (uint32_t i = 0; i < verdicts->n; i++)
        size[g.component[i]]++;
    for (uint32_t i = 0; i < verdicts->n; i++)
        weight[g.component[i]] += size[g.component[i]] > 1
                                      ? verdicts->of[i].statement->cost
                                      : weight_of(&verdicts->of[i]);
    uint32_t *start = NEW_N(&g.arena, uint32_t, g.n_edges);
    for (uint32_t e = 0; e < g.n_edges; e++)
        start[e] = g.component[g.from[e]];
    struct groups out = counting_sort(&g.arena, start, g.n_edges, n);
    /* Components are numbered so that edges lead to higher numbers. */
    for (uint32_t c = 0; c < n; c++) {
        double end = before[c] + weight[c];
        longest = fmax(longest, end);
        for (uint32_t i = out.first[c]; i < out.first[c + 1]; i++) {
            uint32_t to = g.component[g.to[out.ids[i]]];
            if (to != c)
                before[to] = fmax(before[to], end);
        }
    }
    arena_free(&g.arena);
    return longest;
}
