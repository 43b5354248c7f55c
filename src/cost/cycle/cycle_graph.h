/* The inside of a cycle in small numbers. */
#ifndef COST_CYCLE_CYCLE_GRAPH_H
#define COST_CYCLE_CYCLE_GRAPH_H

#include "cost/costs.h"

/* A call between two members. */
struct edge {
    uint32_t from, to; /* members */
    uint32_t call;     /* in the profile */
    double weight;
};

/* Members are 0..n-1 in order of first sight. Self-calls are left out. */
struct cycle_graph {
    const uint32_t *members; /* functions */
    uint32_t n, n_edges;
    struct edge *edges;  /* by callee */
    uint32_t *first_in;  /* edges into m: edges[first_in[m]]... */
    uint32_t *out;       /* by caller: places in edges */
    uint32_t *first_out; /* edges from m: edges[out[first_out[m]]]... */
};

/* cycle_of is by function: costs->cycle. */
struct cycle_graph cycle_graph_of(struct arena *arena, const struct profile *profile,
                        const struct graph *graph, const struct cycle *cycle,
                        const uint32_t *cycle_of);

/* The number of a member. */
uint32_t cycle_graph_member(const struct cycle_graph *in, uint32_t function);

/* A way into the cycle. */
struct entry {
    uint32_t member;
    double portion; /* of the cycle's cost that enters there, in any unit */
};

/* The members of positive portion (by function), largest first, into entries,
   which has room for all members. Returns how many they are. */
uint32_t cycle_graph_entries(const struct cycle_graph *in, const double *portion,
                        struct entry *entries);

#endif
