#include "output/dot/metrics.h"

#include <math.h>

#include "util/text/utf8.h"

/* The widths of the characters from ' ' to '~', in thousandths of the size, for
   regular and for bold text. (The table hmtx of Liberation Sans 2, whose widths
   are those of Arial and of Adobe's Helvetica.) */
static const short widths[2][95] = {
    { 278, 278, 355, 556, 556,  889, 667, 191, 333, 333, 389, 584, 278, 333,
      278, 278, 556, 556, 556,  556, 556, 556, 556, 556, 556, 556, 278, 278,
      584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
      500, 667, 556, 833, 722,  778, 667, 778, 722, 667, 611, 722, 667, 944,
      667, 667, 611, 278, 278,  278, 469, 556, 333, 556, 556, 500, 556, 556,
      278, 556, 556, 222, 222,  500, 222, 833, 556, 556, 556, 556, 333, 500,
      278, 556, 500, 722, 500,  500, 500, 334, 260, 334, 584 },
    { 278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333,
      278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333,
      584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
      556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944,
      667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556,
      333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
      333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584 },
};

enum { WIDE = 1000, LETTER = 667, BOLD_LETTER = 722 };

/* Signs that pictures use, and scripts whose characters are square. */
static bool is_wide(uint32_t code)
{
    return code == 0x2026 || (code >= 0x2190 && code < 0x2800) ||
           code >= 0x2e80;
}

static double code_width(uint32_t code, bool bold)
{
    if (code >= ' ' && code <= '~')
        return widths[bold][code - ' '];
    if (code == 0xa0)
        return widths[bold][0];
    return is_wide(code) ? WIDE : bold ? BOLD_LETTER : LETTER;
}

double metrics_width(struct str text, double size, bool bold)
{
    double sum = 0;
    while (text.len)
        sum += code_width(utf8_next(&text), bold);
    return sum * size / 1000;
}

double metrics_height(double size)
{
    return ceil(1.2 * size) + 1;
}

double metrics_ascent(double size)
{
    return round(10 * (.5 + .98 * size)) / 10;
}
