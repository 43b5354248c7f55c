#include "cost/cycle/rank.h"

struct hop {
    uint32_t to;
    bool weighs; /* more than zero */
};

struct ranking ranking_of(struct arena *arena, struct cycle_graph in)
{
    struct ranking r = { .in = in,
                         .hops = NEW_N(arena, struct hop, in.n_edges),
                         .rank = NEW_N(arena, uint32_t, in.n),
                         .late = NEW_N(arena, bool, in.n),
                         .order = NEW_N(arena, uint32_t, in.n + 1),
                         .ignored = NEW_N(arena, bool, in.n),
                         .n_wanted = in.n };
    for (uint32_t i = 0; i < in.n_edges; i++) {
        const struct edge *edge = &in.edges[in.out[i]];
        r.hops[i] = (struct hop){ edge->to, edge->weight > 0 };
    }
    return r;
}

/* Puts the members that m calls and that were not reached before into the
   queue, which has room for one more. Which they are, no processor can guess:
   so there is no branch, nor anything that a compiler makes one of. */
static void reach_from(struct ranking *r, uint32_t m, bool late,
                       uint32_t *queue, uint32_t *end)
{
    uint32_t rank = r->rank[m] + 1, n = *end;
    for (uint32_t i = r->in.first_out[m]; i < r->in.first_out[m + 1]; i++) {
        uint32_t to = r->hops[i].to, before = r->rank[to];
        bool fresh = (before == NO_ID) & (r->hops[i].weighs | late);
        r->rank[to] = before ^ ((before ^ rank) & -(uint32_t)fresh);
        r->late[to] |= fresh & late;
        r->missing -= fresh & !r->ignored[to];
        queue[n] = to;
        n += fresh;
    }
    *end = n;
}

/* Without the others, the order is not complete. */
static bool enough(const struct ranking *r)
{
    return r->missing == 0 && r->n_wanted < r->in.n;
}

/* Breadth first over calls of positive weight. Returns how many are reached;
   they stand in order[], by rank. */
static uint32_t rank_by_weight(struct ranking *r, uint32_t entry)
{
    uint32_t end = 1;
    for (uint32_t m = 0; m < r->in.n; m++) {
        r->rank[m] = NO_ID;
        r->late[m] = false;
    }
    r->rank[entry] = 0;
    r->order[0] = entry;
    r->missing = r->n_wanted - !r->ignored[entry];
    for (uint32_t i = 0; i < end && !enough(r); i++)
        reach_from(r, r->order[i], false, r->order, &end);
    return end;
}

/* The members that only calls of weight zero lead to. Two queues, both by
   rank, are merged: those reached before, and the new ones. */
static void rank_the_rest(struct ranking *r, uint32_t reached,
                          struct arena *arena)
{
    uint32_t *old = NEW_N(arena, uint32_t, reached);
    uint32_t *fresh = NEW_N(arena, uint32_t, r->in.n + 1), end = 0;
    for (uint32_t i = 0; i < reached; i++)
        old[i] = r->order[i];
    for (uint32_t i = 0, j = 0, n = 0; n < r->in.n && !enough(r); n++) {
        bool take_old = i < reached &&
                        (j == end || r->rank[old[i]] <= r->rank[fresh[j]]);
        uint32_t m = take_old ? old[i++] : fresh[j++];
        r->order[n] = m;
        reach_from(r, m, true, fresh, &end);
    }
}

void ranking_ignore_all(struct ranking *ranking)
{
    for (uint32_t m = 0; m < ranking->in.n; m++)
        ranking->ignored[m] = true;
    ranking->n_wanted = 0;
}

void ranking_want(struct ranking *ranking, uint32_t member)
{
    ranking->n_wanted += ranking->ignored[member];
    ranking->ignored[member] = false;
}

void rank_members(struct ranking *ranking, uint32_t entry)
{
    struct arena scratch = { 0 };
    uint32_t reached = rank_by_weight(ranking, entry);
    if (reached < ranking->in.n && !enough(ranking))
        rank_the_rest(ranking, reached, &scratch);
    arena_free(&scratch);
}
