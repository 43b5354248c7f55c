/* Tests of sums that do not depend on the order of their parts. */
#include "check.h"
#include "util/sum.h"

static double sum_of(const double *parts, int n, int step)
{
    struct sum sum = { 0 };
    for (int i = 0; i < n; i++)
        sum_add(&sum, parts[step > 0 ? i : n - 1 - i]);
    return sum_value(&sum);
}

static void expect_sum(const double *parts, int n, double wanted)
{
    double forward = sum_of(parts, n, 1), backward = sum_of(parts, n, -1);
    expect(forward == wanted, "expected %.17g, found %.17g", wanted, forward);
    expect(backward == wanted, "from the end: expected %.17g, found %.17g",
           wanted, backward);
}

static void test_sums(void)
{
    static const double fractions[] = { .1, .1, .1, .1, .1,
                                        .1, .1, .1, .1, .1 };
    static const double mixed[] = { 1, 1e17, 1, -1e17, .5 };
    static const double profile[] = { .05, .04, .02 };
    test("what additions round off is kept");
    expect_sum(fractions, 0, 0);
    expect_sum(fractions, 1, .1);
    expect_sum(fractions, 10, 1);
    expect_sum(mixed, 5, 2.5);
    expect_sum(profile, 3, .11);
}

UNIT(sum)
{
    test_sums();
    return finish_tests();
}
