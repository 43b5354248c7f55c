/*
 * Probabilities compared with tables of the distributions, and the example of
 * Benjamini and Hochberg's paper.
 */
#include "compare/significance.h"

#include "check.h"
#include "util/text/str.h"

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-6 + 1e-4 * fabs(b);
}

/* The definition: all hypotheses up to the last rank k whose probability is at
   most k / n times the rate. Equal probabilities are accepted together. */
static bool is_discovery(const double *p, size_t n, double rate, size_t which)
{
    for (size_t i = 0; i < n; i++) {
        size_t rank = 0;
        for (size_t j = 0; j < n; j++)
            rank += p[j] <= p[i];
        if (p[which] <= p[i] && p[i] <= rate * (double)rank / (double)n)
            return true;
    }
    return false;
}

static void check_random_discoveries(void)
{
    double p[40];
    bool accepted[ROWS(p)], fewer[ROWS(p)];
    for (unsigned long input = 1; input <= 2000; input++) {
        start_input(input);
        size_t n = random_below(ROWS(p) + 1);
        uint32_t small = random_below(101);
        /* Few different numbers, so that some are equal. */
        for (size_t i = 0; i < n; i++)
            p[i] = chance(small) ? random_below(100) / 2000. + .0001
                                 : random_below(50) / 49.;
        significance_accept(p, n, .05, accepted);
        significance_accept(p, n, .01, fewer);
        for (size_t i = 0; i < n; i++) {
            expect(accepted[i] == is_discovery(p, n, .05, i), "place %zu", i);
            expect(accepted[i] || !fewer[i], "a lower rate accepts %zu", i);
        }
    }
}

/* Student's t has closed forms for 1, 2 and 4 degrees of freedom. */
static void check_closed_forms(void)
{
    const double pi = acos(-1);
    for (double t = 0; t < 50; t += .37) {
        double two = 1 - t / sqrt(2 + t * t);
        double y = t / sqrt(t * t + 4);
        double four = 1 - y * (1.5 - y * y / 2);
        expect(fabs(significance_student(t, 1) - (1 - 2 / pi * atan(t))) <
                   1e-10, "t %g, 1", t);
        expect(fabs(significance_student(t, 2) - two) < 1e-10, "t %g, 2", t);
        expect(fabs(significance_student(t, 4) - four) < 1e-10, "t %g, 4", t);
        /* It falls with t, and with the degrees of freedom. */
        for (double freedom = .5; freedom < 200; freedom *= 1.7) {
            double p = significance_student(t, freedom);
            expect(p >= significance_student(t + .1, freedom),
                   "t %g, %g", t, freedom);
            expect(p >= significance_student(t, freedom * 1.5) - 1e-12,
                   "t %g, %g", t, freedom);
            expect(p >= significance_normal(t) - 1e-12, "t %g, %g", t,
                   freedom);
        }
    }
}

/* The two-sided probabilities of quantiles that tables of Student's t list. */
static void check_distributions(void)
{
    static const struct {
        double t, freedom, p;
    } rows[] = {
        { 0, 3, 1 },          { 12.7062, 1, .05 },  { 4.30265, 2, .05 },
        { 2.22814, 10, .05 }, { 3.16927, 10, .01 }, { 2.57058, 5, .05 },
        { 1.98397, 100, .05 }, { .5, 3.3, .648535 }, { 1.95996, 1e7, .05 },
        { -2.22814, 10, .05 },
    };
    for (size_t i = 0; i < ROWS(rows); i++)
        expect(near(significance_student(rows[i].t, rows[i].freedom),
                    rows[i].p),
               "row %zu", i);
    expect(near(significance_normal(1.95996), .05), "near(significance_normal(1.959");
    expect(near(significance_normal(-2.57583), .01), "near(significance_normal(-2.57");
    expect(significance_normal(0) == 1, "significance_normal(0) == 1");
    expect(significance_student(1e9, 4) < 1e-9, "significance_student(1e9, 4) <");
}

static void check_discoveries(void)
{
    /* Section 3.2 of the paper: the first four of 15 are discoveries. */
    const double p[] = { .0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344,
                         .0459, .3240, .4262, .5719, .6528, .7590, 1.000 };
    bool accepted[ROWS(p)];
    significance_accept(p, ROWS(p), .05, accepted);
    for (size_t i = 0; i < ROWS(p); i++)
        expect(accepted[i] == (i < 4), "place %zu", i);
    significance_accept(p, 0, .05, accepted);
    /* A probability that is too large alone is accepted after larger ones. */
    const double close[] = { .04, .03, .05 };
    significance_accept(close, 3, .05, accepted);
    expect(accepted[0] && accepted[1] && accepted[2], "all are accepted");
    const double none[] = { .04, .9, .06 };
    significance_accept(none, 3, .05, accepted);
    expect(!accepted[0] && !accepted[1] && !accepted[2], "none is accepted");
}

static void check_medians(void)
{
    double odd[] = { 3, 1, 2 }, even[] = { 4, 1, 2, 3 };
    expect(significance_median(odd, 3) == 2, "significance_median(odd, 3) ==");
    expect(significance_median(even, 4) == 2.5, "significance_median(even, 4) =");
    expect(significance_median(odd, 0) == 0, "significance_median(odd, 0) ==");
}

UNIT(significance)
{
    test("distributions");
    check_distributions();
    test("closed forms");
    check_closed_forms();
    test("discoveries");
    check_discoveries();
    test("random discoveries");
    check_random_discoveries();
    test("medians");
    check_medians();
    return finish_tests();
}
