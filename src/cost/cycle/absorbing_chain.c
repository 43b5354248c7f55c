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

#include "util/array.h"
#include "util/index.h"

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
    uint32_t *first_earlier; /* the pairs in which place q is the later one */
    struct earlier *earlier; /* sorted by rising p */
    uint32_t *pairs; /* by transition: the pair of its ends */
    struct chain_numbers *down, *up; /* by pair: P(p,q) and r(q,p); in the end
                                        Q(p,q) and Q(q,p) */
    struct chain_numbers *leave; /* by place: S */
    struct chain_numbers *end; /* by place: the part of S that ends the walk */
    struct chain_numbers *own; /* by place: Q(p,p) */
    double steps;      /* sum over the places of the squares of their pairs */
};

struct earlier {
    uint32_t place, pair; /* p, and its pair with q */
};

/* Returns a + b * c. */
static struct chain_numbers add_product(struct chain_numbers a,
                                        struct chain_numbers b,
                                        struct chain_numbers c)
{
    for (int i = 0; i < CHAINS; i++)
        a.of[i] += b.of[i] * c.of[i];
    return a;
}

static struct chain_numbers product(struct chain_numbers a,
                                    struct chain_numbers b)
{
    for (int i = 0; i < CHAINS; i++)
        a.of[i] *= b.of[i];
    return a;
}

static struct chain_numbers quotient(struct chain_numbers a,
                                     struct chain_numbers b)
{
    for (int i = 0; i < CHAINS; i++)
        a.of[i] /= b.of[i];
    return a;
}

/* ---- The order of elimination, and the pairs that it makes adjacent ---- */

/* Holds the adjacency matrix of the states that are left, as rows of bits. */
struct adjacency {
    uint32_t n;
    size_t words;     /* in a row */
    uint64_t *bits;
    uint32_t *degree; /* by state; NO_ID for a state that was removed */
    uint32_t *least;  /* a tournament tree: least[i] is the better one of
                         least[2 * i] and least[2 * i + 1], and the leaves, from
                         least[n] on, are the states */
};

static uint64_t *row_of(const struct adjacency *a, uint32_t i)
{
    return a->bits + i * a->words;
}

static void set_bit(uint64_t *row, uint32_t i)
{
    row[i / 64] |= (uint64_t)1 << i % 64;
}

static void clear_bit(uint64_t *row, uint32_t i)
{
    row[i / 64] &= ~((uint64_t)1 << i % 64);
}

/* Takes the first state out of word w of a row, which has one. */
static uint32_t take_bit(uint64_t *word, size_t w)
{
    uint32_t bit = (uint32_t)__builtin_ctzll(*word);
    *word &= *word - 1;
    return (uint32_t)(64 * w) + bit;
}

/* Makes a state adjacent to all states of a row. */
static void add_row(struct adjacency *a, uint32_t state, const uint64_t *row)
{
    uint64_t *own = row_of(a, state);
    for (size_t w = 0; w < a->words; w++) {
        uint64_t added = row[w] & ~own[w];
        own[w] |= added;
        for (; added; added &= added - 1)
            a->degree[state]++;
    }
}

/* The state of less degree is the better one, or the first of two. */
static uint32_t better(const struct adjacency *a, uint32_t i, uint32_t j)
{
    uint32_t x = a->degree[i], y = a->degree[j];
    return x < y || (x == y && i < j) ? i : j;
}

static void play(struct adjacency *a, uint32_t i)
{
    a->least[i] = better(a, a->least[2 * i], a->least[2 * i + 1]);
}

/* Updates the tournament after the degree of a state has changed, up to the
   first node whose winner stays the same and is another state. */
static void play_again(struct adjacency *a, uint32_t state)
{
    for (uint32_t i = (a->n + state) / 2; i > 0; i /= 2) {
        uint32_t before = a->least[i];
        play(a, i);
        if (a->least[i] == before && before != state)
            return;
    }
}

static struct adjacency adjacency_of(struct arena *arena, uint32_t n,
                                     const struct transition *transitions,
                                     uint32_t n_transitions)
{
    struct adjacency a = { .n = n,
                           .words = n / 64 + 1,
                           .degree = NEW_N(arena, uint32_t, n),
                           .least = NEW_N(arena, uint32_t, 2 * (size_t)n) };
    a.bits = NEW_N(arena, uint64_t, n * a.words);
    for (uint32_t t = 0; t < n_transitions; t++) {
        set_bit(row_of(&a, transitions[t].from), transitions[t].to);
        set_bit(row_of(&a, transitions[t].to), transitions[t].from);
    }
    for (uint32_t i = 0; i < n; i++)
        for (size_t w = 0; w < a.words; w++)
            for (uint64_t left = row_of(&a, i)[w]; left; take_bit(&left, w))
                a.degree[i]++;
    for (uint32_t i = 0; i < n; i++)
        a.least[n + i] = i;
    for (uint32_t i = n; i-- > 1;)
        play(&a, i);
    return a;
}

