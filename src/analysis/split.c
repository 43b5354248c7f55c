#include "analysis/split.h"

#include <stdlib.h>

#include "analysis/group.h"
#include "util/diag.h"

/* Above this many steps, only the entries of largest portion are used; a test
   cannot wait for so many. */
#ifndef MOST_STEPS
#define MOST_STEPS 1e9
#endif

/* The inside of the cycle in small numbers: members are 0..n-1 in order of
   first sight, inside calls are grouped by callee and by caller. */
struct inside {
    const struct profile *profile;
    const uint32_t *members;
    uint32_t n, n_calls;
    struct edge {
        uint32_t from, to; /* members */
        uint32_t call;     /* in the profile */
        double weight;
    } *by_callee;
    uint32_t *first_in;  /* edges into m: by_callee[first_in[m]]... */
    uint32_t *out;       /* edges by caller: places in by_callee */
    uint32_t *first_out; /* edges from m: out[first_out[m]]... */

    /* For one entry */
    uint32_t *rank;  /* breadth-first distance; NO_ID: not reached */
    bool *late;      /* reached only with the help of calls of weight zero */
    uint32_t *order; /* members by rank */
    double *partial; /* cost with the part of the callees below */
};

/* The small number of a function: members are in order. */
static uint32_t number_of(const struct inside *in, uint32_t function)
{
    uint32_t low = 0, high = in->n - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (in->members[middle] < function)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_edges_into(struct inside *in, const struct graph *graph,
                           const uint32_t *cycle, uint32_t m)
{
    uint32_t f = in->members[m];
    for (uint32_t i = graph->in.first[f]; i < graph->in.first[f + 1]; i++) {
        const struct call *call = &in->profile->calls[graph->in.calls[i]];
        if (cycle[call->caller] == cycle[f])
            in->by_callee[in->n_calls++] =
                (struct edge){ number_of(in, call->caller), m,
                               graph->in.calls[i], call->weight };
    }
    in->first_in[m + 1] = in->n_calls;
}

static void group_by_caller(struct inside *in, struct arena *arena)
{
    uint32_t *callers = NEW_N(arena, uint32_t, in->n_calls);
    for (uint32_t e = 0; e < in->n_calls; e++)
        callers[e] = in->by_callee[e].from;
    struct groups groups = group_ids(arena, callers, in->n_calls, in->n);
    in->first_out = groups.first;
    in->out = groups.ids;
}

static struct inside inside_of(struct arena *arena,
                               const struct profile *profile,
                               const struct graph *graph,
                               const struct cycle *cycle,
                               const uint32_t *cycle_of)
{
    uint32_t n = cycle->n_members, most = 0;
    struct inside in = { .profile = profile,
                         .members = cycle->members,
                         .n = n,
                         .first_in = NEW_N(arena, uint32_t, n + 1),
                         .rank = NEW_N(arena, uint32_t, n),
                         .late = NEW_N(arena, bool, n),
                         .order = NEW_N(arena, uint32_t, n),
                         .partial = NEW_N(arena, double, n) };
    for (uint32_t m = 0; m < n; m++) {
        uint32_t f = cycle->members[m];
        most += graph->in.first[f + 1] - graph->in.first[f];
    }
    in.by_callee = NEW_N(arena, struct edge, most);
    for (uint32_t m = 0; m < n; m++)
        add_edges_into(&in, graph, cycle_of, m);
    group_by_caller(&in, arena);
    return in;
}

static void reach_from(struct inside *in, uint32_t m, bool late,
                       uint32_t *queue, uint32_t *end)
{
    for (uint32_t i = in->first_out[m]; i < in->first_out[m + 1]; i++) {
        const struct edge *edge = &in->by_callee[in->out[i]];
        if (in->rank[edge->to] != NO_ID || (edge->weight <= 0 && !late))
            continue;
        in->rank[edge->to] = in->rank[m] + 1;
        in->late[edge->to] = late;
        queue[(*end)++] = edge->to;
    }
}

/* Breadth first over calls of positive weight. Returns how many are reached;
   they stand in order[], by rank. */
static uint32_t rank_by_weight(struct inside *in, uint32_t entry)
{
    uint32_t end = 1;
    for (uint32_t m = 0; m < in->n; m++)
        in->rank[m] = NO_ID;
    in->rank[entry] = 0;
    in->late[entry] = false;
    in->order[0] = entry;
    for (uint32_t i = 0; i < end; i++)
        reach_from(in, in->order[i], false, in->order, &end);
    return end;
}

/* The members that only calls of weight zero lead to. Two queues, both by
   rank, are merged: those reached before, and the new ones. */
static void rank_the_rest(struct inside *in, uint32_t reached,
                          struct arena *arena)
{
    uint32_t *old = NEW_N(arena, uint32_t, reached);
    uint32_t *fresh = NEW_N(arena, uint32_t, in->n), end = 0;
    for (uint32_t i = 0; i < reached; i++)
        old[i] = in->order[i];
    for (uint32_t i = 0, j = 0, n = 0; n < in->n; n++) {
        bool take_old = i < reached &&
                        (j == end || in->rank[old[i]] <= in->rank[fresh[j]]);
        uint32_t m = take_old ? old[i++] : fresh[j++];
        in->order[n] = m;
        reach_from(in, m, true, fresh, &end);
    }
}

/* Does the DAG of this entry keep the edge? Into a late member, all edges
   from lower ranks do the same: none is shorter than another. */
static bool kept(const struct inside *in, const struct edge *edge)
{
    return in->rank[edge->from] < in->rank[edge->to] &&
           (edge->weight > 0 || in->late[edge->to]);
}

/* The cost of m goes to its callers in the DAG. */
static void pass_up(struct inside *in, struct costs *costs, uint32_t m,
                    double portion)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t e = in->first_in[m]; e < in->first_in[m + 1]; e++) {
        if (!kept(in, &in->by_callee[e]))
            continue;
        sum += in->by_callee[e].weight;
        n++;
    }
    for (uint32_t e = in->first_in[m]; e < in->first_in[m + 1]; e++) {
        const struct edge *edge = &in->by_callee[e];
        if (!kept(in, edge))
            continue;
        double part = sum > 0 ? edge->weight / sum : 1.0 / n;
        in->partial[edge->from] += part * in->partial[m];
        costs->call_cost[edge->call] += portion * part * in->partial[m];
        costs->back[edge->call] = false;
    }
}

