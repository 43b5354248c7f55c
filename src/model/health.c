#include "model/health.h"

#include "model/profile.h"

struct health health_unknown(void)
{
    return (struct health){ .empty_samples = UNKNOWN,
                            .other_samples = UNKNOWN,
                            .lost_events = UNKNOWN,
                            .lost_chunks = UNKNOWN };
}

void health_add(struct health *health, const struct health *more)
{
    health->walked |= more->walked;
    health->skipped_lines += more->skipped_lines;
    health->cut_inputs += more->cut_inputs;
    health->empty_samples =
        add_known(health->empty_samples, more->empty_samples);
    health->other_samples =
        add_known(health->other_samples, more->other_samples);
    health->lost_events = add_known(health->lost_events, more->lost_events);
    health->lost_chunks = add_known(health->lost_chunks, more->lost_chunks);
}
