#include "graph/bfs.h"

struct reach {
    const struct profile *profile;
    const struct links *links;
    bool down;
    uint32_t *depth, *queue;
    uint32_t end;
};

static void visit(struct reach *r, uint32_t f, uint32_t depth)
{
    if (r->depth[f] != NO_ID)
        return;
    r->depth[f] = depth;
    r->queue[r->end++] = f;
}

static void visit_neighbours(struct reach *r, uint32_t f)
{
    for (uint32_t i = r->links->first[f]; i < r->links->first[f + 1]; i++) {
        const struct call *call = &r->profile->calls[r->links->calls[i]];
        visit(r, r->down ? call->callee : call->caller, r->depth[f] + 1);
    }
}

void bfs_mark_reachable(const struct profile *profile, const struct graph *graph,
                  bool down, const bool *marked, long depth, bool *reached)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    struct reach r = { profile,
                       down ? &graph->out : &graph->in,
                       down,
                       NEW_N(&scratch, uint32_t, n),
                       NEW_N(&scratch, uint32_t, n),
                       0 };
    for (uint32_t f = 0; f < n; f++)
        r.depth[f] = NO_ID;
    for (uint32_t f = 0; f < n; f++)
        if (marked[f])
            visit(&r, f, 0);
    for (uint32_t i = 0; i < r.end; i++)
        if (depth < 0 || r.depth[r.queue[i]] < (unsigned long)depth)
            visit_neighbours(&r, r.queue[i]);
    for (uint32_t i = 0; i < r.end; i++)
        reached[r.queue[i]] = true;
    arena_free(&scratch);
}
