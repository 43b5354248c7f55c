#include "view/score.h"

/* Describes the calls at one side of a function. */
struct flow_entropy {
    double sum;  /* of their costs, and of the self cost on the side of the
                    callees */
    double bits; /* the entropy of the terms of this sum */
    bool any;    /* there are calls */
};

static void add_bits(struct flow_entropy *entropy, double cost)
{
    double part = cost / entropy->sum;
    if (part > 0)
        entropy->bits -= part * log2(part);
}

static double bits_or_1(const struct flow_entropy *entropy)
{
    return entropy->any ? entropy->bits : 1;
}

static bool is_scored(const struct view_call *call)
{
    return call->caller != call->callee && known(call->cost) && call->cost > 0;
}

double *score_functions(struct arena *arena, const struct profile *profile,
                        const struct costs *costs,
                        const struct view_call *calls, uint32_t n_calls)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    double *scores = NEW_N(arena, double, n);
    struct flow_entropy *in = NEW_N(&scratch, struct flow_entropy, n);
    struct flow_entropy *out = NEW_N(&scratch, struct flow_entropy, n);
    for (uint32_t f = 0; f < n; f++)
        out[f].sum = profile->functions[f].self;
    for (const struct view_call *c = calls; c < calls + n_calls; c++)
        if (is_scored(c)) {
            in[c->callee].sum += c->cost;
            out[c->caller].sum += c->cost;
            in[c->callee].any = out[c->caller].any = true;
        }
    for (const struct view_call *c = calls; c < calls + n_calls; c++)
        if (is_scored(c)) {
            add_bits(&in[c->callee], c->cost);
            add_bits(&out[c->caller], c->cost);
        }
    for (uint32_t f = 0; f < n; f++) {
        double self = profile->functions[f].self;
        add_bits(&out[f], self);
        scores[f] =
            costs->total[f] * (bits_or_1(&in[f]) + bits_or_1(&out[f])) + self;
    }
    arena_free(&scratch);
    return scores;
}
