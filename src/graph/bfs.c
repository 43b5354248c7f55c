#include "graph/bfs.h"

struct bfs bfs_new(struct arena *arena, uint32_t n, const uint32_t *first,
                   const struct bfs_edge *edges)
{
    return (struct bfs){
        .n = n,
        .first = first,
        .edges = edges,
        .max_distance = NO_ID,
        .distance = NEW_N(arena, uint32_t, n),
        .zero_weight = NEW_N(arena, bool, n),
        .order = NEW_N(arena, uint32_t, (size_t)n + 1),
    };
}

/* Appends the neighbours of v that were not reached before. Whether one was is
   hard to predict, so this has no branch: each is written behind the queue, and
   the queue grows only by new ones. */
static void visit_neighbours(struct bfs *bfs, uint32_t v, bool zero_weight,
                             uint32_t *queue, uint32_t *end)
{
    uint32_t next = bfs->distance[v] + 1;
    if (bfs->distance[v] >= bfs->max_distance)
        return;
    for (uint32_t i = bfs->first[v]; i < bfs->first[v + 1]; i++) {
        uint32_t to = bfs->edges[i].to, distance = bfs->distance[to];
        bool is_new =
            (distance == NO_ID) & (bfs->edges[i].positive | zero_weight);
        bfs->distance[to] = is_new ? next : distance;
        bfs->zero_weight[to] |= is_new & zero_weight;
        queue[*end] = to;
        *end += is_new;
    }
}

void bfs_run(struct bfs *bfs, const uint32_t *sources, uint32_t n_sources)
{
    memset(bfs->distance, 0xff, bfs->n * sizeof *bfs->distance); /* NO_ID */
    memset(bfs->zero_weight, false, bfs->n * sizeof *bfs->zero_weight);
    bfs->n_reached = 0;
    for (uint32_t i = 0; i < n_sources; i++) {
        bfs->distance[sources[i]] = 0;
        bfs->order[bfs->n_reached++] = sources[i];
    }
    for (uint32_t i = 0; i < bfs->n_reached && bfs->n_reached < bfs->n; i++)
        visit_neighbours(bfs, bfs->order[i], false, bfs->order,
                         &bfs->n_reached);
}

/* The nodes of the first pass and those of the second are two queues, each
   ordered by distance; the search merges them. */
void bfs_run_zero_weights(struct bfs *bfs)
{
    LOCAL_ARENA(scratch);
    uint32_t n_before = bfs->n_reached, n_found = 0, n = 0;
    if (n_before == bfs->n)
        return;
    uint32_t *before = NEW_N(&scratch, uint32_t, n_before);
    uint32_t *found = NEW_N(&scratch, uint32_t, bfs->n - n_before + 1);
    memcpy(before, bfs->order, n_before * sizeof *before);
    for (uint32_t i = 0, j = 0; i < n_before || j < n_found;) {
        bool take_before =
            i < n_before &&
            (j == n_found ||
             bfs->distance[before[i]] <= bfs->distance[found[j]]);
        uint32_t v = take_before ? before[i++] : found[j++];
        bfs->order[n++] = v;
        if (n_before + n_found < bfs->n)
            visit_neighbours(bfs, v, true, found, &n_found);
    }
    bfs->n_reached = n;
}

void bfs_mark_reachable(const struct profile *profile,
                        const struct graph *graph, bool down,
                        const bool *marked, uint32_t max_distance,
                        bool *reached)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions, n_sources = 0;
    const struct call_lists *lists = down ? &graph->out : &graph->in;
    struct bfs_edge *edges = NEW_N(&scratch, struct bfs_edge, lists->first[n]);
    uint32_t *sources = NEW_N(&scratch, uint32_t, n);
    for (uint32_t i = 0; i < lists->first[n]; i++) {
        const struct call *call = &profile->calls[lists->calls[i]];
        edges[i].to = down ? call->callee : call->caller;
        edges[i].positive = true;
    }
    for (uint32_t f = 0; f < n; f++)
        if (marked[f])
            sources[n_sources++] = f;
    struct bfs bfs = bfs_new(&scratch, n, lists->first, edges);
    bfs.max_distance = max_distance;
    bfs_run(&bfs, sources, n_sources);
    for (uint32_t i = 0; i < bfs.n_reached; i++)
        reached[bfs.order[i]] = true;
}
