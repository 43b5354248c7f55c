/*
 * States are eliminated one by one: those that are left then see a walk that
 * passes through the eliminated ones unseen. With states numbered by their
 * places in that order, let
 *
 *     r(p,q)   the probability of a step p -> q of the walk seen when p or q
 *              was to go next
 *     S(p)     that of leaving p then: sum of r(p,q) over q > p, and its end
 *     P(p,q)   r(p,q) / S(p)
 *
 * Then I - R = L D U with 1 and -P(p,q) in the rows of U, S in D, and 1 and
 * -r(q,p) / S(p) in the columns of L, and so
 *
 *     Q(p,q) = sum of P(p,k) * Q(k,q) over k > p                  for p < q
 *     Q(q,p) = sum of Q(q,k) * r(k,p) / S(p) over k > p           for p < q
 *     Q(p,p) = 1 / S(p) + sum of P(p,k) * Q(k,p) over k > p
 *
 * which from the last p to the first needs Q only where r is not 0 (K.
 * Takahashi, J. Fagan, M. Chin, Formation of a sparse bus impedance matrix,
 * PICA 1973). Nothing is ever subtracted.
 */
#include "cost/cycle/absorbing_chain.h"

#include <math.h>
#include <string.h>

#include "graph/counting_sort.h"
#include "util/arena.h"
#include "util/array.h"

/* What a double's range has room for, by far. */
#define LEAST 1e-250

/* Places are joined if r(p,q) or r(q,p) may not be 0. Of p < q, the pair is an
   entry of p: first[p] to first[p + 1] - 1, by rising q. */
struct factors {
    uint32_t n;
    uint32_t *order, *place; /* state by place, place by state */
    uint32_t *first, *later; /* later: q */
    double *down, *up; /* P(p,q) and r(q,p); in the end Q(p,q) and Q(q,p) */
    double *leave;     /* by place: S */
    double *end;       /* by place: part of S that ends the walk */
    double *own;       /* by place: Q(p,p) */
};

/* ---- The order, and what elimination joins ---- */

/* Who is joined to whom, as rows of bits. */
struct joints {
    uint32_t n;
    size_t words;
    uint64_t *bits;
    uint32_t *degree; /* NO_ID: eliminated */
};

static uint64_t *row_of(const struct joints *j, uint32_t i)
{
    return j->bits + i * j->words;
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

static uint32_t count_bits(const struct joints *j, uint32_t i)
{
    uint32_t n = 0;
    for (size_t w = 0; w < j->words; w++)
        n += (uint32_t)__builtin_popcountll(row_of(j, i)[w]);
    return n;
}

static struct joints join(struct arena *scratch, uint32_t n,
                          const struct step *steps, uint32_t n_steps)
{
    struct joints j = { .n = n,
                        .words = n / 64 + 1,
                        .degree = NEW_N(scratch, uint32_t, n) };
    j.bits = NEW_N(scratch, uint64_t, n * j.words);
    for (uint32_t s = 0; s < n_steps; s++) {
        set_bit(row_of(&j, steps[s].from), steps[s].to);
        set_bit(row_of(&j, steps[s].to), steps[s].from);
    }
    for (uint32_t i = 0; i < n; i++)
        j.degree[i] = count_bits(&j, i);
    return j;
}

static uint32_t least_joined(const struct joints *j)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < j->n; i++)
        if (j->degree[i] < j->degree[best])
            best = i;
    return best;
}

/* All that i was joined to are joined to each other; its own row stays. */
static void eliminate(struct joints *j, uint32_t i)
{
    const uint64_t *row = row_of(j, i);
    for (uint32_t k = 0; k < j->n; k++) {
        if (!has_bit(row, k))
            continue;
        uint64_t *other = row_of(j, k);
        for (size_t w = 0; w < j->words; w++)
            other[w] |= row[w];
        clear_bit(other, i);
        clear_bit(other, k);
        j->degree[k] = count_bits(j, k);
    }
    j->degree[i] = NO_ID;
}

static void find_order(struct factors *f, struct joints *j)
{
    for (uint32_t p = 0; p < f->n; p++) {
        uint32_t i = least_joined(j);
        f->order[p] = i;
        f->place[i] = p;
        f->first[p + 1] = f->first[p] + j->degree[i];
        eliminate(j, i);
    }
}

static void list_pairs(struct factors *f, const struct joints *j)
{
    for (uint32_t p = 0, n = 0; p < f->n; p++)
        for (uint32_t q = p + 1; q < f->n; q++)
            if (has_bit(row_of(j, f->order[p]), f->order[q]))
                f->later[n++] = q;
}

/* The entry of p < q. */
static uint32_t find_pair(const struct factors *f, uint32_t p, uint32_t q)
{
    uint32_t first = f->first[p];
    return first + array_find_id(f->later + first, f->first[p + 1] - first, q);
}

