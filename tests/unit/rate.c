/* Whether recordings have different rates, and how messages name them. */
#include "model/rate.h"

#include "check.h"

static void differ(struct sampling_rate a, struct sampling_rate b,
                   const char *text_of_a, const char *text_of_b)
{
    struct arena arena = { 0 };
    bool found = rates_differ(a, b);
    expect(found == (text_of_a != NULL) && rates_differ(b, a) == found,
           "%g %g %g, %g %g %g", a.frequency, a.period, a.interval, b.frequency,
           b.period, b.interval);
    if (text_of_a) {
        struct str of_a = rate_text(&arena, a, b),
                   of_b = rate_text(&arena, b, a);
        expect(str_eq(of_a, str_of(text_of_a)), "%s", of_a.s);
        expect(str_eq(of_b, str_of(text_of_b)), "%s", of_b.s);
    }
    arena_free(&arena);
}

#define HZ(n)                                                                  \
    (struct sampling_rate)                                                     \
    {                                                                          \
        .frequency = n, .period = 7, .interval = 7                             \
    }
#define EVENTS(n)                                                              \
    (struct sampling_rate)                                                     \
    {                                                                          \
        .period = n, .interval = 7                                             \
    }
#define SECONDS(n)                                                             \
    (struct sampling_rate)                                                     \
    {                                                                          \
        .interval = n                                                          \
    }

UNIT(rate)
{
    test("frequencies");
    differ(HZ(1), HZ(2), "1 Hz", "2 Hz");
    differ(HZ(4000), HZ(1), "4,000 Hz", "1 Hz");
    differ(HZ(99), HZ(99), NULL, NULL);

    test("periods");
    differ(EVENTS(1), EVENTS(1000), "1 event a sample",
           "1,000 events a sample");
    differ(EVENTS(1), EVENTS(1), NULL, NULL);
    differ(HZ(99), EVENTS(1), "7 events a sample", "1 event a sample");
    differ(HZ(99), EVENTS(7), NULL, NULL);

    test("measured intervals");
    differ(SECONDS(1), SECONDS(2), NULL, NULL);
    differ(SECONDS(1), SECONDS(2.1), "1 s a sample", "2.1 s a sample");
    differ(HZ(99), SECONDS(1), "7 s a sample", "1 s a sample");
    differ(SECONDS(0), SECONDS(1), NULL, NULL);
    differ(HZ(0), HZ(0), NULL, NULL);
    return finish_tests();
}