/* Makes all neighbours of i adjacent to each other, and removes i from their
   rows. Its own row stays as it is. */
static void eliminate(struct adjacency *a, uint32_t i)
{
    const uint64_t *row = row_of(a, i);
    for (size_t w = 0; w < a->words; w++)
        for (uint64_t left = row[w]; left;) {
            uint32_t k = take_bit(&left, w);
            add_row(a, k, row);
            clear_bit(row_of(a, k), i);
            clear_bit(row_of(a, k), k);
            a->degree[k] -= 2;
            play_again(a, k);
        }
    a->degree[i] = NO_ID;
    play_again(a, i);
}

/* Removes the state with the fewest neighbours first, so that few pairs become
   adjacent. */
static void find_order(struct lu_factors *f, struct adjacency *a)
{
    for (uint32_t p = 0; p < f->n; p++) {
        uint32_t least = a->least[1];
        f->order[p] = least;
        f->place[least] = p;
        f->first[p + 1] = f->first[p] + a->degree[least];
        f->steps += (double)a->degree[least] * a->degree[least];
        eliminate(a, least);
    }
}

/* Lists the pairs of each place in both orders. A list by rising p for each q
   turns into one by rising q for each p without a search. */
static void list_pairs(struct lu_factors *f, const struct adjacency *a,
                       struct arena *scratch)
{
    uint32_t n = f->n;
    uint32_t *end = NEW_N(scratch, uint32_t, n + 1);
    uint32_t *qs = NEW_N(scratch, uint32_t, f->first[n]), n_pairs = 0;
    for (uint32_t p = 0; p < n; p++)
        for (size_t w = 0; w < a->words; w++)
            for (uint64_t left = row_of(a, f->order[p])[w]; left;) {
                uint32_t q = f->place[take_bit(&left, w)];
                qs[n_pairs++] = q;
                f->first_earlier[q + 1]++;
            }
    for (uint32_t q = 0; q < n; q++) {
        f->first_earlier[q + 1] += f->first_earlier[q];
        end[q] = f->first_earlier[q];
    }
    for (uint32_t p = 0; p < n; p++)
        for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
            f->earlier[end[qs[e]]++].place = p;
    for (uint32_t p = 0; p < n; p++)
        end[p] = f->first[p];
    for (uint32_t q = 0; q < n; q++)
        for (uint32_t i = f->first_earlier[q]; i < f->first_earlier[q + 1]; i++) {
            uint32_t pair = end[f->earlier[i].place]++;
            f->earlier[i].pair = pair;
            f->later[pair] = q;
        }
}

/* Returns the pair of two states, whose places must be adjacent. */
static uint32_t find_pair(const struct lu_factors *f, uint32_t i, uint32_t j)
{
    uint32_t p = f->place[i], q = f->place[j];
    uint32_t earlier = p < q ? p : q, later = p < q ? q : p;
    uint32_t first = f->first[earlier], n = f->first[earlier + 1] - first;
    return first + array_find_id(f->later + first, n, later);
}

/* Returns the element of down or up for a step between two states. */
static struct chain_numbers *element_of(const struct lu_factors *f,
                                        uint32_t from, uint32_t to,
                                        uint32_t pair)
{
    return f->place[from] < f->place[to] ? &f->down[pair] : &f->up[pair];
}

/* Returns the factors as they are before elimination, with R in down and up;
   without elements if elimination would take too many steps. */
