/*
 * The unit tests share this: expectations, and random inputs that are the same
 * in every run. Each file of tests/unit consists of tests. A test has any number
 * of expectations and inputs; it fails if one of them does.
 */
#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Begins the function of the file NAME.c, which returns finish_tests(). */
#define UNIT(name)                                                             \
    int unit_##name(void);                                                     \
    int unit_##name(void)

static struct check {
    const char *name;             /* of the running test, or NULL */
    unsigned long input;          /* number of the random input; 0: none */
    unsigned long failures;       /* expectations of this test that failed */
    unsigned long passed, failed; /* tests */
    uint64_t random;              /* state of the generator, never 0 */
    const uint8_t *bytes, *end;   /* of a fuzzer: random numbers are made of
                                     these before the generator is used */
} check;

static inline void end_test(void)
{
    if (check.name && check.failures)
        check.failed++;
    else if (check.name)
        check.passed++;
    check.name = NULL;
}

/* Begins a test and ends the one before. */
static inline void test(const char *name)
{
    end_test();
    check.name = name;
    check.input = check.failures = 0;
}

/* Prints the last line and returns the exit status of the program. */
static inline int finish_tests(void)
{
    end_test();
    printf("%lu passed, %lu failed\n", check.passed, check.failed);
    return check.failed ? 1 : 0;
}

/* Returns good. Prints what failed, but only the first few times in a test. */
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

/* Two numbers that differ only by rounding are close; UNKNOWN equals UNKNOWN. */
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

/* Begins random input number n, which counts from 1. The input depends on n
   only. */
static inline void start_input(unsigned long n)
{
    check.input = n;
    check.random = n * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 4; i++)
        random_bits();
}

/* Begins a random input that these bytes choose. */
static inline void start_bytes(const uint8_t *bytes, size_t n)
{
    start_input(1 + n);
    check.bytes = bytes;
    check.end = bytes + n;
}

/* A random number from 0 to n - 1. */
static inline uint32_t random_below(uint32_t n)
{
    if (check.end - check.bytes >= 2) {
        uint32_t low = *check.bytes++;
        return (n > 256 ? low + 256u * *check.bytes++ : low) % n;
    }
    return (uint32_t)((random_bits() >> 32) * n >> 32);
}

static inline bool chance(uint32_t percent)
{
    return random_below(100) < percent;
}

#endif