static void add_entry(struct inside *in, struct costs *costs, uint32_t entry,
                      const double *own, double portion)
{
    struct arena scratch = { 0 };
    uint32_t reached = rank_by_weight(in, entry);
    if (reached < in->n)
        rank_the_rest(in, reached, &scratch);
    for (uint32_t m = 0; m < in->n; m++)
        in->partial[m] = own[in->members[m]];
    for (uint32_t i = in->n; i-- > 0;) {
        uint32_t m = in->order[i];
        pass_up(in, costs, m, portion);
        costs->total[in->members[m]] += portion * in->partial[m];
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
static uint32_t choose_entries(const struct inside *in, const double *portion,
                               struct entry *entries)
{
    uint32_t n = 0, all;
    double sum = 0, steps = 0;
    for (uint32_t m = 0; m < in->n; m++)
        if (portion[in->members[m]] > 0)
            entries[n++] = (struct entry){ m, portion[in->members[m]] };
    qsort(entries, n, sizeof *entries, by_portion);
    for (all = n, n = 0; n < all && (n == 0 || steps < MOST_STEPS); n++) {
        steps += in->n_calls;
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
    struct inside in =
        inside_of(&scratch, profile, graph, cycle, costs->cycle);
    struct entry *entries = NEW_N(&scratch, struct entry, in.n);
    uint32_t n = choose_entries(&in, portion, entries);
    for (uint32_t e = 0; e < in.n_calls; e++)
        costs->back[in.by_callee[e].call] = true;
    for (uint32_t i = 0; i < n; i++)
        add_entry(&in, costs, entries[i].member, own, entries[i].portion);
    for (uint32_t e = 0; e < in.n_calls; e++)
        if (costs->back[in.by_callee[e].call])
            costs->call_cost[in.by_callee[e].call] = UNKNOWN;
    arena_free(&scratch);
}
