/*
 * Let V(f) be the visits of f, its entry and the weights of all calls of it,
 * self-calls included. A visit of f makes N(f,g) = w(f,g) / V(f) calls of g,
 * so below it, itself included, there are M(f,g) visits of g,
 *
 *     M = (I - N)^-1,
 *
 * and it costs t(f) = sum of M(f,g) * own(g) / V(g). Of its V(f) visits, one
 * of M(f,f) is not below another one, and those cost
 *
 *     total(f) = V(f) * t(f) / M(f,f).
 *
 * Below a call f -> g there are M(g,f) * N(f,g) more of that call, and so
 *
 *     cost(f -> g) = w(f,g) * t(g) / (1 + M(g,f) * N(f,g)).
 *
 * N need not be the steps of a walk: a function calls many others. But
 * backwards R(g,f) = w(f,g) / V(g) is, from a visit to its caller, until the
 * entry is reached. With its visits Q = (I - R)^-1,
 *
 *     M(g,f) = Q(f,g) * V(f) / V(g)
 *
 * and, with q(g) = sum of own(f) * Q(f,g) and H(f,g) = Q(f,g) / Q(g,g), the
 * probability that the walk from f comes to g,
 *
 *     total(f) = q(f) / Q(f,f)
 *     cost(f -> g) = total(g) / (1 / (Q(g,g) * R(g,f)) + H(f,g)).
 *
 * As total(f) is the sum of own(g) * H(g,f), it is own(f) at least and the
 * cost of the cycle at most; the divisor is 1 at least.
 */
#include "cost/cycle/random_walk.h"

#include "cost/cycle/absorbing_chain.h"
#include "cost/cycle/cycle_graph.h"
#include "util/diag.h"

/* Time grows with the third power, memory with the second. */
enum { MOST_MEMBERS = 2000 };

/* All by member, but weight by edge. */
struct flow {
    struct cycle_graph in;
    double *entry;     /* weight that comes from outside the cycle */
    double *self_call; /* weight */
    double *visits;    /* V */
    double *weight;    /* of edges, as far as they count */
    double *own;
};

static double self_weight(const struct profile *profile, uint32_t f)
{
    uint32_t call = profile_find_call(profile, f, f);
    return call == NO_ID ? 0 : profile->calls[call].weight;
}

/* What enters a cycle that nothing of weight enters. */
static double weight_inside(const struct flow *flow)
{
    double sum = 0;
    for (uint32_t e = 0; e < flow->in.n_edges; e++)
        sum += flow->in.edges[e].weight;
    for (uint32_t m = 0; m < flow->in.n; m++)
        sum += flow->self_call[m];
    return sum > 0 ? sum : 1;
}

static void find_entries(struct flow *flow, const struct cycle *cycle,
                         const double *portion)
{
    double inflow = cycle->inflow > 0 ? cycle->inflow : weight_inside(flow);
    for (uint32_t m = 0; m < flow->in.n; m++)
        flow->entry[m] = portion[flow->in.members[m]] * inflow;
}

/* Which members do the entries reach over calls of positive weight? */
static bool *find_reached(const struct flow *flow, struct arena *scratch)
{
    const struct cycle_graph *in = &flow->in;
    bool *reached = NEW_N(scratch, bool, in->n);
    uint32_t *queue = NEW_N(scratch, uint32_t, in->n), end = 0;
    for (uint32_t m = 0; m < in->n; m++)
        if (flow->entry[m] > 0)
            reached[queue[end++] = m] = true;
    for (uint32_t i = 0; i < end; i++) {
        uint32_t m = queue[i];
        for (uint32_t o = in->first_out[m]; o < in->first_out[m + 1]; o++) {
            const struct edge *edge = &in->edges[in->out[o]];
            if (edge->weight > 0 && !reached[edge->to])
                reached[queue[end++] = edge->to] = true;
        }
    }
    return reached;
}

/* The weights of the calls of m by other members. */
static void weigh_calls(struct flow *flow, uint32_t m, bool reached)
{
    const struct cycle_graph *in = &flow->in;
    double sum = flow->self_call[m];
    uint32_t zeros = 0;
    for (uint32_t e = in->first_in[m]; e < in->first_in[m + 1]; e++) {
        flow->weight[e] = in->edges[e].weight;
        sum += in->edges[e].weight;
        zeros += in->edges[e].weight <= 0;
    }
    for (uint32_t e = in->first_in[m]; e < in->first_in[m + 1]; e++)
        if (!reached && in->edges[e].weight <= 0)
            flow->weight[e] = (sum > 0 ? sum : 1) / zeros;
}