static double *pair_of(const struct factors *f, uint32_t from, uint32_t to)
{
    uint32_t p = f->place[from], q = f->place[to];
    return p < q ? &f->down[find_pair(f, p, q)] : &f->up[find_pair(f, q, p)];
}

static struct factors *factors_of(struct arena *arena, uint32_t n,
                                  const struct step *steps, uint32_t n_steps)
{
    struct arena scratch = { 0 };
    struct factors *f = NEW(arena, struct factors);
    struct joints joints = join(&scratch, n, steps, n_steps);
    *f = (struct factors){ .n = n,
                           .order = NEW_N(arena, uint32_t, n),
                           .place = NEW_N(arena, uint32_t, n),
                           .first = NEW_N(arena, uint32_t, n + 1),
                           .leave = NEW_N(arena, double, n),
                           .end = NEW_N(arena, double, n),
                           .own = NEW_N(arena, double, n) };
    find_order(f, &joints);
    f->later = NEW_N(arena, uint32_t, f->first[n]);
    f->down = NEW_N(arena, double, f->first[n]);
    f->up = NEW_N(arena, double, f->first[n]);
    list_pairs(f, &joints);
    for (uint32_t s = 0; s < n_steps; s++)
        *pair_of(f, steps[s].from, steps[s].to) += steps[s].probability;
    arena_free(&scratch);
    return f;
}

/* ---- Elimination ---- */

/* The walk seen by p does not stop at the place k before it. */
static void pass_through(struct factors *f, uint32_t p, uint32_t k, double *row)
{
    double portion = row[k];
    for (uint32_t e = f->first[k]; e < f->first[k + 1]; e++)
        row[f->later[e]] += portion * f->down[e];
    f->end[p] += portion * f->end[k] / f->leave[k];
}

/* Takes row p to pieces: next[k] is the first entry of k < p at p or later. */
static void fill_row(const struct factors *f, uint32_t p, const uint32_t *next,
                     double *row)
{
    for (uint32_t k = 0; k < p; k++)
        row[k] = next[k] < f->first[k + 1] && f->later[next[k]] == p
                     ? f->up[next[k]]
                     : 0;
    for (uint32_t e = f->first[p]; e < f->first[p + 1]; e++)
        row[f->later[e]] = f->down[e];
}

static void keep_row(struct factors *f, uint32_t p, uint32_t *next,
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

/* row[p] itself, the walk coming back, is of no interest. */
static bool factorize(struct factors *f, struct arena *scratch)
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
        if (!(f->leave[p] > LEAST))
            return false;
    }
    return true;
}

/* ---- What the factors tell ---- */

static void add_up(const struct factors *f, const double *start, double *sum,
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

/* By place, for one p: P(p,q) and r(q,p) / S(p), Q(p,q) and Q(q,p). Those that
   are not joined to p have 0 in the first two, and what they get in the others
   is not looked at. */
struct rows {
    double *down, *up, *from, *to;
};

/* All of q > p that p is joined to are joined to each other. */
static void add_visits(const struct factors *f, struct rows r, uint32_t q)
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

static void visit_place(struct factors *f, struct rows r, uint32_t p)
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

static void find_visits(struct factors *f, struct arena *scratch)
{
    struct rows rows = { NEW_N(scratch, double, f->n),
                         NEW_N(scratch, double, f->n),
                         NEW_N(scratch, double, f->n),
                         NEW_N(scratch, double, f->n) };
    for (uint32_t p = f->n; p-- > 0;)
        visit_place(f, rows, p);
}

static bool all_finite(const struct absorbing_chain *visits)
{
    for (uint32_t i = 0; i < visits->n; i++)
        if (!isfinite(visits->own[i]) || !isfinite(visits->sum[i]))
            return false;
    return true;
}

struct absorbing_chain *absorbing_chain_of(struct arena *arena, uint32_t n,
                         const struct step *steps, uint32_t n_steps,
                         const double *end, const double *start)
{
    struct arena scratch = { 0 };
    struct absorbing_chain *visits = NEW(arena, struct absorbing_chain);
    struct factors *f = factors_of(arena, n, steps, n_steps);
    *visits = (struct absorbing_chain){ n, NEW_N(arena, double, n),
                               NEW_N(arena, double, n), f };
    for (uint32_t p = 0; p < n; p++)
        f->end[p] = end[f->order[p]];
    bool good = factorize(f, &scratch);
    if (good) {
        add_up(f, start, visits->sum, &scratch);
        find_visits(f, &scratch);
        for (uint32_t p = 0; p < n; p++)
            visits->own[f->order[p]] = f->own[p];
    }
    arena_free(&scratch);
    return good && all_finite(visits) ? visits : NULL;
}

double absorbing_chain_visits(const struct absorbing_chain *visits, uint32_t i, uint32_t j)
{
    return *pair_of(visits->factors, i, j);
}
