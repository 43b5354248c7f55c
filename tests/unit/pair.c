/* The noise of two runs: what the functions of both sides tell of the speed of
   the machine and of how much else differs by chance. */
#include "compare/pair.h"

#include "named.h"

/* Two runs of functions that are called f0, f1, ...; NAN: not on that side. */
struct two_runs {
    struct arena arena;
    struct compare_run runs[2];
};

static struct two_runs runs_of(const double *a, const double *b, size_t n,
                           double quantum, bool is_timed)
{
    struct two_runs pair = { 0 };
    for (int side = 0; side < 2; side++) {
        struct profile *profile = profile_new(&pair.arena);
        for (size_t i = 0; i < n; i++) {
            char name[16];
            snprintf(name, sizeof name, "f%zu", i);
            uint32_t f = profile_named(profile, str_of(name));
            profile->functions[f].self = side ? b[i] : a[i];
        }
        pair.runs[side] = (struct compare_run){
            .is_new = side == 1,
            .profile = profile,
            .quantum = quantum,
            .is_timed = is_timed,
        };
        compare_run_take_costs(&pair.arena, &pair.runs[side], NULL);
    }
    return pair;
}

static struct pair_noise noise_of(const double *a, const double *b, size_t n,
                                  double quantum, bool is_timed, double least)
{
    struct two_runs pair = runs_of(a, b, n, quantum, is_timed);
    struct pair_noise noise = pair_noise_of(pair.runs, least);
    profile_free(pair.runs[0].profile);
    profile_free(pair.runs[1].profile);
    arena_free(&pair.arena);
    return noise;
}

static void noise_is(struct pair_noise noise, double speed, double quantum,
                     double relative)
{
    expect(close_to(noise.speed, speed) && close_to(noise.quantum, quantum) &&
               close_to(noise.relative, relative),
           "speed %g, quantum %g, relative %g; not %g, %g, %g", noise.speed,
           noise.quantum, noise.relative, speed, quantum, relative);
}

#define NOISE(a, b, quantum, is_timed, least)                                  \
    noise_of(a, b, ROWS(a), quantum, is_timed, least)

static void speeds(void)
{
    test("the speed that all functions share");
    /* All are a quarter slower: nothing else differs. */
    static const double even[] = { 100, 200, 400, 40 };
    static const double slower[] = { 125, 250, 500, 50 };
    static const double faster[] = { 80, 160, 320, 32 };
    noise_is(NOISE(even, slower, 1, true, 1), 1.25, 0, COMPARE_SPEED);
    noise_is(NOISE(even, faster, 1, true, 1), .8, 0, COMPARE_SPEED);
    /* What is counted by no clock has no speed. */
    expect(NOISE(even, slower, 1, false, 1).speed == 1, "speed of events");

    /* The median of an even number is that of the two in the middle; half of
       the cost is in one that is 1.5 times as slow. */
    static const double mixed[] = { 10, 10, 10, 100 };
    static const double mixed_slower[] = { 11, 12, 13, 150 };
    expect(close_to(NOISE(mixed, mixed_slower, 1, true, 1).speed,
                    sqrt(1.2 * 1.3)),
           "%g", NOISE(mixed, mixed_slower, 1, true, 1).speed);
    /* The hottest one did not change: neither does the speed. */
    static const double same[] = { 11, 12, 13, 100 };
    expect(NOISE(mixed, same, 1, true, 1).speed == 1, "one stays");
    /* Small functions are faster and large ones slower. */
    static const double opposite[] = { 9, 8, 7, 150 };
    expect(NOISE(mixed, opposite, 1, true, 1).speed == 1, "opposite");
    /* No machine is three times as slow. */
    static const double three[] = { 30, 30, 30, 300 };
    static const double third[] = { 3, 3, 3, 30 };
    expect(close_to(NOISE(mixed, three, 1, true, 1).speed, 2), "three times");
    expect(close_to(NOISE(mixed, third, 1, true, 1).speed, .5), "a third");
}

