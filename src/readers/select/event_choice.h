/* Carries out --event for readers that know all events of an input, with their
   numbers of samples, before they choose one. */
#ifndef READERS_SELECT_EVENT_CHOICE_H
#define READERS_SELECT_EVENT_CHOICE_H

#include "readers/reader.h"
#include "readers/select/tally.h"

/* Returns the id of the event to draw: the one that the user named, or else
   `preferred` with a note that names the others, or the first event that has
   samples if `preferred` has none. Sets the event of the profile, and lists the
   events that have samples in its inventory. There must be an event. Returns
   NO_ID after a message if the event that the user named has no samples. */
uint32_t event_choice(const char *input, struct profile *profile,
                      const struct tally *events, uint32_t preferred,
                      const struct reader_options *options);

#endif
