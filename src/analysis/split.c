#include "analysis/split.h"

#include <stdlib.h>

#include "analysis/inside.h"
#include "util/diag.h"

/* Above this many steps, only the entries of largest portion are used; a test
   cannot wait for so many. */
#ifndef MOST_STEPS
#define MOST_STEPS 1e9
#endif

/* A cycle, what its entries make of it, and what the present one does. Members
   are numbered as in in. There may be thousands of entries: what they look at
   lies close together. */
struct split {
    struct inside in;
    struct hop {
        uint32_t to;
        bool weighs; /* more than zero */
    } *hops;         /* edges by caller: those from m begin at first_out[m] */
    struct rise {
        double weight, cost; /* cost: of all entries so far */
        uint32_t from;
        bool forth;          /* one of them keeps the edge */
    } *rises;        /* edges by callee: those into m begin at first_in[m] */

    uint32_t *rank;  /* breadth-first distance; NO_ID: not reached */
    bool *late;      /* reached only with the help of calls of weight zero */
    uint32_t *order; /* members by rank */
    double *partial; /* cost with the part of the callees below */
    double *share;   /* of the edges into one member, in its cost */
};

static struct split split_of(struct arena *arena, struct inside in)
{
    struct split s = { .in = in,
                       .hops = NEW_N(arena, struct hop, in.n_edges),
                       .rises = NEW_N(arena, struct rise, in.n_edges),
                       .rank = NEW_N(arena, uint32_t, in.n),
                       .late = NEW_N(arena, bool, in.n),
                       .order = NEW_N(arena, uint32_t, in.n + 1),
                       .partial = NEW_N(arena, double, in.n),
                       .share = NEW_N(arena, double, in.n_edges) };
    for (uint32_t i = 0; i < in.n_edges; i++) {
        const struct edge *edge = &in.edges[in.out[i]];
        s.hops[i] = (struct hop){ edge->to, edge->weight > 0 };
        s.rises[i] = (struct rise){ .weight = in.edges[i].weight,
                                    .from = in.edges[i].from };
    }
    return s;
}

/* Puts the members that m calls and that were not reached before into the
   queue, which has room for one more. Which they are, no processor can guess:
   so there is no branch. */
static void reach_from(struct split *s, uint32_t m, bool late,
                       uint32_t *queue, uint32_t *end)
{
    uint32_t rank = s->rank[m] + 1, n = *end;
    for (uint32_t i = s->in.first_out[m]; i < s->in.first_out[m + 1]; i++) {
        uint32_t to = s->hops[i].to, before = s->rank[to];
        bool fresh = (before == NO_ID) & (s->hops[i].weighs | late);
        s->rank[to] = fresh ? rank : before;
        s->late[to] = fresh ? late : s->late[to];
        queue[n] = to;
        n += fresh;
    }
    *end = n;
}

/* Breadth first over calls of positive weight. Returns how many are reached;
   they stand in order[], by rank. */
static uint32_t rank_by_weight(struct split *s, uint32_t entry)
{
    uint32_t end = 1;
    for (uint32_t m = 0; m < s->in.n; m++)
        s->rank[m] = NO_ID;
    s->rank[entry] = 0;
    s->late[entry] = false;
    s->order[0] = entry;
    for (uint32_t i = 0; i < end; i++)
        reach_from(s, s->order[i], false, s->order, &end);
    return end;
}

/* The members that only calls of weight zero lead to. Two queues, both by
   rank, are merged: those reached before, and the new ones. */
static void rank_the_rest(struct split *s, uint32_t reached,
                          struct arena *arena)
{
    uint32_t *old = NEW_N(arena, uint32_t, reached);
    uint32_t *fresh = NEW_N(arena, uint32_t, s->in.n + 1), end = 0;
    for (uint32_t i = 0; i < reached; i++)
        old[i] = s->order[i];
    for (uint32_t i = 0, j = 0, n = 0; n < s->in.n; n++) {
        bool take_old = i < reached &&
                        (j == end || s->rank[old[i]] <= s->rank[fresh[j]]);
        uint32_t m = take_old ? old[i++] : fresh[j++];
        s->order[n] = m;
        reach_from(s, m, true, fresh, &end);
    }
}

