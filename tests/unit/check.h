/*
 * What the unit tests share: expectations, and random inputs that are the
 * same in every run. Each program of tests/unit is made of tests; a test may
 * have any number of expectations and inputs, and passes or fails as one.
 */
#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static struct check {
    const char *name;             /* of the present test, or NULL */
    unsigned long input;          /* the present random input, 0 for none */
    unsigned long failures;       /* of this test */
    unsigned long passed, failed; /* tests */
    uint64_t random;
} check;

static inline void end_test(void)
{
    if (check.name && check.failures)
        check.failed++;
    else if (check.name)
        check.passed++;
    check.name = NULL;
}

/* Begins a test; the one before ends. */
static inline void test(const char *name)
{
    end_test();
    check.name = name;
    check.input = check.failures = 0;
}

/* For the end of main: the last line and the exit status. */
static inline int finish_tests(void)
{
    end_test();
    printf("%lu passed, %lu failed\n", check.passed, check.failed);
    return check.failed ? 1 : 0;
}

/* Says what failed; of one test only the first few times. */
__attribute__((format(printf, 2, 3))) static inline bool
expect(bool good, const char *format, ...)
{
    va_list args;
    if (good || check.failures++ >= 5)
        return good;
    printf("FAILED %s", check.name);
    if (check.input)
        printf(", input %lu", check.input);
    printf(": ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    return false;
}

/* Equal but for rounding; UNKNOWN equals UNKNOWN. */
static inline bool close_to(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

/* xorshift64*, S. Vigna, An experimental exploration of Marsaglia's xorshift
   generators, scrambled, ACM TOMS 42:4, 2016. */
static inline uint64_t random_bits(void)
{
    check.random ^= check.random >> 12;
    check.random ^= check.random << 25;
    check.random ^= check.random >> 27;
    return check.random * 0x2545f4914f6cdd1du;
}

/* Begins random input number n, from 1: the same whatever came before. */
static inline void start_input(unsigned long n)
{
    check.input = n;
    check.random = n * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 4; i++)
        random_bits();
}

/* 0 to n - 1. */
static inline uint32_t random_below(uint32_t n)
{
    return (uint32_t)((random_bits() >> 32) * n >> 32);
}

static inline bool chance(uint32_t percent)
{
    return random_below(100) < percent;
}

#endif
