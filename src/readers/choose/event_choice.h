/* Carries out --event for readers of tables, whose stacks or calls have several
   costs each, such as bytes and blocks: each column of costs is an event. */
#ifndef READERS_CHOOSE_EVENT_CHOICE_H
#define READERS_CHOOSE_EVENT_CHOICE_H

#include "readers/choose/tally.h"
#include "readers/reader.h"

/* Prints the error that the event that the user named is not among those of the
   input, or has no samples there in the threads that the user chose, "" for
   all. Returns false. */
bool event_choice_missing(const char *input, const struct tally *events,
                          struct str wanted, struct str threads);
/* Prints a note that names the events that are not drawn, if there are any. */
void event_choice_note_others(const char *input, const struct tally *events,
                              uint32_t drawn);
/* For inputs of one event, or "" for none: returns false after a message if the
   user named another one. */
bool event_choice_accepts(const char *input, struct str event,
                          const struct reader_options *options);

struct event_column {
    struct str event, unit;
    struct str title; /* what the input calls the column, if it names it */
};

/* The columns that an input may have. Several may be of the same event, of
   which the first that has samples counts. */
struct event_columns {
    const struct event_column *of;
    size_t n;
    const size_t *samples; /* by column: how many stacks or calls have such a
                              cost; 0: the input does not have the column */
    bool hide_counts;      /* the input has these columns, but `samples` does
                              not say how many samples they have */
    uint32_t preferred;    /* drawn by default */
};

/* Returns the index of the column to draw: that of the event that the user
   named, or else the preferred one with a note that names the others, or the
   first that has samples if the preferred one has none. Sets event and unit of
   the profile, and lists the events that have samples in its inventory. There
   must be a column. Returns NO_ID after a message if the event that the user
   named has no samples. */
uint32_t event_choice(const char *input, struct profile *profile,
                      const struct event_columns *columns,
                      const struct reader_options *options);

#endif
