/* Tests of the numbers that str_number reads. */
#include <stdlib.h>

#include "check.h"
#include "util/text/str.h"

static void test_decimals(void)
{
    char text[100];
    double number;
    test("decimals are what strtod makes of them");
    start_input(1);
    for (int i = 0; i < 200000; i++) {
        uint64_t n = random_bits() >> random_below(64);
        int len = sprintf(text, chance(50) ? "%llu.%0*u" : "%llu.%0*ue3",
                          (unsigned long long)n % 1000000000,
                          (int)random_below(9), random_below(1000));
        if (chance(10))
            len = sprintf(text, "%ue%u", random_below(100), random_below(9));
        if (expect(str_number((struct str){ text, (size_t)len }, &number),
                   "%s is no number", text))
            expect(number == strtod(text, NULL), "%s became %.17g", text,
                   number);
    }
}

UNIT(str)
{
    test_decimals();
    return finish_tests();
}
