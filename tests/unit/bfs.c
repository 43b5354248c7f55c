/* Breadth-first searches: one by hand, and random ones against distances that
   are relaxed until nothing changes. */
#include "cost/cycle/cycle_graph.h"
#include "named.h"

enum { MEMBERS = 12, FAR = 1000 };

/* The first cycle of a profile, and a search through it. */
struct searched_cycle {
    struct named g;
    struct cycle_graph graph;
    struct bfs bfs;
};

static struct searched_cycle cycle_of_text(const char *text)
{
    struct searched_cycle s = { .g = costs_by("edges", CYCLES_WALK, text) };
    struct arena *arena = &s.g.arena;
    s.graph = cycle_graph_of(arena, s.g.profile, graph_of(arena, s.g.profile),
                             &s.g.costs->cycles[0], s.g.costs->cycle);
    s.bfs = bfs_new(arena, s.graph.n, s.graph.first_out, s.graph.out_edges);
    return s;
}

static void search(struct bfs *bfs, uint32_t entry)
{
    bfs_run(bfs, &entry, 1);
    bfs_run_zero_weights(bfs);
}

static void distance_is(const struct searched_cycle *s, const char *name,
                        uint32_t distance, bool zero_weight)
{
    uint32_t m = cycle_graph_member(&s->graph,
                                    function_by_name(s->g.profile, name));
    expect(s->bfs.distance[m] == distance &&
               s->bfs.zero_weight[m] == zero_weight,
           "%s: distance %u, zero_weight %d", name, s->bfs.distance[m],
           s->bfs.zero_weight[m]);
}

/* d is called by c, at distance 3, and by x, at distance 1. */
static void zero_weights(void)
{
    test("calls of weight zero");
    struct searched_cycle s =
        cycle_of_text("e -> a x1\na -> b x1\nb -> c x1\nc -> e x1\n"
                      "c -> d w=0\ne -> x w=0\nx -> d w=0\nd -> c x5\n"
                      "e 1 entry=1\n");
    search(&s.bfs, cycle_graph_member(&s.graph,
                                      function_by_name(s.g.profile, "e")));
    distance_is(&s, "e", 0, false);
    distance_is(&s, "a", 1, false);
    distance_is(&s, "b", 2, false);
    distance_is(&s, "c", 3, false);
    distance_is(&s, "x", 1, true);
    distance_is(&s, "d", 2, true);
    named_free(&s.g);
}

/* A ring of calls of weight zero makes it one cycle; other calls are added at
   random. */
static struct str random_cycle(struct buf *text)
{
    text->len = 0;
    for (uint32_t m = 0; m < MEMBERS; m++)
        buf_printf(text, "f%u -> f%u w=0\nf%u 1\n", m, (m + 1) % MEMBERS, m);
    for (uint32_t i = random_below(3 * MEMBERS); i-- > 0;)
        buf_printf(text, "f%u -> f%u w=%u\n", random_below(MEMBERS),
                   random_below(MEMBERS), random_below(2));
    return buf_text(text);
}

/* Lowers distances, except those of fixed members, until no edge makes one
   shorter. */
static void relax(const struct cycle_graph *graph, bool zero_weights,
                  const bool *fixed, uint32_t *distance)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < graph->n_edges; i++) {
            const struct cycle_edge *edge = &graph->edges[i];
            if ((zero_weights || edge->weight > 0) &&
                !(fixed && fixed[edge->to]) &&
                distance[edge->from] + 1 < distance[edge->to]) {
                distance[edge->to] = distance[edge->from] + 1;
                changed = true;
            }
        }
    }
}

static void compare(const struct cycle_graph *graph, const struct bfs *bfs,
                    const bool *is_source)
{
    uint32_t distance[MEMBERS];
    bool first_pass[MEMBERS];
    for (uint32_t m = 0; m < graph->n; m++)
        distance[m] = is_source[m] ? 0 : FAR;
    relax(graph, false, NULL, distance);
    for (uint32_t m = 0; m < graph->n; m++)
        first_pass[m] = distance[m] < FAR;
    relax(graph, true, first_pass, distance);
    expect(bfs->n_reached == graph->n, "%u are reached", bfs->n_reached);
    for (uint32_t i = 0; i < graph->n; i++) {
        uint32_t m = bfs->order[i];
        expect(bfs->distance[m] == distance[m] &&
                   bfs->zero_weight[m] == !first_pass[m],
               "member %u: distance %u, not %u", m, bfs->distance[m],
               distance[m]);
        expect(i == 0 ||
                   bfs->distance[bfs->order[i - 1]] <= bfs->distance[m],
               "place %u: not in order", i);
    }
}

static void random_cycles(void)
{
    test("random cycles, from each member and from several");
    struct buf text = { 0 };
    for (unsigned long i = 1; i <= 1000; i++) {
        start_input(i);
        struct searched_cycle s = cycle_of_text(random_cycle(&text).s);
        bool is_source[MEMBERS] = { false };
        uint32_t sources[MEMBERS], n = 0;
        for (uint32_t entry = 0; entry < s.graph.n; entry++) {
            is_source[entry] = true;
            search(&s.bfs, entry);
            compare(&s.graph, &s.bfs, is_source);
            is_source[entry] = false;
        }
        for (uint32_t m = 0; m < s.graph.n; m++)
            if (m == i % MEMBERS || chance(20))
                is_source[sources[n++] = m] = true;
        bfs_run(&s.bfs, sources, n);
        bfs_run_zero_weights(&s.bfs);
        compare(&s.graph, &s.bfs, is_source);
        named_free(&s.g);
    }
    buf_free(&text);
}

static void limited(void)
{
    test("a limit of distance");
    struct buf text = { 0 };
    for (unsigned long i = 1; i <= 300; i++) {
        start_input(i);
        struct searched_cycle s = cycle_of_text(random_cycle(&text).s);
        struct bfs near =
            bfs_new(&s.g.arena, s.graph.n, s.bfs.first, s.bfs.edges);
        uint32_t entry = random_below(MEMBERS);
        near.max_distance = random_below(5);
        bfs_run(&s.bfs, &entry, 1);
        bfs_run(&near, &entry, 1);
        for (uint32_t m = 0; m < s.graph.n; m++) {
            uint32_t distance = s.bfs.distance[m];
            if (distance != NO_ID && distance > near.max_distance)
                distance = NO_ID;
            expect(near.distance[m] == distance,
                   "member %u: distance %u, not %u", m, near.distance[m],
                   distance);
        }
        named_free(&s.g);
    }
    buf_free(&text);
}

UNIT(bfs)
{
    zero_weights();
    random_cycles();
    limited();
    return finish_tests();
}
