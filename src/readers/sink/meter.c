#include "readers/sink/meter.h"

#include <stdlib.h>

enum { MOST = 10000 }; /* samples that are taken */

void meter_begin(struct meter *meter, struct arena *arena)
{
    meter->arena = arena;
    meter->left = MOST;
}

void meter_take(struct meter *meter, uint32_t thread, uint32_t event,
                double time)
{
    uint32_t n = meter->keys.n;
    uint32_t key = pairs_add_in(&meter->keys, meter->arena, thread, event);
    meter->left--;
    if (key == n) {
        *PUSH_IN(meter->arena, &meter->times) = time;
        return;
    }
    double seconds = time - meter->times.of[key];
    meter->times.of[key] = time;
    if (seconds > 0)
        *PUSH_IN(meter->arena, meter) =
            (struct meter_interval){ event, seconds };
}

/* Those of one event come first, and of these the shortest. */
static int by_seconds(const void *a, const void *b)
{
    const struct meter_interval *x = a, *y = b;
    if (x->event != y->event)
        return x->event < y->event ? -1 : 1;
    return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

double meter_median(struct meter *meter, uint32_t event)
{
    size_t first = 0, n = 0;
    if (meter->n)
        qsort(meter->of, meter->n, sizeof *meter->of, by_seconds);
    while (first < meter->n && meter->of[first].event != event)
        first++;
    while (first + n < meter->n && meter->of[first + n].event == event)
        n++;
    return n ? meter->of[first + n / 2].seconds : 0;
}
