/*
 * Elimination removes the states one after the other. The walk as seen by the
 * states that are left passes through the removed ones without a stop. With
 * states numbered by their places in the order of elimination, let
 *
 *     r(p,q)   the probability of a step p -> q of the walk as seen when the
 *              first of p and q is to be removed next
 *     S(p)     the probability to leave p at that time: the sum of r(p,q) over
 *              q > p, and the probability that the walk ends
 *     P(p,q)   r(p,q) / S(p)
 *
 * Then I - R = L D U, where U has 1 and -P(p,q) in its rows, D has S, and L has
 * 1 and -r(q,p) / S(p) in its columns, and so
 *
 *     Q(p,q) = sum of P(p,k) * Q(k,q) over k > p                  for p < q
 *     Q(q,p) = sum of Q(q,k) * r(k,p) / S(p) over k > p           for p < q
 *     Q(p,p) = 1 / S(p) + sum of P(p,k) * Q(k,p) over k > p
 *
 * Computed from the last p to the first, these sums need Q only where r is not
 * 0 (K. Takahashi, J. Fagan, M. Chin, Formation of a sparse bus impedance
 * matrix, PICA 1973). Nothing is ever subtracted.
 */
#include "cost/cycle/absorbing_chain.h"

#include <math.h>
#include <string.h>

#include "util/arena.h"
#include "util/array.h"

/* A chain with a smaller S is refused. The range of a double ends near 1e-308,
   so that this leaves room for the divisions. */
#define LEAST_LEAVE 1e-250

/* A chain that needs more steps than this, which take some seconds, is refused.
   If all of n states are adjacent, it needs n^3 / 3. */
#define MOST_STEPS 2e8

/* Two places p < q are adjacent if r(p,q) or r(q,p) may be other than 0. The
   pairs of p are those from first[p] to first[p + 1] - 1, by rising q. */
struct lu_factors {
    uint32_t n;
    uint32_t *order, *place; /* state by place, place by state */
    uint32_t *first, *later; /* later: q, by pair */
    double *down, *up; /* by pair: P(p,q) and r(q,p); in the end Q(p,q) and
                          Q(q,p) */
    double *leave;     /* by place: S */
    double *end;       /* by place: the part of S that ends the walk */
    double *own;       /* by place: Q(p,p) */
    double steps;      /* sum over the places of the squares of their pairs */
};

/* ---- The order of elimination, and the pairs that it makes adjacent ---- */

/* Holds the adjacency matrix of the states that are left, as rows of bits. */
struct adjacency {
    uint32_t n;
    size_t words;     /* in a row */
    uint64_t *bits;
    uint32_t *degree; /* by state; NO_ID for a state that was removed */
};

static uint64_t *row_of(const struct adjacency *a, uint32_t i)
{
    return a->bits + i * a->words;
}

static bool has_bit(const uint64_t *row, uint32_t i)
{
    return row[i / 64] >> i % 64 & 1;
}

static void set_bit(uint64_t *row, uint32_t i)
{
    row[i / 64] |= (uint64_t)1 << i % 64;
}

static void clear_bit(uint64_t *row, uint32_t i)
{
    row[i / 64] &= ~((uint64_t)1 << i % 64);
}

static uint32_t count_bits(const struct adjacency *a, uint32_t i)
{
    uint32_t n = 0;
    for (size_t w = 0; w < a->words; w++)
        n += (uint32_t)__builtin_popcountll(row_of(a, i)[w]);
    return n;
}

static struct adjacency adjacency_of(struct arena *arena, uint32_t n,
                                     const struct transition *transitions,
                                     uint32_t n_transitions)
{
    struct adjacency a = { .n = n,
                           .words = n / 64 + 1,
                           .degree = NEW_N(arena, uint32_t, n) };
    a.bits = NEW_N(arena, uint64_t, n * a.words);
    for (uint32_t t = 0; t < n_transitions; t++) {
        set_bit(row_of(&a, transitions[t].from), transitions[t].to);
        set_bit(row_of(&a, transitions[t].to), transitions[t].from);
    }
    for (uint32_t i = 0; i < n; i++)
        a.degree[i] = count_bits(&a, i);
    return a;
}

/* Makes all neighbours of i adjacent to each other, and removes i from their
   rows. Its own row stays as it is. */
static void eliminate(struct adjacency *a, uint32_t i)
{
    const uint64_t *row = row_of(a, i);
    for (uint32_t k = 0; k < a->n; k++) {
        if (!has_bit(row, k))
            continue;
        uint64_t *other = row_of(a, k);
        for (size_t w = 0; w < a->words; w++)
            other[w] |= row[w];
        clear_bit(other, i);
        clear_bit(other, k);
        a->degree[k] = count_bits(a, k);
    }
    a->degree[i] = NO_ID;
}

/* Removes the state with the fewest neighbours first, so that few pairs become
   adjacent. */
