/*
 * Finds the event that a name means, and the one that is drawn by default.
 * Names are those of perf (model/event_name.h).
 */
#pragma once

#include "readers/choose/tally.h"
#include "readers/reader.h"
#include "util/text/str.h"

/* How well an event of the input fits a name that the user gave, or the event
   of a previous input. */
enum event_fit {
    FIT_NO,
    FIT_AGREES,  /* both count the same, apart from modifiers */
    FIT_PATTERN, /* the name is a glob or list that matches the event, or the
                    event without modifiers and kind of core */
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

/* Is the period of a sample the time that something took? The number of samples
   then says little, because one may stand for 5 ms and the next for 100 ns.
   (Periods of clocks are times, too, but about equal.) */
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

/* Returns the id of the event that is drawn if the user names none: of those
   with samples the one of the lowest rank, then of most samples, then of the
   lowest id. Returns NO_ID if no event has samples. "" is not an event. */
uint32_t event_default(const struct tally *events);

/* The option --event for readers of tables, whose stacks or calls have several
   costs each, such as bytes and blocks. Each column of costs is an event. */

/* Reports that the input does not have the event that the user named, or has no
   samples of it in the chosen threads ("": all). Returns false. */
bool event_choice_missing(const char *input, const struct tally *events,
                          struct str wanted, struct str threads);
/* Prints a note that names the events that are not drawn, if there are any. */
void event_choice_note_others(const char *input, const struct tally *events,
                              uint32_t drawn);
/* For inputs with one event ("": unknown): returns false after a message if the
   user named another one. */
bool event_choice_accepts(const char *input, struct str event,
                          const struct reader_options *options);

struct event_column {
    struct str event, unit;
    struct str title; /* the input's name for the column, or "" */
};

/* The columns that an input may have. Of several columns of one event, the
   first with samples counts. */
struct event_columns {
    const struct event_column *of;
    size_t n;
    const size_t *samples; /* by column: the number of stacks or calls with such
                              a cost; 0: the input lacks the column */
    bool hide_counts;      /* `samples` only tells which columns there are, not
                              their numbers of samples */
    uint32_t preferred;    /* drawn by default */
};

/* Returns the index of the column to draw: that of the event that the user
   named, else the preferred one or, if that has no samples, the first with
   samples, with a note that names the others. Sets event and unit of the
   profile, and lists the events that have samples in its inventory. There must
   be a column. Returns NO_ID after a message if the event that the user named
   has no samples. */
uint32_t event_choice(const char *input, struct profile *profile,
                      const struct event_columns *columns,
                      const struct reader_options *options);
