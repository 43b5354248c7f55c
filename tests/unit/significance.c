/*
 * Probabilities compared with tables of the distributions, and the example of
 * Benjamini and Hochberg's paper.
 */
#include "compare/significance.h"

#include "check.h"
#include "util/str.h"

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-6 + 1e-4 * fabs(b);
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

int main(void)
{
    test("distributions");
    check_distributions();
    test("discoveries");
    check_discoveries();
    test("medians");
    check_medians();
    return finish_tests();
}