static void find_visits(struct flow *flow, uint32_t m)
{
    const struct cycle_graph *in = &flow->in;
    flow->visits[m] = flow->entry[m] + flow->self_call[m];
    for (uint32_t e = in->first_in[m]; e < in->first_in[m + 1]; e++)
        flow->visits[m] += flow->weight[e];
}

static struct flow flow_of(struct arena *arena, struct cycle_graph in,
                           const struct profile *profile,
                           const struct cycle *cycle, const double *own,
                           const double *portion)
{
    struct flow flow = { .in = in,
                         .entry = NEW_N(arena, double, in.n),
                         .self_call = NEW_N(arena, double, in.n),
                         .visits = NEW_N(arena, double, in.n),
                         .weight = NEW_N(arena, double, in.n_edges),
                         .own = NEW_N(arena, double, in.n) };
    for (uint32_t m = 0; m < in.n; m++) {
        flow.own[m] = own[in.members[m]];
        flow.self_call[m] = self_weight(profile, in.members[m]);
    }
    find_entries(&flow, cycle, portion);
    bool *reached = find_reached(&flow, arena);
    for (uint32_t m = 0; m < in.n; m++) {
        weigh_calls(&flow, m, reached[m]);
        find_visits(&flow, m);
    }
    return flow;
}

/* From callee to caller, until the cycle is left where it was entered. */
static struct absorbing_chain *walk_back(struct arena *arena, const struct flow *flow)
{
    const struct cycle_graph *in = &flow->in;
    struct step *steps = NEW_N(arena, struct step, in->n_edges);
    double *end = NEW_N(arena, double, in->n);
    for (uint32_t m = 0; m < in->n; m++)
        end[m] = flow->entry[m] / flow->visits[m];
    for (uint32_t e = 0; e < in->n_edges; e++) {
        const struct edge *edge = &in->edges[e];
        steps[e] = (struct step){ edge->to, edge->from,
                                  flow->weight[e] / flow->visits[edge->to] };
    }
    return absorbing_chain_of(arena, in->n, steps, in->n_edges, end, flow->own);
}

/* total is that of the callee, reached H of the call's ends; R as above. */
static double call_cost(double total, double own, double r, double reached)
{
    return r > 0 ? total / fmax(1 / (own * r) + reached, 1) : 0;
}

static void set_totals(struct costs *costs, const struct flow *flow,
                       const struct cycle *cycle, const struct absorbing_chain *visits)
{
    for (uint32_t m = 0; m < flow->in.n; m++) {
        double total = visits->sum[m] / visits->own[m];
        costs->total[flow->in.members[m]] =
            fmin(fmax(total, flow->own[m]), cycle->cost);
    }
}

static void set_calls(struct costs *costs, const struct profile *profile,
                      const struct flow *flow, const struct absorbing_chain *visits)
{
    for (uint32_t e = 0; e < flow->in.n_edges; e++) {
        const struct edge *edge = &flow->in.edges[e];
        uint32_t g = edge->to;
        double own = visits->own[g];
        double reached = absorbing_chain_visits(visits, edge->from, g) / own;
        costs->call_cost[edge->call] =
            call_cost(costs->total[flow->in.members[g]], own,
                      flow->weight[e] / flow->visits[g], reached);
    }
    for (uint32_t m = 0; m < flow->in.n; m++) {
        uint32_t f = flow->in.members[m];
        uint32_t call = profile_find_call(profile, f, f);
        if (call != NO_ID)
            costs->call_cost[call] =
                call_cost(costs->total[f], visits->own[m],
                          flow->self_call[m] / flow->visits[m], 1);
    }
}

bool random_walk_cycle(struct costs *costs, const struct profile *profile,
                const struct graph *graph, const struct cycle *cycle,
                const double *own, const double *portion)
{
    struct arena scratch = { 0 };
    if (cycle->n_members > MOST_MEMBERS) {
        diag_note("a cycle of %u functions is too large for --cycles=walk: "
                  "it is split",
                  cycle->n_members);
        return false;
    }
    struct cycle_graph in =
        cycle_graph_of(&scratch, profile, graph, cycle, costs->cycle);
    struct flow flow = flow_of(&scratch, in, profile, cycle, own, portion);
    const struct absorbing_chain *visits = walk_back(&scratch, &flow);
    if (visits) {
        set_totals(costs, &flow, cycle, visits);
        set_calls(costs, profile, &flow, visits);
    } else {
        diag_note("a cycle of %u functions is left too seldom for "
                  "--cycles=walk: it is split",
                  cycle->n_members);
    }
    arena_free(&scratch);
    return visits;
}

/* V is the inflow and the weight of the self-call; with nothing else, they are
   equal. */
double random_walk_self_call(double weight, double inflow, double total)
{
    if (weight <= 0)
        return 0;
    return total * weight / (weight + (inflow > 0 ? inflow : weight));
}
