#include "output/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/diag.h"

struct whole_costs whole_costs_of(struct str unit)
{
    if (str_eq(unit, S("seconds")))
        return (struct whole_costs){ 1e9, true, S("nanoseconds") };
    return (struct whole_costs){ 1, str_eq(unit, S("bytes")), unit };
}

double whole_number(const struct whole_costs *costs, double cost)
{
    double number = cost * costs->factor;
    return costs->is_rounded ? round(number) : number;
}

void whole_put(struct buf *out, double number)
{
    enum { DIGITS = 17 }; /* tell any two numbers apart */
    char text[400];       /* the longest has 309 digits, or 341 places */
    int places = 0;
    if (buf_whole(out, number))
        return;
    if (number != floor(number))
        for (places = 1; places < DIGITS - (int)floor(log10(number));
             places++) {
            snprintf(text, sizeof text, "%.*f", places, number);
            if (strtod(text, NULL) == number)
                break;
        }
    snprintf(text, sizeof text, "%.*f", places, number);
    buf_add(out, str_of(text));
}

bool whole_fits(const char *output, double sum, struct str name)
{
    const double limit = 0x1p63;
    return sum < limit ||
           diag_error("-T %s: the sum of %.*s is %.3g, and whole numbers end at "
                      "9.22e+18 there; -T json and -T edges hold any",
                      output, (int)name.len, name.s, sum);
}