static struct lu_factors *factors_of(struct arena *arena, uint32_t n,
                                     const struct transition *transitions,
                                     uint32_t n_transitions)
{
    LOCAL_ARENA(scratch);
    struct lu_factors *f = NEW(arena, struct lu_factors);
    struct adjacency adjacency =
        adjacency_of(&scratch, n, transitions, n_transitions);
    *f = (struct lu_factors){
        .n = n,
        .order = NEW_N(arena, uint32_t, n),
        .place = NEW_N(arena, uint32_t, n),
        .first = NEW_N(arena, uint32_t, n + 1),
        .first_earlier = NEW_N(arena, uint32_t, n + 1),
        .leave = NEW_N(arena, struct chain_numbers, n),
        .end = NEW_N(arena, struct chain_numbers, n),
        .own = NEW_N(arena, struct chain_numbers, n),
    };
    find_order(f, &adjacency);
    if (f->steps > MOST_STEPS)
        return f;
    f->later = NEW_N(arena, uint32_t, f->first[n]);
    f->earlier = NEW_N(arena, struct earlier, f->first[n]);
    f->down = NEW_N(arena, struct chain_numbers, f->first[n]);
    f->up = NEW_N(arena, struct chain_numbers, f->first[n]);
    f->pairs = NEW_N(arena, uint32_t, n_transitions);
    list_pairs(f, &adjacency, &scratch);
    for (uint32_t t = 0; t < n_transitions; t++) {
        uint32_t from = transitions[t].from, to = transitions[t].to;
        f->pairs[t] = find_pair(f, from, to);
        *element_of(f, from, to, f->pairs[t]) = transitions[t].probability;
    }
    return f;
}

/* ---- Elimination ---- */

/* Replaces the steps from p to the place k, which was eliminated before it, by
   the steps that follow from k. */
static void pass_through(struct lu_factors *f, uint32_t p, uint32_t k,
                         struct chain_numbers *row)
{
    struct chain_numbers portion = row[k];
    for (uint32_t e = f->first[k]; e < f->first[k + 1]; e++)
        row[f->later[e]] = add_product(row[f->later[e]], portion, f->down[e]);
    for (int i = 0; i < CHAINS; i++)
        f->end[p].of[i] += portion.of[i] * f->end[k].of[i] / f->leave[k].of[i];
}

/* Copies row p into `row`, by place. */
static void fill_row(const struct lu_factors *f, uint32_t p,
                     struct chain_numbers *row)
{
    for (uint32_t i = f->first_earlier[p]; i < f->first_earlier[p + 1]; i++)
        row[f->earlier[i].place] = f->up[f->earlier[i].pair];
    for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
        row[f->later[e]] = f->down[e];
}

/* Stores row p after its elimination. */
static void keep_row(struct lu_factors *f, uint32_t p,
                     const struct chain_numbers *row)
{
    struct chain_numbers leave = f->end[p];
    for (uint32_t i = f->first_earlier[p]; i < f->first_earlier[p + 1]; i++)
        f->up[f->earlier[i].pair] = row[f->earlier[i].place];
    for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
        for (int i = 0; i < CHAINS; i++)
            leave.of[i] += row[f->later[e]].of[i];
    for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
        f->down[e] = quotient(row[f->later[e]], leave);
    f->leave[p] = leave;
}

/* Eliminates the rows in order. row[p] collects the steps from p back to p; it
   is not used, since S(p) is the sum over the other steps. */
static void factorize(struct lu_factors *f, struct arena *scratch)
{
    struct chain_numbers *row = NEW_N(scratch, struct chain_numbers, f->n);
    for (uint32_t p = 0; p < f->n; p++) {
        fill_row(f, p, row);
        for (uint32_t i = f->first_earlier[p]; i < f->first_earlier[p + 1];
             i++) {
            uint32_t at = f->earlier[i].place;
            if (row[at].of[0] > 0 || row[at].of[1] > 0)
                pass_through(f, p, at, row);
        }
        keep_row(f, p, row);
    }
}

/* ---- Solutions ---- */

/* Computes sum = start * Q, by state, by forward and backward substitution. */
static void solve(const struct lu_factors *f, const double *start,
                  struct chain_numbers *sum, struct arena *scratch)
{
    struct chain_numbers *at = NEW_N(scratch, struct chain_numbers, f->n);
    for (uint32_t p = 0; p < f->n; p++)
        for (int i = 0; i < CHAINS; i++)
            at[p].of[i] = start[f->order[p]];
    for (uint32_t p = 0; p < f->n; p++)
        for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
            at[f->later[e]] = add_product(at[f->later[e]], f->down[e], at[p]);
    for (uint32_t p = f->n; p-- > 0;) {
        for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
            at[p] = add_product(at[p], f->up[e], at[f->later[e]]);
        at[p] = quotient(at[p], f->leave[p]);
        sum[f->order[p]] = at[p];
    }
}

/* The numbers of one place p and a place q. If q is not adjacent to p, `down`
   and `up` are 0, and `from` and `to` have no meaning. */
