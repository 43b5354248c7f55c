#include "view/score.h"

/* Costs that go several ways: their sum first, then its entropy. */
struct ways {
    double sum, bits;
    bool any;
};

static void add_way(struct ways *ways, double cost)
{
    ways->sum += cost;
    ways->any = true;
}

static void add_bits(struct ways *ways, double cost)
{
    double part = cost / ways->sum;
    if (part > 0)
        ways->bits -= part * log2(part);
}

static double bits(const struct ways *ways)
{
    return ways->any ? ways->bits : 1;
}

static bool counts(const struct view_call *call)
{
    return call->caller != call->callee && known(call->cost) && call->cost > 0;
}

double *score_functions(struct arena *arena, const struct profile *profile,
                       const struct costs *costs, const struct view_call *calls,
                       uint32_t n_calls)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    double *scores = NEW_N(arena, double, n);
    struct ways *in = NEW_N(&scratch, struct ways, n);
    struct ways *out = NEW_N(&scratch, struct ways, n);
    for (uint32_t f = 0; f < n; f++)
        out[f].sum = profile->functions[f].self;
    for (const struct view_call *c = calls; c < calls + n_calls; c++)
        if (counts(c)) {
            add_way(&in[c->callee], c->cost);
            add_way(&out[c->caller], c->cost);
        }
    for (const struct view_call *c = calls; c < calls + n_calls; c++)
        if (counts(c)) {
            add_bits(&in[c->callee], c->cost);
            add_bits(&out[c->caller], c->cost);
        }
    for (uint32_t f = 0; f < n; f++) {
        double self = profile->functions[f].self;
        add_bits(&out[f], self);
        scores[f] = costs->total[f] * (bits(&in[f]) + bits(&out[f])) + self;
    }
    arena_free(&scratch);
    return scores;
}
