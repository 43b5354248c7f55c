/*
 * Let V(f) be the visits of f, which are its entry and the weights of all calls
 * to it, self-calls included. A visit of f makes N(f,g) = w(f,g) / V(f) calls
 * of g, so that below one visit of f there are M(f,g) visits of g,
 *
 *     M = (I - N)^-1,
 *
 * the visit itself included, and the visit costs
 *
 *     t(f) = sum of M(f,g) * own(g) / V(g).
 *
 * One in M(f,f) visits of f is not below another visit of f, and only such
 * visits count:
 *
 *     total(f) = V(f) * t(f) / M(f,f).
 *
 * Below a call f -> g the same call occurs M(g,f) * N(f,g) more times, so that
 *
 *     cost(f -> g) = w(f,g) * t(g) / (1 + M(g,f) * N(f,g)).
 *
 * The rows of N can sum to more than 1, because a function calls many others,
 * so N is not the matrix of a random walk. R(g,f) = w(f,g) / V(g) is one: it
 * walks backwards, from a visit to its caller, until it reaches an entry. With
 * the expected visits of this walk, Q = (I - R)^-1,
 *
 *     M(g,f) = Q(f,g) * V(f) / V(g).
 *
 * Let q(g) = sum of own(f) * Q(f,g), and let H(f,g) = Q(f,g) / Q(g,g), which is
 * the probability that the walk from f comes to g. Then
 *
 *     total(f) = q(f) / Q(f,f)
 *     cost(f -> g) = total(g) / (1 / (Q(g,g) * R(g,f)) + H(f,g)).
 *
 * Since total(f) is the sum of own(g) * H(g,f), it is at least own(f) and at
 * most the cost of the cycle. The divisor of the last formula is at least 1.
 *
 * CYCLES_TREE changes R. Let F be what enters g forwards, from outside or from
 * members that are nearer to the entries, as breadth-first search counts. Most
 * recursions come back to where they began, so that a visit of g is below fewer
 * backward calls than their weight says. The walk leaves g forwards with the
 * probability 1 / D, where D = (V(g) / F)^(1/4), and backwards otherwise, by
 * weight in both directions. The power was chosen on the programs of
 * tests/accuracy.
 */
#include "cost/cycle/random_walk.h"

#include "cost/cycle/absorbing_chain.h"

/* The time to solve a cycle grows with the third power of the number of its
   members, and the memory with the second power. */
enum { MOST_MEMBERS = 2000 };

/* Says how often members and calls are visited. Arrays are by member, except
   for weight. */
struct flow {
    const struct cycle_graph *graph;
    double *entry;     /* weight that enters from outside the cycle */
    double *self_call; /* weight */
    double *visits;    /* V */
    double *weight;    /* by edge: the weight that counts */
    double *own;
};

/* Returns the weight of all calls inside the cycle, or 1 if that is 0. */
static double weight_inside(const struct flow *flow)
{
    double sum = 0;
    for (uint32_t e = 0; e < flow->graph->n_edges; e++)
        sum += flow->graph->edges[e].weight;
    for (uint32_t m = 0; m < flow->graph->n; m++)
        sum += flow->self_call[m];
    return sum > 0 ? sum : 1;
}

/* Searches from the entries over edges of positive weight. */
static struct bfs search_from_entries(struct arena *arena,
                                      const struct flow *flow)
{
    const struct cycle_graph *graph = flow->graph;
    struct bfs bfs =
        bfs_new(arena, graph->n, graph->first_out, graph->out_edges);
    uint32_t *sources = NEW_N(arena, uint32_t, graph->n), n = 0;
    for (uint32_t m = 0; m < graph->n; m++)
        if (flow->entry[m] > 0)
            sources[n++] = m;
    bfs_run(&bfs, sources, n);
    return bfs;
}

