/*
 * When perf cannot write as fast as events come, it drops some, and later
 * leaves a record of how many these were: a chunk. perf script
 * --show-lost-events prints the records, and every command that reads them
 * warns of them on standard error:
 *
 *     perf 25018 [001]   897.514878: PERF_RECORD_LOST lost 42
 *     Processed 10 events and lost 1 chunks!
 *     Processed 2000 samples and lost 12.50%!
 *     Processed 10 events and LOST 42!
 *
 * An older perf prints the last of these lines.
 */
#include "readers/perf/lost.h"

#include "util/known.h"

/* A warning repeats the records if they are printed too. */
static void raise_to(double *number, double least)
{
    if (least > known_or(*number, 0))
        *number = least;
}

void perf_lost_add(struct input_stats *stats, struct str line)
{
    struct str before, after;
    uint64_t n;
    double all, lost;
    if (str_cut(line, S(" PERF_RECORD_LOST"), &before, &after) &&
        str_cut(after, S(" lost "), &before, &after) &&
        str_take_digits(&after, &n)) {
        stats->lost_events = add_known(stats->lost_events, (double)n);
        stats->lost_chunks = add_known(stats->lost_chunks, 1);
    }
    line = str_trim(line);
    if (!str_take(&line, S("Processed ")) || !str_take_number(&line, &all))
        return;
    if (str_take(&line, S(" events and LOST ")) &&
        str_take_number(&line, &lost))
        raise_to(&stats->lost_events, lost);
    else if (str_take(&line, S(" events and lost ")) &&
             str_take_number(&line, &lost))
        raise_to(&stats->lost_chunks, lost);
    else if (str_take(&line, S(" samples and lost ")) &&
             str_take_number(&line, &lost))
        raise_to(&stats->lost_events, round(all * lost / 100));
}
