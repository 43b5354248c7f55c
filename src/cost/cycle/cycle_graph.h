/* The graph of one cycle: its members, and the calls between them. */
#pragma once

#include "cost/costs.h"
#include "graph/bfs.h"

/* An edge is a call from one member to another. */
struct cycle_edge {
    uint32_t from, to; /* members */
    uint32_t call;     /* of the profile */
    double weight;
};

/* Members are numbered 0..n-1 in order of their function ids. Self-calls are
   left out. The edges stand in two orders: the edges into member m are
   edges[first_in[m]] to edges[first_in[m + 1] - 1], and those from member m
   are out_edges[first_out[m]] to out_edges[first_out[m + 1] - 1]. */
struct cycle_graph {
    const uint32_t *members; /* function by member */
    uint32_t n, n_edges;
    struct cycle_edge *edges;
    uint32_t *first_in;
    struct bfs_edge *out_edges;
    uint32_t *first_out;
    const uint32_t *self_call; /* by function, as in struct graph */
};

/* Returns the graph of a cycle, which lives in the arena. cycle_of is the
   number of the cycle by function, as in struct costs. */
struct cycle_graph cycle_graph_of(struct arena *arena,
                                  const struct profile *profile,
                                  const struct graph *graph,
                                  const struct cycle *cycle,
                                  const uint32_t *cycle_of);

/* Returns the member number of a function, which must be a member. */
uint32_t cycle_graph_member(const struct cycle_graph *graph, uint32_t function);

/* An entry is a member at which the cycle is entered. */
struct cycle_entry {
    uint32_t member;
    double portion; /* the amount that enters there, in any unit */
};

/* Lists the members whose portion (by function) is positive, largest first, in
   `entries`, which must have room for all members. Returns their number. */
uint32_t cycle_graph_entries(const struct cycle_graph *graph,
                             const double *portion,
                             struct cycle_entry *entries);
