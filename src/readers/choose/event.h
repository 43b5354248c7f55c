/*
 * This tells which event a name means, and which one is drawn by default. The
 * names are those of perf: model/event_name.h.
 */
#pragma once

#include "readers/choose/tally.h"
#include "readers/reader.h"
#include "util/text/str.h"

/* Tells how well an event of the input fits a name that the user gave, or the
   event of an input before. */
enum event_fit {
    FIT_NO,
    FIT_AGREES,  /* both count the same, apart from modifiers */
    FIT_PATTERN, /* the name is a glob or a list that has the event, or the
                    event without modifiers and the kind of core */
    FIT_BASE,    /* equal once the event's modifiers are removed */
    FIT_EQUAL,   /* equal byte by byte */
};

/* The name may be a list with commas, whose parts may be globs, and may lack
   the event's modifiers. */
enum event_fit event_fit(struct str event, struct str name);

/* Returns the unit of the periods of samples of an event: nanoseconds for
   clocks and times, else the event itself without modifiers, "periods" for
   "". */
struct str event_period_unit(struct str event);

/* Does each sample tell in its period how long something took? Then the number
   of samples says little: one may stand for 5 ms and the next for 100 ns. The
   periods of clocks are times, too, but about equal. */
bool event_is_time(struct str event);

/* Classes of events, in the order in which they are drawn by default. */
enum event_rank {
    EVENT_CYCLES,     /* cpu-cycles, cycles and their variants: "cycles:u",
                         "cpu_core/cycles/", "CPU_CLK_UNHALTED" */
    EVENT_CPU_CLOCK,  /* cpu-clock */
    EVENT_TASK_CLOCK, /* task-clock */
    EVENT_OTHER,
};

enum event_rank event_rank(struct str event);

/* Returns the id of the event that is drawn if the user names none: of the
   events with samples, those of the first rank, of these the ones with most
   samples, and of these the one with the lowest id. Returns NO_ID if no event
   has samples. The empty text is no event. */
uint32_t event_default(const struct tally *events);

/* Carries out --event for readers of tables, whose stacks or calls have several
   costs each, such as bytes and blocks: each column of costs is an event. */

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
