/*
 * The costs of contexts by event, for an input in which several events may
 * still be the one to draw. As long as there is one such event, the costs of
 * the profile are enough and nothing is kept here.
 */
#pragma once

#include "model/profile.h"
#include "readers/choose/events.h"
#include "util/array.h"
#include "util/map.h"

/* Empty if all but the arena is zeroed. */
struct event_costs {
    struct arena *arena; /* has all memory */
    bool begun;        /* the profile has a sample */
    uint32_t event;    /* the only event of the profile, unless `several` */
    bool several;      /* the profile has samples of several events */
    struct pairs keys; /* (context, event) */
    LIST(double) costs; /* by the id of a key */
};

/* Prepares for a sample of the event, before it is added to the profile. */
void event_costs_prepare(struct event_costs *costs,
                         const struct profile *profile, uint32_t event);
/* Keeps the costs even if there is one event, so that event_costs_select
   removes contexts that cost less than this. */
void event_costs_split(struct event_costs *costs, const struct profile *profile,
                       double least);
/* Takes the cost of a sample that was added to the profile. */
void event_costs_add(struct event_costs *costs, uint32_t context,
                     uint32_t event, double cost);
/* Removes the samples that are not drawn with this event from the profile, with
   the functions, calls and contexts that it has only for them; samples without
   an event stay. sample_event is the id of the event among those of
   profile->samples, which have kept their events or have no rows. Returns
   whether there was something to remove. If so, the ids of functions, calls and
   contexts are new; those of the events and the tag sets of samples stay. */
bool event_costs_select(struct event_costs *costs, struct profile *profile,
                        const struct events *events, uint32_t event,
                        uint32_t sample_event);
