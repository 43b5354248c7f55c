/*
 * What a reader alone knows about the worth of its input; analysis/checkup.h
 * finds the rest in the profile. Belongs to a profile as it was read: profiles
 * that are made from it have none. Several inputs add up.
 */
#ifndef MODEL_HEALTH_H
#define MODEL_HEALTH_H

#include <stdbool.h>

/* All are numbers of things, not costs. */
struct health {
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
struct health health_unknown(void);
/* Adds what another input had. */
void health_add(struct health *health, const struct health *more);

#endif
