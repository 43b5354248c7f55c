#include "compare/significance.h"

#include <math.h>

#include "util/array.h"

double significance_normal(double z)
{
    return erfc(fabs(z) / sqrt(2));
}

/* Returns the continued fraction of the incomplete beta function: formula
   26.5.8 of Abramowitz and Stegun, "Handbook of Mathematical Functions",
   evaluated from the front by Lentz's method. */
static double beta_fraction(double x, double a, double b)
{
    enum { MOST_STEPS = 300 };
    const double tiny = 1e-300;
    double c = 1, d = 0, fraction = 1;
    for (int step = 0; step < MOST_STEPS; step++) {
        int m = step / 2;
        double numerator =
            step == 0       ? 1
            : step % 2 == 0 ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                            : -(a + m) * (a + b + m) * x /
                                  ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 + numerator * d;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = 1 + numerator / c;
        c = fabs(c) < tiny ? tiny : c;
        fraction *= c * d;
        if (step > 0 && fabs(1 - c * d) < 1e-14)
            break;
    }
    return fraction - 1;
}

/* Returns the regularized incomplete beta function I_x(a, b). */
static double beta(double x, double a, double b)
{
    if (x <= 0 || x >= 1)
        return x > 0;
    double front = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) -
                       lgamma(b));
    /* The fraction converges fast only for such x. */
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(1 - x, b, a) / b;
}

double significance_student(double t, double freedom)
{
    return beta(freedom / (freedom + t * t), freedom / 2, .5);
}

static int by_number(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return COMPARE(a, b);
}

void significance_sort(double *numbers, size_t n)
{
    SORT(numbers, n, by_number);
}

void significance_accept(const double *p, size_t n, double rate, bool *accepted)
{
    LOCAL_ARENA(scratch);
    double *sorted = NEW_N(&scratch, double, n);
    double most = -1;
    for (size_t i = 0; i < n; i++)
        sorted[i] = p[i];
    significance_sort(sorted, n);
    for (size_t i = 0; i < n; i++)
        if (sorted[i] <= rate * (double)(i + 1) / (double)n)
            most = sorted[i];
    for (size_t i = 0; i < n; i++)
        accepted[i] = p[i] <= most;
}

double significance_median(double *numbers, size_t n)
{
    if (n == 0)
        return 0;
    significance_sort(numbers, n);
    return n % 2 ? numbers[n / 2] : (numbers[n / 2 - 1] + numbers[n / 2]) / 2;
}
