#include "analysis/split.h"

#include <stdlib.h>

#include "analysis/inside.h"
#include "util/diag.h"

/* Above this many steps, only the entries of largest portion are used; a test
   cannot wait for so many. */
#ifndef MOST_STEPS
#define MOST_STEPS 1e9
#endif

/* A cycle, and what one entry makes of it. Members are numbered as in in. */
struct split {
    struct inside in;
    uint32_t *rank;  /* breadth-first distance; NO_ID: not reached */
    bool *late;      /* reached only with the help of calls of weight zero */
    uint32_t *order; /* members by rank */
    double *partial; /* cost with the part of the callees below */
};

static struct split split_of(struct arena *arena, struct inside in)
{
    return (struct split){ .in = in,
                           .rank = NEW_N(arena, uint32_t, in.n),
                           .late = NEW_N(arena, bool, in.n),
                           .order = NEW_N(arena, uint32_t, in.n),
                           .partial = NEW_N(arena, double, in.n) };
}

static void reach_from(struct split *s, uint32_t m, bool late,
                       uint32_t *queue, uint32_t *end)
{
    for (uint32_t i = s->in.first_out[m]; i < s->in.first_out[m + 1]; i++) {
        const struct edge *edge = &s->in.edges[s->in.out[i]];
        if (s->rank[edge->to] != NO_ID || (edge->weight <= 0 && !late))
            continue;
        s->rank[edge->to] = s->rank[m] + 1;
        s->late[edge->to] = late;
        queue[(*end)++] = edge->to;
    }
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
    uint32_t *fresh = NEW_N(arena, uint32_t, s->in.n), end = 0;
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

/* Does the DAG of this entry keep the edge? Into a late member, all edges
   from lower ranks do the same: none is shorter than another. */
static bool kept(const struct split *s, const struct edge *edge)
{
    return s->rank[edge->from] < s->rank[edge->to] &&
           (edge->weight > 0 || s->late[edge->to]);
}

/* The cost of m goes to its callers in the DAG. */
static void pass_up(struct split *s, struct costs *costs, uint32_t m,
                    double portion)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t e = s->in.first_in[m]; e < s->in.first_in[m + 1]; e++) {
        if (!kept(s, &s->in.edges[e]))
            continue;
        sum += s->in.edges[e].weight;
        n++;
    }
    for (uint32_t e = s->in.first_in[m]; e < s->in.first_in[m + 1]; e++) {
        const struct edge *edge = &s->in.edges[e];
        if (!kept(s, edge))
            continue;
        double part = sum > 0 ? edge->weight / sum : 1.0 / n;
        s->partial[edge->from] += part * s->partial[m];
        costs->call_cost[edge->call] += portion * part * s->partial[m];
        costs->back[edge->call] = false;
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
        pass_up(s, costs, m, portion);
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
    for (uint32_t e = 0; e < in->n_edges; e++)
        costs->back[in->edges[e].call] = true;
    for (uint32_t i = 0; i < n; i++)
        add_entry(&split, costs, entries[i].member, own, entries[i].portion);
    for (uint32_t e = 0; e < in->n_edges; e++)
        if (costs->back[in->edges[e].call])
            costs->call_cost[in->edges[e].call] = UNKNOWN;
    arena_free(&scratch);
}