static void quanta(void)
{
    test("the variance that half of the functions show");
    /* (b - a)^2 / (a + b) is 1/3, 1, 3; the middle one is .585 of the
       variance of all. */
    static const double a[] = { 100, 50, 10 }, b[] = { 102, 61, 20 };
    double part = 11. * 11 / 111 / .585;
    noise_is(NOISE(a, b, 9, false, 1), 1, part, COMPARE_SPEED);
    /* It is at most five times that of samples, of the side that has more. */
    noise_is(NOISE(a, b, .1, false, 1), 1, .5, COMPARE_SPEED);
    struct two_runs pair = runs_of(a, b, 3, .1, false);
    pair.runs[1].quantum = .3;
    expect(close_to(pair_noise_of(pair.runs, 1).quantum, 1.5), "1.5");
    pair.runs[1].quantum = 0;
    noise_is(pair_noise_of(pair.runs, 1), 1, .5, COMPARE_SPEED);
    profile_free(pair.runs[0].profile);
    profile_free(pair.runs[1].profile);
    arena_free(&pair.arena);
    /* Of four, it is the lower one of the two in the middle. */
    static const double four[] = { 100, 50, 10, 30 };
    static const double others[] = { 102, 61, 20, 60 };
    expect(close_to(NOISE(four, others, 9, false, 1).quantum, part), "four");
    /* Speed is taken off before. */
    static const double slower[] = { 200, 100, 20 };
    expect(NOISE(a, slower, 9, true, 1).quantum < 1e-12, "with speed");
}

static void lists(void)
{
    test("functions that tell of noise");
    static const double a[] = { 100, 50, 10, 0, 7 };
    static const double b[] = { 102, 61, 20, 99, 0 };
    double part = 11. * 11 / 111 / .585;
    /* One that is on one side only is new or gone. */
    noise_is(NOISE(a, b, 9, false, 1), 1, part, COMPARE_SPEED);
    /* It is enough to reach the threshold on one side. */
    noise_is(NOISE(a, b, 9, false, 20), 1, part, COMPARE_SPEED);
    /* Two tell nothing: what is assumed stays. */
    noise_is(NOISE(a, b, 9, false, 21), 1, 0, COMPARE_SPEED);
    noise_is(NOISE(a, b, 0, true, 21), 1, 0, .2);
}

static void times(void)
{
    test("times that were measured");
    /* The variance of seconds is at most .03 a second. */
    static const double few[] = { 1, 1, 1 }, more[] = { 1.5, 1, .5 };
    noise_is(NOISE(few, more, 0, false, 0), 1, .03, .2);
    /* Eight functions tell how much measured times deviate: .7 of what half of
       the cost deviates by, at least .1 and at most .4. */
    double a[8], b[8], c[8], d[8];
    for (int i = 0; i < 8; i++) {
        a[i] = 1;
        b[i] = i % 2 ? exp(.3) : exp(-.3);
        c[i] = i % 2 ? exp(.03) : exp(-.03);
        d[i] = i % 2 ? exp(3) : exp(-3);
    }
    expect(close_to(NOISE(a, b, 0, false, 0).relative, .21), "%g",
           NOISE(a, b, 0, false, 0).relative);
    expect(close_to(NOISE(a, c, 0, false, 0).relative, .1), "little");
    expect(close_to(NOISE(a, d, 0, false, 0).relative, .4), "much");
    expect(close_to(noise_of(a, b, 7, 0, false, 0).relative, .2), "seven");
    /* Samples have the deviation of the machine however many they are. */
    expect(NOISE(a, b, 1, false, 0).relative == COMPARE_SPEED, "samples");
    /* What counts is the deviation from the common speed, here 1.5. */
    static const double apart[] = { -.5, -.5, -.5, 0, 0, .5, .5, .5 };
    for (int i = 0; i < 8; i++)
        b[i] = 1.5 * exp(apart[i]);
    expect(close_to(NOISE(a, b, 0, true, 0).speed, 1.5) &&
               close_to(NOISE(a, b, 0, true, 0).relative, .35),
           "relative %g at %g", NOISE(a, b, 0, true, 0).relative,
           NOISE(a, b, 0, true, 0).speed);
}

UNIT(pair)
{
    speeds();
    quanta();
    lists();
    times();
    return finish_tests();
}
