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
#include "readers/perf_lost.h"

#include "model/profile.h"

static void take_record(struct str line, struct health *health)
{
    struct str before, after;
    uint64_t lost;
    if (str_cut(line, S(" PERF_RECORD_LOST"), &before, &after) &&
        str_cut(after, S(" lost "), &before, &after) &&
        take_digits(&after, &lost)) {
        health->lost_events = add_known(health->lost_events, (double)lost);
        health->lost_chunks = add_known(health->lost_chunks, 1);
    }
}

/* The warning tells the same as the records, if these were printed. */
static void at_least(double *number, double told)
{
    if (told > known_or(*number, 0))
        *number = told;
}

static void take_warning(struct str line, struct health *health)
{
    double all, lost;
    line = str_trim(line);
    if (!take(&line, S("Processed ")) || !take_number(&line, &all))
        return;
    if (take(&line, S(" events and LOST ")) && take_number(&line, &lost))
        at_least(&health->lost_events, lost);
    else if (take(&line, S(" events and lost ")) && take_number(&line, &lost))
        at_least(&health->lost_chunks, lost);
    else if (take(&line, S(" samples and lost ")) && take_number(&line, &lost))
        at_least(&health->lost_events, round(all * lost / 100));
}

void perf_lost(struct str line, struct health *health)
{
    take_record(line, health);
    take_warning(line, health);
}
