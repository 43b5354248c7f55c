#include "cost/cycle/split.h"

#include "util/diag.h"

/* Each entry takes one step for each call inside the cycle, which is 10 to 80
   ns of time. A cycle that would take more steps than this uses its largest
   entries only. A unit test compiles this file with a lower limit. */
#ifndef MOST_STEPS
#define MOST_STEPS 1e8
#endif

/* Holds the sums over the entries so far for an edge into a member. */
struct in_edge {
    double weight;
    double cost;
    uint32_t from; /* member */
    bool forward;  /* the DAG of some entry has this edge */
};

/* Holds a cycle while it is split. Arrays are by member unless they say
   otherwise. */
struct split {
    const struct cycle_graph *graph;
    struct bfs bfs;           /* distances from the present entry */
    struct in_edge *in_edges; /* parallel to graph.edges */
    double *partial; /* cost with the callees' parts, for the present entry */
    double *share;   /* by edge into the present member: its part of
                        the sum that share_edges returns */
};

static struct split split_of(struct arena *arena,
                             const struct cycle_graph *graph)
{
    struct split s = { .graph = graph,
                       .bfs = bfs_new(arena, graph->n, graph->first_out,
                                      graph->out_edges),
                       .in_edges = NEW_N(arena, struct in_edge, graph->n_edges),
                       .partial = NEW_N(arena, double, graph->n),
                       .share = NEW_N(arena, double, graph->n_edges) };
    for (uint32_t e = 0; e < graph->n_edges; e++)
        s.in_edges[e] = (struct in_edge){ .weight = graph->edges[e].weight,
                                          .from = graph->edges[e].from };
    return s;
}

/* Finds the shares of the callers of m in its cost. They are the weights of the
   edges in the DAG or, if these are all zero, equal. Returns the sum of the
   shares, which is 0 if the DAG has no edge into m. */
static double share_edges(struct split *s, uint32_t m,
                          struct in_edge *edges, uint32_t n_edges)
{
    const uint32_t *distance = s->bfs.distance;
    bool zero_weight = s->bfs.zero_weight[m];
    double sum = 0, n = 0;
    for (uint32_t i = 0; i < n_edges; i++) {
        bool away = distance[edges[i].from] < distance[m];
        s->share[i] = away * edges[i].weight;
        edges[i].forward |= away & ((edges[i].weight > 0) | zero_weight);
        sum += s->share[i];
        n += away;
    }
    if (sum > 0)
        return sum;
    for (uint32_t i = 0; i < n_edges; i++)
        s->share[i] = distance[edges[i].from] < distance[m];
    return n;
}

/* Passes the cost of m on to its callers in the DAG. */
static void pay_for(struct split *s, uint32_t m, double portion)
{
    const uint32_t *first = s->graph->first_in;
    uint32_t n_edges = first[m + 1] - first[m];
    struct in_edge *edges = s->in_edges + first[m];
    double sum = share_edges(s, m, edges, n_edges), cost = s->partial[m];
    for (uint32_t i = 0; sum > 0 && i < n_edges; i++) {
        double part = cost * (s->share[i] / sum);
        s->partial[edges[i].from] += part;
        edges[i].cost += portion * part;
    }
}

/* Members are visited by falling distance, so that the callees in the DAG come
   before their callers. */
static void add_entry(struct split *s, struct costs *costs,
                      struct cycle_entry entry, const double *own)
{
    const struct cycle_graph *graph = s->graph;
    bfs_run(&s->bfs, &entry.member, 1);
    bfs_run_zero_weights(&s->bfs);
    for (uint32_t m = 0; m < graph->n; m++)
        s->partial[m] = own[graph->members[m]];
    for (uint32_t i = graph->n; i-- > 0;) {
        uint32_t m = s->bfs.order[i];
        pay_for(s, m, entry.portion);
        costs->total[graph->members[m]] += entry.portion * s->partial[m];
    }
}

/* Lists the entries to follow, largest portion first. If there are too many,
   the portions of those that are left are scaled to the sum of 1. */
static uint32_t choose_entries(const struct cycle_graph *graph,
                               const double *portion,
                               struct cycle_entry *entries)
{
    uint32_t all = cycle_graph_entries(graph, portion, entries), n = 0;
    double sum = 0, steps = 0;
    for (; n < all && (n == 0 || steps < MOST_STEPS); n++) {
        steps += graph->n_edges;
        sum += entries[n].portion;
    }
    if (n == all)
        return n;
    diag_note("a cycle of %u functions has %u entries; the %u largest, "
              "%.1f %% of its cost, stand for all",
              graph->n, all, n, 100 * sum);
    for (uint32_t i = 0; i < n; i++)
        entries[i].portion /= sum;
    return n;
}

void split_cycle(struct costs *costs, const struct cycle_graph *inside,
                 const double *own, const double *portion)
{
    LOCAL_ARENA(scratch);
    struct split split = split_of(&scratch, inside);
    struct cycle_entry *entries =
        NEW_N(&scratch, struct cycle_entry, inside->n);
    uint32_t n = choose_entries(inside, portion, entries);
    for (uint32_t i = 0; i < n; i++)
        add_entry(&split, costs, entries[i], own);
    for (uint32_t e = 0; e < inside->n_edges; e++) {
        const struct in_edge *edge = &split.in_edges[e];
        uint32_t call = inside->edges[e].call;
        costs->back[call] = !edge->forward;
        costs->call_cost[call] = edge->forward ? edge->cost : UNKNOWN;
    }
}
