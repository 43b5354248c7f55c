/* The samples to count by their time: the option --time. */
#ifndef READERS_SELECT_TIME_RANGE_H
#define READERS_SELECT_TIME_RANGE_H

#include <stdbool.h>

/* Times in seconds, as perf script prints them: [from, to]. Zeroed is without
   bounds. */
struct time_range {
    double from, to;
    bool is_set;
};

/* Is a time in the range? A time that is not known, NAN, is in none that has
   bounds. */
static inline bool time_range_has(const struct time_range *range, double time)
{
    return !range->is_set || (time >= range->from && time <= range->to);
}

#endif