static void find_order(struct lu_factors *f, struct adjacency *a)
{
    for (uint32_t p = 0; p < f->n; p++) {
        uint32_t least = 0;
        for (uint32_t i = 1; i < a->n; i++)
            if (a->degree[i] < a->degree[least])
                least = i;
        f->order[p] = least;
        f->place[least] = p;
        f->first[p + 1] = f->first[p] + a->degree[least];
        f->steps += (double)a->degree[least] * a->degree[least];
        eliminate(a, least);
    }
}

static void list_pairs(struct lu_factors *f, const struct adjacency *a)
{
    for (uint32_t p = 0, n = 0; p < f->n; p++)
        for (uint32_t q = p + 1; q < f->n; q++)
            if (has_bit(row_of(a, f->order[p]), f->order[q]))
                f->later[n++] = q;
}

/* Returns the pair of the places p < q, which must be adjacent. */
static uint32_t find_pair(const struct lu_factors *f, uint32_t p, uint32_t q)
{
    uint32_t first = f->first[p];
    return first + array_find_id(f->later + first, f->first[p + 1] - first, q);
}

/* Returns the element of down or up for a step between two states. */
static double *element_of(const struct lu_factors *f, uint32_t from,
                          uint32_t to)
{
    uint32_t p = f->place[from], q = f->place[to];
    return p < q ? &f->down[find_pair(f, p, q)] : &f->up[find_pair(f, q, p)];
}

/* Returns the factors as they are before elimination, with R in down and up;
   without elements if elimination would take too many steps. */
static struct lu_factors *factors_of(struct arena *arena, uint32_t n,
                                     const struct transition *transitions,
                                     uint32_t n_transitions)
{
    struct arena scratch = { 0 };
    struct lu_factors *f = NEW(arena, struct lu_factors);
    struct adjacency adjacency =
        adjacency_of(&scratch, n, transitions, n_transitions);
    *f = (struct lu_factors){ .n = n,
                              .order = NEW_N(arena, uint32_t, n),
                              .place = NEW_N(arena, uint32_t, n),
                              .first = NEW_N(arena, uint32_t, n + 1),
                              .leave = NEW_N(arena, double, n),
                              .end = NEW_N(arena, double, n),
                              .own = NEW_N(arena, double, n) };
    find_order(f, &adjacency);
    if (f->steps > MOST_STEPS) {
        arena_free(&scratch);
        return f;
    }
    f->later = NEW_N(arena, uint32_t, f->first[n]);
    f->down = NEW_N(arena, double, f->first[n]);
    f->up = NEW_N(arena, double, f->first[n]);
    list_pairs(f, &adjacency);
    for (uint32_t t = 0; t < n_transitions; t++)
        *element_of(f, transitions[t].from, transitions[t].to) +=
            transitions[t].probability;
    arena_free(&scratch);
    return f;
}

/* ---- Elimination ---- */

/* Replaces the steps from p to the place k, which was eliminated before it, by
   the steps that follow from k. */
static void pass_through(struct lu_factors *f, uint32_t p, uint32_t k,
                         double *row)
{
    double portion = row[k];
    for (uint32_t e = f->first[k]; e < f->first[k + 1]; e++)
        row[f->later[e]] += portion * f->down[e];
    f->end[p] += portion * f->end[k] / f->leave[k];
}

/* Copies row p into `row`, by place. next[k] is the first pair of the place
   k < p with p or a later place. */
static void fill_row(const struct lu_factors *f, uint32_t p,
                     const uint32_t *next, double *row)
{
    for (uint32_t k = 0; k < p; k++)
        row[k] = next[k] < f->first[k + 1] && f->later[next[k]] == p
                     ? f->up[next[k]]
                     : 0;
    for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
        row[f->later[e]] = f->down[e];
}

/* Stores row p after its elimination. */
static void keep_row(struct lu_factors *f, uint32_t p, uint32_t *next,
                     const double *row)
{
    for (uint32_t k = 0; k < p; k++)
        if (next[k] < f->first[k + 1] && f->later[next[k]] == p)
            f->up[next[k]++] = row[k];
    f->leave[p] = f->end[p];
    for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
        f->leave[p] += row[f->later[e]];
    for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
        f->down[e] = row[f->later[e]] / f->leave[p];
}

/* Eliminates the rows in order. row[p] collects the steps from p back to p; it
   is not used, since S(p) is the sum over the other steps. Returns false if
   some S is too small. */
static bool factorize(struct lu_factors *f, struct arena *scratch)
{
    double *row = NEW_N(scratch, double, f->n);
    uint32_t *next = NEW_N(scratch, uint32_t, f->n);
    for (uint32_t p = 0; p < f->n; p++) {
        next[p] = f->first[p];
        fill_row(f, p, next, row);
        for (uint32_t k = 0; k < p; k++)
            if (row[k] > 0)
                pass_through(f, p, k, row);
        keep_row(f, p, next, row);
        if (!(f->leave[p] > LEAST_LEAVE))
            return false;
    }
    return true;
}