struct chain_row {
    struct chain_numbers down, up; /* P(p,q) and r(q,p) / S(p) */
    struct chain_numbers from, to; /* Q(p,q) and Q(q,p) */
};

/* Adds to the sums for p the terms with Q(q,q), Q(q,k) and Q(k,q), for all k
   after q. The neighbours of p after it are all adjacent to each other. */
static void add_visits(const struct lu_factors *f, struct chain_row *row,
                       uint32_t q)
{
    struct chain_numbers down = row[q].down, up = row[q].up;
    struct chain_numbers from = product(down, f->own[q]);
    struct chain_numbers to = product(up, f->own[q]);
    for (uint32_t e = f->first[q]; e < f->first[q + 1]; e++) {
        struct chain_row *r = &row[f->later[e]];
        struct chain_numbers f_down = f->down[e], f_up = f->up[e];
        r->from = add_product(r->from, down, f_down);
        r->to = add_product(r->to, up, f_up);
        from = add_product(from, r->down, f_up);
        to = add_product(to, r->up, f_down);
    }
    for (int i = 0; i < CHAINS; i++) {
        row[q].from.of[i] += from.of[i];
        row[q].to.of[i] += to.of[i];
    }
}

/* Replaces the factors of place p by elements of Q. */
static void find_visits_at(struct lu_factors *f, struct chain_row *row,
                           uint32_t p)
{
    uint32_t begin = f->first[p], end = f->first[p + 1];
    for (uint32_t e = begin; e < end; e++)
        row[f->later[e]] = (struct chain_row){
            .down = f->down[e], .up = quotient(f->up[e], f->leave[p])
        };
    for (uint32_t e = begin; e < end; e++)
        add_visits(f, row, f->later[e]);
    for (int i = 0; i < CHAINS; i++)
        f->own[p].of[i] = 1 / f->leave[p].of[i];
    for (uint32_t e = begin; e < end; e++) {
        struct chain_row *r = &row[f->later[e]];
        f->own[p] = add_product(f->own[p], r->down, r->to);
        f->down[e] = r->from;
        f->up[e] = r->to;
        *r = (struct chain_row){ 0 };
    }
}

static void find_expected_visits(struct lu_factors *f, struct arena *scratch)
{
    struct chain_row *row = NEW_N(scratch, struct chain_row, f->n);
    for (uint32_t p = f->n; p-- > 0;)
        find_visits_at(f, row, p);
}

/* Is some S too small, or a number too large? */
static bool is_left_too_seldom(const struct absorbing_chains *chains,
                               const struct lu_factors *f, int i)
{
    for (uint32_t p = 0; p < f->n; p++)
        if (!(f->leave[p].of[i] > LEAST_LEAVE) ||
            !isfinite(chains->self_visits[p].of[i]) ||
            !isfinite(chains->sum[p].of[i]))
            return true;
    return false;
}

struct absorbing_chains *absorbing_chains_of(
    struct arena *arena, uint32_t n, const struct transition *transitions,
    uint32_t n_transitions, const struct chain_numbers *end,
    const double *start)
{
    LOCAL_ARENA(scratch);
    struct absorbing_chains *chains = NEW(arena, struct absorbing_chains);
    struct lu_factors *f = factors_of(&scratch, n, transitions, n_transitions);
    *chains = (struct absorbing_chains){
        .n = n,
        .self_visits = NEW_N(arena, struct chain_numbers, n),
        .sum = NEW_N(arena, struct chain_numbers, n),
        .back_visits = NEW_N(arena, struct chain_numbers, n_transitions),
    };
    if (f->steps > MOST_STEPS) {
        for (int i = 0; i < CHAINS; i++)
            chains->problem[i] = "has too many calls";
        return chains;
    }
    for (uint32_t p = 0; p < n; p++)
        f->end[p] = end[f->order[p]];
    factorize(f, &scratch);
    solve(f, start, chains->sum, &scratch);
    find_expected_visits(f, &scratch);
    for (uint32_t p = 0; p < n; p++)
        chains->self_visits[f->order[p]] = f->own[p];
    for (uint32_t t = 0; t < n_transitions; t++)
        chains->back_visits[t] =
            *element_of(f, transitions[t].to, transitions[t].from,
                        f->pairs[t]);
    for (int i = 0; i < CHAINS; i++)
        if (is_left_too_seldom(chains, f, i))
            chains->problem[i] = "is left too seldom";
    return chains;
}
