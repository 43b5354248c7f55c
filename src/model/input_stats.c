#include "model/input_stats.h"

#include "util/known.h"

struct input_stats input_stats_unknown(void)
{
    return (struct input_stats){ .empty_samples = UNKNOWN,
                                 .other_samples = UNKNOWN,
                                 .lost_events = UNKNOWN,
                                 .lost_chunks = UNKNOWN };
}

void input_stats_add(struct input_stats *stats, const struct input_stats *more)
{
    stats->walked |= more->walked;
    stats->has_other_builds |= more->has_other_builds;
    stats->has_copies |= more->has_copies;
    stats->skipped_lines += more->skipped_lines;
    stats->cut_inputs += more->cut_inputs;
    stats->empty_samples =
        add_known(stats->empty_samples, more->empty_samples);
    stats->other_samples =
        add_known(stats->other_samples, more->other_samples);
    stats->lost_events = add_known(stats->lost_events, more->lost_events);
    stats->lost_chunks = add_known(stats->lost_chunks, more->lost_chunks);
}
