/*
 * Numbers with twice the digits of a double, each the unevaluated sum of two
 * doubles (T. Dekker, A floating-point technique for extending the available
 * precision, Numerische Mathematik 18, 1971), and the inverse of a matrix of
 * such numbers.
 */
#ifndef UNIT_TWOFOLD_H
#define UNIT_TWOFOLD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct twofold {
    double high, low;
};

static inline struct twofold two_sum(double a, double b)
{
    double sum = a + b, part = sum - a;
    return (struct twofold){ sum, (a - (sum - part)) + (b - part) };
}

static inline struct twofold twofold(double x)
{
    return (struct twofold){ x, 0 };
}

static inline struct twofold two_add(struct twofold a, struct twofold b)
{
    struct twofold sum = two_sum(a.high, b.high);
    struct twofold rest = two_sum(a.low, b.low);
    sum = two_sum(sum.high, sum.low + rest.high);
    return two_sum(sum.high, sum.low + rest.low);
}

static inline struct twofold two_negative(struct twofold a)
{
    return (struct twofold){ -a.high, -a.low };
}

static inline struct twofold two_times(struct twofold a, struct twofold b)
{
    double product = a.high * b.high;
    double rest = fma(a.high, b.high, -product);
    return two_sum(product, rest + (a.high * b.low + a.low * b.high));
}

static inline struct twofold two_over(struct twofold a, struct twofold b)
{
    struct twofold sum = twofold(0);
    for (int i = 0; i < 3; i++) {
        struct twofold digits = twofold(a.high / b.high);
        sum = two_add(sum, digits);
        a = two_add(a, two_negative(two_times(digits, b)));
    }
    return sum;
}

/*
 * Replaces the n by n matrix by its inverse, by Gauss-Jordan elimination with
 * the largest pivot of each column; swapped has room for n elements. Returns
 * the least pivot divided by the largest number met: if this is 1e-x, about x
 * of 32 digits are lost.
 */
static inline double two_invert(struct twofold *matrix, uint32_t n,
                                uint32_t *swapped)
{
    double least = INFINITY, most = 0;
    for (uint32_t p = 0; p < n; p++) {
        uint32_t best = p;
        for (uint32_t i = p; i < n; i++)
            if (fabs(matrix[i * n + p].high) > fabs(matrix[best * n + p].high))
                best = i;
        swapped[p] = best;
        for (uint32_t j = 0; j < n; j++) {
            struct twofold other = matrix[p * n + j];
            matrix[p * n + j] = matrix[best * n + j];
            matrix[best * n + j] = other;
            most = fmax(most, fabs(matrix[p * n + j].high));
        }
        struct twofold pivot = matrix[p * n + p];
        least = fmin(least, fabs(pivot.high));
        matrix[p * n + p] = twofold(1);
        for (uint32_t j = 0; j < n; j++)
            matrix[p * n + j] = two_over(matrix[p * n + j], pivot);
        for (uint32_t i = 0; i < n; i++) {
            struct twofold factor = two_negative(matrix[i * n + p]);
            if (i == p || factor.high == 0)
                continue;
            matrix[i * n + p] = twofold(0);
            for (uint32_t j = 0; j < n; j++)
                matrix[i * n + j] =
                    two_add(matrix[i * n + j],
                            two_times(factor, matrix[p * n + j]));
        }
    }
    for (uint32_t p = n; p-- > 0;)
        for (uint32_t i = 0; i < n; i++) {
            struct twofold other = matrix[i * n + p];
            matrix[i * n + p] = matrix[i * n + swapped[p]];
            matrix[i * n + swapped[p]] = other;
        }
    return least / most;
}

#endif
