/* Ranks of a cycle's members, by hand and by relaxing until nothing changes. */
#include "cost/cycle/rank.h"
#include "named.h"

enum { MEMBERS = 12, FAR = 1000 };

struct seen_from {
    struct named g;
    struct ranking ranking;
};

/* Of the first cycle, seen from a member. */
static struct seen_from rank_text(const char *text, const char *entry)
{
    struct seen_from r = { .g = costs_by("edges", CYCLES_WALK, text) };
    struct arena *arena = &r.g.arena;
    struct cycle_graph in =
        cycle_graph_of(arena, r.g.profile, graph_of(arena, r.g.profile),
                  &r.g.costs->cycles[0], r.g.costs->cycle);
    r.ranking = ranking_of(arena, in);
    rank_members(&r.ranking,
                 cycle_graph_member(&in, function_by_name(r.g.profile, entry)));
    return r;
}

static void rank_is(const struct seen_from *r, const char *name, uint32_t rank,
                    bool late)
{
    uint32_t m = cycle_graph_member(&r->ranking.in,
                               function_by_name(r->g.profile, name));
    expect(r->ranking.rank[m] == rank && r->ranking.late[m] == late,
           "%s: rank %u%s, not %u%s", name, r->ranking.rank[m],
           r->ranking.late[m] ? ", late" : "", rank, late ? ", late" : "");
}

/* d is called by c, of rank 3, and by x, of rank 1. */
static void zero_calls(void)
{
    test("calls of weight zero");
    struct seen_from r = rank_text("e -> a x1\na -> b x1\nb -> c x1\n"
                                "c -> e x1\nc -> d x0\ne -> x x0\n"
                                "x -> d x0\nd -> c x5\ne 1 entry=1\n",
                                "e");
    rank_is(&r, "e", 0, false);
    rank_is(&r, "a", 1, false);
    rank_is(&r, "b", 2, false);
    rank_is(&r, "c", 3, false);
    rank_is(&r, "x", 1, true);
    rank_is(&r, "d", 2, true);
    named_free(&r.g);
}

/* A ring that makes it one cycle, by calls of weight zero, and more calls. */
static struct str random_cycle(struct buf *text)
{
    text->len = 0;
    for (uint32_t m = 0; m < MEMBERS; m++)
        buf_printf(text, "f%u -> f%u x0\nf%u 1\n", m, (m + 1) % MEMBERS, m);
    for (uint32_t i = random_below(3 * MEMBERS); i-- > 0;)
        buf_printf(text, "f%u -> f%u x%u\n", random_below(MEMBERS),
                   random_below(MEMBERS), random_below(2));
    return buf_text(text);
}

static void relax(const struct cycle_graph *in, bool zero, const bool *fixed,
                  uint32_t *rank)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < in->n_edges; i++) {
            const struct edge *edge = &in->edges[i];
            if ((zero || edge->weight > 0) && !(fixed && fixed[edge->to]) &&
                rank[edge->from] + 1 < rank[edge->to]) {
                rank[edge->to] = rank[edge->from] + 1;
                changed = true;
            }
        }
    }
}

static void compare(const struct ranking *r, uint32_t entry)
{
    uint32_t rank[MEMBERS];
    bool early[MEMBERS];
    for (uint32_t m = 0; m < r->in.n; m++)
        rank[m] = FAR;
    rank[entry] = 0;
    relax(&r->in, false, NULL, rank);
    for (uint32_t m = 0; m < r->in.n; m++)
        early[m] = rank[m] < FAR;
    relax(&r->in, true, early, rank);
    for (uint32_t i = 0; i < r->in.n; i++) {
        uint32_t m = r->order[i];
        expect(r->rank[m] == rank[m] && r->late[m] == !early[m],
               "member %u: rank %u, not %u", m, r->rank[m], rank[m]);
        expect(i == 0 || r->rank[r->order[i - 1]] <= r->rank[m],
               "place %u: not in order", i);
    }
}

static void random_cycles(void)
{
    test("random cycles");
    struct buf text = { 0 };
    for (unsigned long i = 1; i <= 1000; i++) {
        start_input(i);
        struct seen_from r = rank_text(random_cycle(&text).s, "f0");
        for (uint32_t entry = 0; entry < r.ranking.in.n; entry++) {
            rank_members(&r.ranking, entry);
            compare(&r.ranking, entry);
        }
        named_free(&r.g);
    }
    buf_free(&text);
}

/* Of some members only: a search that ends early tells the same of them. */
static void compare_wanted(struct ranking all, struct ranking *some,
                           uint32_t entry)
{
    rank_members(&all, entry);
    rank_members(some, entry);
    for (uint32_t m = 0; m < all.in.n; m++)
        expect(some->ignored[m] || some->rank[m] == all.rank[m],
               "member %u: rank %u, not %u", m, some->rank[m], all.rank[m]);
}

static void wanted(void)
{
    test("some members");
    struct buf text = { 0 };
    for (unsigned long i = 1; i <= 300; i++) {
        start_input(i);
        struct seen_from r = rank_text(random_cycle(&text).s, "f0");
        struct ranking some = ranking_of(&r.g.arena, r.ranking.in);
        ranking_ignore_all(&some);
        for (uint32_t n = random_below(4); n-- > 0;)
            ranking_want(&some, random_below(some.in.n));
        for (uint32_t entry = 0; entry < some.in.n; entry++)
            compare_wanted(r.ranking, &some, entry);
        named_free(&r.g);
    }
    buf_free(&text);
}

int main(void)
{
    zero_calls();
    random_cycles();
    wanted();
    return finish_tests();
}
