#include "cost/cycle/split.h"

#include "cost/cycle/rank.h"
#include "util/diag.h"

/* Above this many steps, only the entries of largest portion are used; a test
   cannot wait for so many. */
#ifndef MOST_STEPS
#define MOST_STEPS 1e9
#endif

/* A cycle, what its entries make of it, and what the present one does. */
struct split {
    struct ranking ranking;
    struct rise {
        double weight, cost; /* cost: of all entries so far */
        uint32_t from;
        bool forth;          /* one of them keeps the edge */
    } *rises;        /* edges by callee: those into m begin at first_in[m] */
    double *partial; /* cost with the part of the callees below */
    double *share;   /* of the edges into one member, in its cost */
};

static struct split split_of(struct arena *arena, struct cycle_graph in)
{
    struct split s = { .ranking = ranking_of(arena, in),
                       .rises = NEW_N(arena, struct rise, in.n_edges),
                       .partial = NEW_N(arena, double, in.n),
                       .share = NEW_N(arena, double, in.n_edges) };
    for (uint32_t i = 0; i < in.n_edges; i++)
        s.rises[i] = (struct rise){ .weight = in.edges[i].weight,
                                    .from = in.edges[i].from };
    return s;
}

/* The edges into m. */
static struct rise *rises_of(const struct split *s, uint32_t m, uint32_t *n)
{
    const uint32_t *first = s->ranking.in.first_in;
    *n = first[m + 1] - first[m];
    return s->rises + first[m];
}

/* How the cost of m is shared among its callers: the DAG of this entry keeps
   the edges from lower ranks that weigh something, and into a late member all
   of these, as none is shorter than another. Returns the sum of the shares, 0
   if nothing calls m. */
static double share_edges(struct split *s, uint32_t m)
{
    const uint32_t *rank = s->ranking.rank;
    bool late = s->ranking.late[m];
    double sum = 0, n = 0;
    uint32_t degree;
    struct rise *rises = rises_of(s, m, &degree);
    for (uint32_t i = 0; i < degree; i++) {
        bool lower = rank[rises[i].from] < rank[m];
        s->share[i] = lower * rises[i].weight;
        rises[i].forth |= lower & ((rises[i].weight > 0) | late);
        sum += s->share[i];
        n += lower;
    }
    if (sum > 0)
        return sum;
    for (uint32_t i = 0; i < degree; i++)
        s->share[i] = rank[rises[i].from] < rank[m];
    return n;
}

/* The cost of m goes to its callers in the DAG. */
static void pass_up(struct split *s, uint32_t m, double portion)
{
    double sum = share_edges(s, m), cost = s->partial[m];
    uint32_t degree;
    struct rise *rises = rises_of(s, m, &degree);
    for (uint32_t i = 0; sum > 0 && i < degree; i++) {
        double part = cost * (s->share[i] / sum);
        s->partial[rises[i].from] += part;
        rises[i].cost += portion * part;
    }
}

static void add_entry(struct split *s, struct costs *costs,
                      struct entry entry, const double *own)
{
    const struct cycle_graph *in = &s->ranking.in;
    rank_members(&s->ranking, entry.member);
    for (uint32_t m = 0; m < in->n; m++)
        s->partial[m] = own[in->members[m]];
    for (uint32_t i = in->n; i-- > 0;) {
        uint32_t m = s->ranking.order[i];
        pass_up(s, m, entry.portion);
        costs->total[in->members[m]] += entry.portion * s->partial[m];
    }
}

/* The entries, largest portion first, rescaled to 1 if some are left out. */
static uint32_t choose_entries(const struct cycle_graph *in, const double *portion,
                               struct entry *entries)
{
    uint32_t all = cycle_graph_entries(in, portion, entries), n = 0;
    double sum = 0, steps = 0;
    for (; n < all && (n == 0 || steps < MOST_STEPS); n++) {
        steps += in->n_edges;
        sum += entries[n].portion;
    }
    if (n == all)
        return n;
    diag_note("a cycle of %u functions has %u entries; the %u largest, "
              "%.1f %% of its cost, stand for all",
              in->n, all, n, 100 * sum);
    for (uint32_t i = 0; i < n; i++)
        entries[i].portion /= sum;
    return n;
}

void split_cycle(struct costs *costs, const struct profile *profile,
                 const struct graph *graph, const struct cycle *cycle,
                 const double *own, const double *portion)
{
    struct arena scratch = { 0 };
    struct split split = split_of(
        &scratch, cycle_graph_of(&scratch, profile, graph, cycle, costs->cycle));
    const struct cycle_graph *in = &split.ranking.in;
    struct entry *entries = NEW_N(&scratch, struct entry, in->n);
    uint32_t n = choose_entries(in, portion, entries);
    for (uint32_t i = 0; i < n; i++)
        add_entry(&split, costs, entries[i], own);
    for (uint32_t e = 0; e < in->n_edges; e++) {
        const struct rise *rise = &split.rises[e];
        uint32_t call = in->edges[e].call;
        costs->back[call] = !rise->forth;
        costs->call_cost[call] = rise->forth ? rise->cost : UNKNOWN;
    }
    arena_free(&scratch);
}
