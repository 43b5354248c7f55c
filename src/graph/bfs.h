/*
 * Breadth-first search, which finds the distances of the nodes of a directed
 * graph from one or several sources, in edges.
 *
 * Edges may have the weight zero, as calls without a recorded count do. Such
 * edges are a last resort: bfs_run follows only edges of positive weight, and
 * bfs_run_zero_weights extends its result to the nodes that cannot be reached
 * in that way.
 */
#pragma once

#include "graph/graph.h"

struct bfs_edge {
    uint32_t to;
    bool positive; /* its weight is greater than zero */
};

struct bfs {
    /* The graph is stored in compressed sparse rows: the edges from node v are
       edges[first[v]] to edges[first[v + 1] - 1]. Both arrays belong to the
       caller. */
    uint32_t n;
    const uint32_t *first;
    const struct bfs_edge *edges;

    uint32_t max_distance; /* nodes beyond it are not reached; NO_ID: no
                              limit */

    /* The result of the last run */
    uint32_t *distance; /* by node; NO_ID if it was not reached */
    bool *zero_weight;  /* by node: only bfs_run_zero_weights reached it */
    uint32_t *order;    /* the nodes that were reached, by rising distance */
    uint32_t n_reached;
};

/* Returns a search without a limit of distance. It lives in the arena and can
   run any number of times. */
struct bfs bfs_new(struct arena *arena, uint32_t n, const uint32_t *first,
                   const struct bfs_edge *edges);

/* Searches from the sources over edges of positive weight. */
void bfs_run(struct bfs *bfs, const uint32_t *sources, uint32_t n_sources);

/* Continues the last bfs_run over all edges to reach the nodes that it did not
   reach. The others keep their distances. */
void bfs_run_zero_weights(struct bfs *bfs);

/* Marks in `reached` (by function) the marked functions and those at most
   max_distance calls away (NO_ID: no limit), from callers to callees if `down`
   is set, else from callees to callers. */
void bfs_mark_reachable(const struct profile *profile,
                        const struct graph *graph, bool down,
                        const bool *marked, uint32_t max_distance,
                        bool *reached);
