#include "model/rate.h"

#include "util/text/number.h"

#define FACTOR 2

bool rates_differ(struct sampling_rate a, struct sampling_rate b)
{
    if (a.frequency > 0 && b.frequency > 0)
        return a.frequency != b.frequency;
    if (a.period > 0 && b.period > 0)
        return a.period != b.period;
    return a.interval > 0 && b.interval > 0 &&
           (a.interval > FACTOR * b.interval ||
            b.interval > FACTOR * a.interval);
}

struct str rate_text(struct arena *arena, struct sampling_rate rate,
                     struct sampling_rate other)
{
    if (rate.frequency > 0 && other.frequency > 0)
        return arena_printf(arena, "%s Hz",
                            number_grouped(arena, rate.frequency).s);
    if (rate.period > 0 && other.period > 0)
        return arena_printf(arena, "%s event%s a sample",
                            number_grouped(arena, rate.period).s,
                            rate.period == 1 ? "" : "s");
    return arena_printf(
        arena, "%s a sample",
        number_cost(arena, rate.interval, S("seconds"), NULL).s);
}
