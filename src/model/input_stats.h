/*
 * What a reader alone knows about the worth of its input; quality/stack_quality.h
 * finds the rest in the profile. Belongs to a profile as it was read: profiles
 * that are made from it have none. Several inputs add up.
 */
#ifndef MODEL_INPUT_STATS_H
#define MODEL_INPUT_STATS_H

#include <stdbool.h>

/* All are numbers of things, not costs. */
struct input_stats {
    bool walked; /* somebody walked the stacks of a running program, and may
                    have failed: they can be looked at for that */
    double skipped_lines;
    double cut_inputs;    /* compressed inputs that are damaged or end early */
    double empty_samples; /* without any frame, or UNKNOWN */
    double other_samples; /* of events that are not drawn, or UNKNOWN */
    double lost_events;   /* that the profiler had no room for; UNKNOWN where
                             it says nothing of them, as is usual */
    double lost_chunks;   /* how often it lost some; the same */
};

/* Nothing skipped, nothing known. */
struct input_stats input_stats_unknown(void);
/* Adds what another input had. */
void input_stats_add(struct input_stats *stats, const struct input_stats *more);

#endif
