/*
 * When perf cannot write as fast as events come, it loses some, and later
 * leaves a record of how many these were. perf script --show-lost-events
 * prints the records, and all that read them warn of them on standard error:
 *
 *     perf 25018 [001]   897.514878: PERF_RECORD_LOST lost 42
 *     Processed 10 events and lost 1 chunks!
 *     Processed 2000 samples and lost 12.50%!
 *     Processed 10 events and LOST 42!
 *
 * A chunk is one such record. The last line is of an older perf.
 */
#include "readers/perf/lost.h"

#include "model/profile.h"

static void take_record(struct str line, struct input_stats *stats)
{
    struct str before, after;
    uint64_t lost;
    if (str_cut(line, S(" PERF_RECORD_LOST"), &before, &after) &&
        str_cut(after, S(" lost "), &before, &after) &&
        str_take_digits(&after, &lost)) {
        stats->lost_events = add_known(stats->lost_events, (double)lost);
        stats->lost_chunks = add_known(stats->lost_chunks, 1);
    }
}

/* The warning tells the same as the records, if these were printed. */
static void at_least(double *number, double told)
{
    if (told > known_or(*number, 0))
        *number = told;
}

static void take_warning(struct str line, struct input_stats *stats)
{
    double all, lost;
    line = str_trim(line);
    if (!str_take(&line, S("Processed ")) || !str_take_number(&line, &all))
        return;
    if (str_take(&line, S(" events and LOST ")) && str_take_number(&line, &lost))
        at_least(&stats->lost_events, lost);
    else if (str_take(&line, S(" events and lost ")) && str_take_number(&line, &lost))
        at_least(&stats->lost_chunks, lost);
    else if (str_take(&line, S(" samples and lost ")) && str_take_number(&line, &lost))
        at_least(&stats->lost_events, round(all * lost / 100));
}

void perf_lost(struct str line, struct input_stats *stats)
{
    take_record(line, stats);
    take_warning(line, stats);
}
