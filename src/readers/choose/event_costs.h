/*
 * The costs of contexts by event, while several events of an input may still be
 * the one to draw. As long as there is only one, the costs of the profile are
 * enough and nothing is stored here.
 */
#pragma once

#include "model/profile.h"
#include "readers/choose/events.h"
#include "util/array.h"
#include "util/map.h"

/* Is empty if all but `arena` is zeroed. */
struct event_costs {
    struct arena *arena; /* has all memory */
    bool begun;        /* the profile has a sample */
    uint32_t event;    /* the only event of the profile, unless `several` */
    bool several;      /* the profile has samples of several events */
    struct pairs keys; /* (context, event) */
    LIST(double) costs; /* by the id of a key */
};

/* Call this before a sample of the event is added to the profile. */
void event_costs_prepare(struct event_costs *costs,
                         const struct profile *profile, uint32_t event);
/* Stores the costs even for one event, so that event_costs_select can remove
   contexts that cost less than `least`. */
void event_costs_split(struct event_costs *costs, const struct profile *profile,
                       double least);
/* Adds the cost of a sample that was added to the profile. */
void event_costs_add(struct event_costs *costs, uint32_t context,
                     uint32_t event, double cost);
/* Removes all samples from the profile that are not drawn with this event, and
   the functions, calls and contexts that only they have; samples without an
   event stay. sample_event is the id of the event among those of
   profile->samples, which have kept their events or have no rows. Returns
   whether it removed anything. If so, functions, calls and contexts have new
   ids; events and tag sets of samples keep theirs. */
bool event_costs_select(struct event_costs *costs, struct profile *profile,
                        const struct events *events, uint32_t event,
                        uint32_t sample_event);
