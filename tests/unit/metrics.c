/* The widths of letters. */
#include "output/dot/metrics.h"

#include "check.h"

/* A text with each letter as often as it is far from ' ', plus 1, so that no two
   widths can change places. */
static double width_of_all(bool bold)
{
    char text[127 - ' '];
    double width = 0;
    for (int first = ' '; first < 127; first++) {
        size_t n = 0;
        for (int c = first; c < 127; c++)
            text[n++] = (char)c;
        width += metrics_width((struct str){ text, n }, 1000, bold);
    }
    return width;
}

UNIT(metrics)
{
    test("sums of widths");
    expect(close_to(width_of_all(false), 2394471), "%.0f", width_of_all(false));
    expect(close_to(width_of_all(true), 2537046), "%.0f", width_of_all(true));
    return finish_tests();
}