/* How the cost of m is shared among its callers: the DAG of this entry keeps
   the edges from lower ranks that weigh something, and into a late member all
   of these, as none is shorter than another. Returns the sum of the shares, 0
   if nothing calls m. */
static double share_edges(struct split *s, uint32_t m)
{
    double sum = 0, n = 0;
    uint32_t degree = s->in.first_in[m + 1] - s->in.first_in[m];
    struct rise *rises = s->rises + s->in.first_in[m];
    for (uint32_t i = 0; i < degree; i++) {
        bool lower = s->rank[rises[i].from] < s->rank[m];
        s->share[i] = lower * rises[i].weight;
        rises[i].forth |= lower & ((rises[i].weight > 0) | s->late[m]);
        sum += s->share[i];
        n += lower;
    }
    if (sum > 0)
        return sum;
    for (uint32_t i = 0; i < degree; i++)
        s->share[i] = s->rank[rises[i].from] < s->rank[m];
    return n;
}

/* The cost of m goes to its callers in the DAG. */
static void pass_up(struct split *s, uint32_t m, double portion)
{
    double sum = share_edges(s, m), cost = s->partial[m];
    uint32_t degree = s->in.first_in[m + 1] - s->in.first_in[m];
    struct rise *rises = s->rises + s->in.first_in[m];
    for (uint32_t i = 0; sum > 0 && i < degree; i++) {
        double part = cost * (s->share[i] / sum);
        s->partial[rises[i].from] += part;
        rises[i].cost += portion * part;
    }
}

static void add_entry(struct split *s, struct costs *costs, uint32_t entry,
                      const double *own, double portion)
{
    struct arena scratch = { 0 };
    uint32_t reached = rank_by_weight(s, entry);
    if (reached < s->in.n)
        rank_the_rest(s, reached, &scratch);
    for (uint32_t m = 0; m < s->in.n; m++)
        s->partial[m] = own[s->in.members[m]];
    for (uint32_t i = s->in.n; i-- > 0;) {
        uint32_t m = s->order[i];
        pass_up(s, m, portion);
        costs->total[s->in.members[m]] += portion * s->partial[m];
    }
    arena_free(&scratch);
}

struct entry {
    uint32_t member;
    double portion;
};

static int by_portion(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->portion != b->portion)
        return a->portion < b->portion ? 1 : -1;
    return a->member < b->member ? -1 : 1;
}

/* The entries, largest portion first, rescaled to 1 if some are left out. */
static uint32_t choose_entries(const struct split *s, const double *portion,
                               struct entry *entries)
{
    uint32_t n = 0, all;
    double sum = 0, steps = 0;
    for (uint32_t m = 0; m < s->in.n; m++)
        if (portion[s->in.members[m]] > 0)
            entries[n++] = (struct entry){ m, portion[s->in.members[m]] };
    qsort(entries, n, sizeof *entries, by_portion);
    for (all = n, n = 0; n < all && (n == 0 || steps < MOST_STEPS); n++) {
        steps += s->in.n_edges;
        sum += entries[n].portion;
    }
    if (n == all)
        return n;
    diag_note("a cycle of %u functions has %u entries; the %u largest, "
              "%.1f %% of its cost, stand for all",
              s->in.n, all, n, 100 * sum);
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
        &scratch, inside_of(&scratch, profile, graph, cycle, costs->cycle));
    const struct inside *in = &split.in;
    struct entry *entries = NEW_N(&scratch, struct entry, in->n);
    uint32_t n = choose_entries(&split, portion, entries);
    for (uint32_t i = 0; i < n; i++)
        add_entry(&split, costs, entries[i].member, own, entries[i].portion);
    for (uint32_t e = 0; e < in->n_edges; e++) {
        uint32_t call = in->edges[e].call;
        costs->back[call] = !split.rises[e].forth;
        costs->call_cost[call] =
            split.rises[e].forth ? split.rises[e].cost : UNKNOWN;
    }
    arena_free(&scratch);
}
