/*
 * A profile for each event of an input whose events are known only at its end.
 * The samples of different events are never added up; event_profiles_finish
 * chooses the profile to draw and forgets the others.
 */
#ifndef READERS_SELECT_EVENT_PROFILES_H
#define READERS_SELECT_EVENT_PROFILES_H

#include "input/input.h"
#include "readers/reader.h"
#include "readers/select/tally.h"

/* Zeroed is empty; release with event_profiles_free. */
struct event_profiles {
    struct tally events; /* samples by event, in order of first appearance */
    LIST(struct profile *) profiles; /* by event */
    struct arena arena;
};

/* Returns the id of an event, which may be new and have no profile yet. The
   name "" stands for samples whose event the input does not name. */
uint32_t event_profiles_id(struct event_profiles *all, struct str name);
/* Returns the profile of an event. */
struct profile *event_profiles_get(struct event_profiles *all, uint32_t event);

/* Moves the profile of one event to `profile`, which is empty, and lists all of
   them in its inventory. This is the event that the user named, or else `best`,
   or for NO_ID the one that event_default chooses. Returns false after a
   message if the user named an event that has no samples; without any samples,
   `profile` stays empty. */
bool event_profiles_finish(struct event_profiles *all, struct input *in,
                           struct profile *profile,
                           const struct reader_options *options,
                           uint32_t best);
/* Releases everything but the profile that was moved. */
void event_profiles_free(struct event_profiles *all);

#endif