/* ---- Solutions ---- */

/* Computes sum = start * Q, by state, by forward and backward substitution. */
static void solve(const struct lu_factors *f, const double *start, double *sum,
                  struct arena *scratch)
{
    double *at = NEW_N(scratch, double, f->n);
    for (uint32_t p = 0; p < f->n; p++)
        at[p] = start[f->order[p]];
    for (uint32_t p = 0; p < f->n; p++)
        for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
            at[f->later[e]] += f->down[e] * at[p];
    for (uint32_t p = f->n; p-- > 0;) {
        for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
            at[p] += f->up[e] * at[f->later[e]];
        at[p] /= f->leave[p];
        sum[f->order[p]] = at[p];
    }
}

/* These rows belong to one place p and are by place q. At places that are not
   adjacent to p, `down` and `up` are 0, and `from` and `to` have no meaning. */
struct chain_rows {
    double *down, *up; /* P(p,q) and r(q,p) / S(p) */
    double *from, *to; /* Q(p,q) and Q(q,p) */
};

/* Adds to the sums for p the terms with Q(q,q), Q(q,k) and Q(k,q), for all k
   after q. The neighbours of p after it are all adjacent to each other. */
static void add_visits(const struct lu_factors *f, struct chain_rows r,
                       uint32_t q)
{
    double down = r.down[q], up = r.up[q];
    double from = down * f->own[q], to = up * f->own[q];
    for (uint32_t e = f->first[q]; e < f->first[q + 1]; e++) {
        uint32_t k = f->later[e];
        r.from[k] += down * f->down[e];
        r.to[k] += up * f->up[e];
        from += r.down[k] * f->up[e];
        to += r.up[k] * f->down[e];
    }
    r.from[q] += from;
    r.to[q] += to;
}

/* Replaces the factors of place p by elements of Q. */
static void find_visits_at(struct lu_factors *f, struct chain_rows r,
                           uint32_t p)
{
    uint32_t begin = f->first[p], end = f->first[p + 1];
    memset(r.from, 0, f->n * sizeof *r.from);
    memset(r.to, 0, f->n * sizeof *r.to);
    for (uint32_t e = begin; e < end; e++) {
        r.down[f->later[e]] = f->down[e];
        r.up[f->later[e]] = f->up[e] / f->leave[p];
    }
    for (uint32_t e = begin; e < end; e++)
        add_visits(f, r, f->later[e]);
    f->own[p] = 1 / f->leave[p];
    for (uint32_t e = begin; e < end; e++) {
        uint32_t q = f->later[e];
        f->own[p] += r.down[q] * r.to[q];
        f->down[e] = r.from[q];
        f->up[e] = r.to[q];
        r.down[q] = r.up[q] = 0;
    }
}

static void find_expected_visits(struct lu_factors *f, struct arena *scratch)
{
    struct chain_rows rows = { NEW_N(scratch, double, f->n),
                               NEW_N(scratch, double, f->n),
                               NEW_N(scratch, double, f->n),
                               NEW_N(scratch, double, f->n) };
    for (uint32_t p = f->n; p-- > 0;)
        find_visits_at(f, rows, p);
}

static bool all_finite(const struct absorbing_chain *chain)
{
    for (uint32_t i = 0; i < chain->n; i++)
        if (!isfinite(chain->self_visits[i]) || !isfinite(chain->sum[i]))
            return false;
    return true;
}

struct absorbing_chain *absorbing_chain_of(struct arena *arena, uint32_t n,
                                           const struct transition *transitions,
                                           uint32_t n_transitions,
                                           const double *end,
                                           const double *start)
{
    struct arena scratch = { 0 };
    struct absorbing_chain *chain = NEW(arena, struct absorbing_chain);
    struct lu_factors *f = factors_of(arena, n, transitions, n_transitions);
    *chain = (struct absorbing_chain){ .n = n,
                                       .self_visits = NEW_N(arena, double, n),
                                       .sum = NEW_N(arena, double, n),
                                       .factors = f };
    if (f->steps > MOST_STEPS) {
        chain->problem = "has too many calls";
        return chain;
    }
    for (uint32_t p = 0; p < n; p++)
        f->end[p] = end[f->order[p]];
    bool good = factorize(f, &scratch);
    if (good) {
        solve(f, start, chain->sum, &scratch);
        find_expected_visits(f, &scratch);
        for (uint32_t p = 0; p < n; p++)
            chain->self_visits[f->order[p]] = f->own[p];
    }
    arena_free(&scratch);
    if (!good || !all_finite(chain))
        chain->problem = "is left too seldom";
    return chain;
}

double absorbing_chain_visits(const struct absorbing_chain *chain, uint32_t i,
                              uint32_t j)
{
    return *element_of(chain->factors, i, j);
}