/* Finds the weights that count for the calls of member m, and its visits. */
static void find_flow_visits(struct flow *flow, uint32_t m, bool is_reached)
{
    const struct cycle_graph *graph = flow->graph;
    uint32_t first = graph->first_in[m], end = graph->first_in[m + 1];
    double sum = flow->self_call[m];
    uint32_t n_zeros = 0;
    for (uint32_t e = first; e < end; e++) {
        sum += graph->edges[e].weight;
        n_zeros += graph->edges[e].weight <= 0;
    }
    flow->visits[m] = flow->entry[m] + flow->self_call[m];
    for (uint32_t e = first; e < end; e++) {
        flow->weight[e] = graph->edges[e].weight;
        if (!is_reached && flow->weight[e] <= 0)
            flow->weight[e] = (sum > 0 ? sum : 1) / n_zeros;
        flow->visits[m] += flow->weight[e];
    }
}

/* Returns the part of the visits that count as forward ones. `forward` of them
   are so by weight. */
static double forward_part(double forward, double visits)
{
    return sqrt(sqrt(forward / visits));
}

/* Gives more weight to the forward calls into member m and less to the others.
   Its number of visits does not change. */
static void prefer_forward(struct flow *flow, uint32_t m,
                           const uint32_t *distance)
{
    const struct cycle_graph *graph = flow->graph;
    uint32_t first = graph->first_in[m], end = graph->first_in[m + 1];
    double forward = flow->entry[m], visits = flow->visits[m];
    for (uint32_t e = first; e < end; e++)
        if (distance[graph->edges[e].from] < distance[m])
            forward += flow->weight[e];
    if (!(forward > 0) || !(visits > forward))
        return;
    double part = forward_part(forward, visits);
    double more = part * visits / forward;
    double less = (1 - part) * visits / (visits - forward);
    flow->entry[m] *= more;
    flow->self_call[m] *= less;
    for (uint32_t e = first; e < end; e++)
        flow->weight[e] *=
            distance[graph->edges[e].from] < distance[m] ? more : less;
}

static double *copy(struct arena *arena, const double *numbers, uint32_t n)
{
    double *copied = NEW_N(arena, double, n);
    if (n)
        memcpy(copied, numbers, n * sizeof *copied);
    return copied;
}

/* Returns the flow of the walk that prefers calls away from the entries. bfs
   has searched from these over edges of positive weight. */
static struct flow flow_forward(struct arena *arena, const struct flow *walk,
                                struct bfs *bfs)
{
    uint32_t n = walk->graph->n;
    struct flow flow = *walk;
    flow.entry = copy(arena, walk->entry, n);
    flow.self_call = copy(arena, walk->self_call, n);
    flow.weight = copy(arena, walk->weight, walk->graph->n_edges);
    bfs_run_zero_weights(bfs);
    for (uint32_t m = 0; m < n; m++)
        prefer_forward(&flow, m, bfs->distance);
    return flow;
}

/* Finds the flows of both walks. */
static void find_flows(struct arena *arena, const struct cycle_graph *graph,
                       const struct profile *profile, const struct cycle *cycle,
                       const double *own, const double *portion,
                       struct flow flows[CHAINS])
{
    struct flow flow = { .graph = graph,
                         .entry = NEW_N(arena, double, graph->n),
                         .self_call = NEW_N(arena, double, graph->n),
                         .visits = NEW_N(arena, double, graph->n),
                         .weight = NEW_N(arena, double, graph->n_edges),
                         .own = NEW_N(arena, double, graph->n) };
    for (uint32_t m = 0; m < graph->n; m++) {
        uint32_t f = graph->members[m];
        uint32_t call = graph->self_call[f];
        flow.own[m] = own[f];
        flow.self_call[m] = call == NO_ID ? 0 : profile->calls[call].weight;
    }
    double inflow = cycle->inflow > 0 ? cycle->inflow : weight_inside(&flow);
    for (uint32_t m = 0; m < graph->n; m++)
        flow.entry[m] = portion[graph->members[m]] * inflow;
    struct bfs bfs = search_from_entries(arena, &flow);
    for (uint32_t m = 0; m < graph->n; m++)
        find_flow_visits(&flow, m, bfs.distance[m] != NO_ID);
    flows[0] = flow;
    flows[1] = flow_forward(arena, &flow, &bfs);
}

