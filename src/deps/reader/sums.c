#include "deps/reader/sums.h"

#include <stdlib.h>

#include "util/array.h"

struct bop_cost *bop_sums_function(struct bop_sums *sums, uint32_t function)
{
    return REACH_IN(&sums->arena, &sums->functions, function);
}

static uint32_t pair_id(struct bop_sums *sums, struct pairs *pairs, uint32_t a,
                        uint32_t b)
{
    return pairs_add_in(pairs, &sums->arena, a, b);
}

uint32_t bop_sums_call(struct bop_sums *sums, uint32_t caller, uint32_t site,
                       uint32_t callee)
{
    uint32_t n = sums->call_ids.n;
    uint32_t ends = pair_id(sums, &sums->call_ends, caller, callee);
    uint32_t id = pair_id(sums, &sums->call_ids, ends, site);
    if (id < n)
        return id;
    *PUSH_IN(&sums->arena, &sums->calls) =
        (struct bop_call){ caller, site, callee, 0, 0 };
    return id;
}

struct bop_dependence *bop_sums_dependence(struct bop_sums *sums,
                                           const struct bop_dependence *like)
{
    uint32_t write = pair_id(sums, &sums->writes, like->wrote, like->wtop);
    uint32_t read = pair_id(sums, &sums->reads, like->read, like->rtop);
    uint32_t n = sums->dependence_ids.n;
    uint32_t id =
        pair_id(sums, &sums->dependence_ids,
                N_DEPENDENCE_KINDS * write + (uint32_t)like->kind, read);
    if (id < n)
        return &sums->dependences.of[id];
    struct bop_dependence *new = PUSH_IN(&sums->arena, &sums->dependences);
    *new = *like;
    new->count = 0;
    return new;
}

/* A site and its id, to be sorted by place. */
struct bop_placed_site {
    struct bop_site site;
    uint32_t id;
};

static int by_place(const void *left, const void *right)
{
    const struct bop_site *a = &((const struct bop_placed_site *)left)->site;
    const struct bop_site *b = &((const struct bop_placed_site *)right)->site;
    if (a->where != b->where)
        return COMPARE(a->where, b->where);
    return a->of != b->of ? COMPARE(a->of, b->of)
                          : COMPARE(a->address, b->address);
}

/* Returns the position of each site in the order of places, by site. */
static uint32_t *rank_sites(const struct bop_trace *trace, struct arena *arena)
{
    uint32_t n = trace->site_texts.n;
    uint32_t *ranks = NEW_N(arena, uint32_t, n);
    struct bop_placed_site *sorted = NEW_N(arena, struct bop_placed_site, n);
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = (struct bop_placed_site){ trace->sites.of[i], i };
    qsort(sorted, n, sizeof *sorted, by_place);
    for (uint32_t i = 0; i < n; i++)
        ranks[sorted[i].id] = i;
    return ranks;
}

/* A call or a dependence, with its keys for sorting. */
enum { KEYS = 9 };
struct bop_keyed_row {
    uint32_t keys[KEYS];
    union {
        struct bop_call call;
        struct bop_dependence dependence;
    } row;
};

static int by_keys(const void *left, const void *right)
{
    const struct bop_keyed_row *a = left, *b = right;
    for (int i = 0; i < KEYS; i++)
        if (a->keys[i] != b->keys[i])
            return COMPARE(a->keys[i], b->keys[i]);
    return 0;
}

void bop_sums_sort(struct bop_sums *sums, const struct bop_trace *trace)
{
    LOCAL_ARENA(scratch);
    const uint32_t *ranks = rank_sites(trace, &scratch);

    uint32_t n = sums->call_ids.n;
    struct bop_keyed_row *rows = NEW_N(&scratch, struct bop_keyed_row, n);
    for (uint32_t i = 0; i < n; i++) {
        struct bop_call call = sums->calls.of[i];
        rows[i] = (struct bop_keyed_row){
            { call.caller, ranks[call.site], call.callee }, { .call = call }
        };
    }
    qsort(rows, n, sizeof *rows, by_keys);
    for (uint32_t i = 0; i < n; i++)
        sums->calls.of[i] = rows[i].row.call;

    n = (uint32_t)sums->dependences.n;
    rows = NEW_N(&scratch, struct bop_keyed_row, n);
    for (uint32_t i = 0; i < n; i++) {
        struct bop_dependence d = sums->dependences.of[i];
        rows[i] = (struct bop_keyed_row){
            { ranks[d.wrote], ranks[d.wtop], ranks[d.read], ranks[d.rtop],
              d.kind, d.loops.nests[0], d.loops.nests[1], d.loops.common,
              2 * d.loops.is_carried + d.frees },
            { .dependence = d }
        };
    }
    qsort(rows, n, sizeof *rows, by_keys);
    for (uint32_t i = 0; i < n; i++)
        sums->dependences.of[i] = rows[i].row.dependence;
}