/* Returns the walks from callee to caller, which end where the cycle was
   entered. */
static struct absorbing_chains *walk_back(struct arena *arena,
                                          const struct flow flows[CHAINS])
{
    const struct cycle_graph *graph = flows[0].graph;
    struct transition *transitions =
        NEW_N(arena, struct transition, graph->n_edges);
    struct chain_numbers *end = NEW_N(arena, struct chain_numbers, graph->n);
    for (uint32_t e = 0; e < graph->n_edges; e++) {
        transitions[e].from = graph->edges[e].to;
        transitions[e].to = graph->edges[e].from;
    }
    for (int i = 0; i < CHAINS; i++) {
        const struct flow *flow = &flows[i];
        for (uint32_t m = 0; m < graph->n; m++)
            end[m].of[i] = flow->entry[m] / flow->visits[m];
        for (uint32_t e = 0; e < graph->n_edges; e++)
            transitions[e].probability.of[i] =
                flow->weight[e] / flow->visits[graph->edges[e].to];
    }
    return absorbing_chains_of(arena, graph->n, transitions, graph->n_edges,
                               end, flows[0].own);
}

/* This is the last formula at the head of the file: total is total(g),
   own_visits is Q(g,g), back is R(g,f) and reached is H(f,g). */
static double call_cost(double total, double own_visits, double back,
                        double reached)
{
    return back > 0 ? total / fmax(1 / (own_visits * back) + reached, 1) : 0;
}

/* Returns the costs by chain i. */
static struct random_walk walk_of(struct arena *arena, const struct flow *flow,
                                  const struct cycle *cycle,
                                  const struct absorbing_chains *chains, int i)
{
    const struct cycle_graph *graph = flow->graph;
    struct random_walk walk = {
        .problem = chains->problem[i],
        .total = NEW_N(arena, double, graph->n),
        .call_cost = NEW_N(arena, double, graph->n_edges),
        .self_call = NEW_N(arena, double, graph->n),
    };
    if (walk.problem)
        return walk;
    for (uint32_t m = 0; m < graph->n; m++) {
        double visits = chains->self_visits[m].of[i];
        double total = chains->sum[m].of[i] / visits;
        walk.total[m] = fmin(fmax(total, flow->own[m]), cycle->cost);
        walk.self_call[m] = call_cost(walk.total[m], visits,
                                      flow->self_call[m] / flow->visits[m], 1);
    }
    for (uint32_t e = 0; e < graph->n_edges; e++) {
        uint32_t g = graph->edges[e].to;
        double visits = chains->self_visits[g].of[i];
        walk.call_cost[e] =
            call_cost(walk.total[g], visits, flow->weight[e] / flow->visits[g],
                      chains->back_visits[e].of[i] / visits);
    }
    return walk;
}

struct random_walks random_walks_of(struct arena *arena,
                                    const struct profile *profile,
                                    const struct cycle_graph *inside,
                                    const struct cycle *cycle,
                                    const double *own, const double *portion)
{
    LOCAL_ARENA(scratch);
    struct flow flows[CHAINS];
    if (inside->n > MOST_MEMBERS) {
        struct random_walk refused = { .problem = "is too large" };
        return (struct random_walks){ refused, refused };
    }
    find_flows(&scratch, inside, profile, cycle, own, portion, flows);
    const struct absorbing_chains *chains = walk_back(&scratch, flows);
    struct random_walks walks = {
        .walk = walk_of(arena, &flows[0], cycle, chains, 0),
        .tree = walk_of(arena, &flows[1], cycle, chains, 1),
    };
    return walks;
}

/* V is the inflow and the weight of the self-call. A function that nothing else
   enters is taken to be entered as often as it calls itself. */
double random_walk_self_call(enum cycles way, double weight, double inflow,
                             double total)
{
    double forward = inflow > 0 ? inflow : weight;
    if (weight <= 0)
        return 0;
    if (way == CYCLES_TREE)
        return total * (1 - forward_part(forward, weight + forward));
    return total * weight / (weight + forward);
}
