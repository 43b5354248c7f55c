/*
 * The events of a profile of callgrind: which there are, which of them is
 * counted, and its unit.
 *
 *     event: sum = Ir + 16 Dr : Weighted sum
 *     event: sysTime : sysTime (elapsed ms)
 *     events: Ir Dr sysTime
 *
 * The line "events:" names the columns of the costs of a part. The line
 * "event:" describes an event; if it has a formula, the event is derived from
 * others, and no column has it.
 */
#ifndef READERS_CALLGRIND_EVENTS_H
#define READERS_CALLGRIND_EVENTS_H

#include "input/input.h"
#include "model/profile.h"
#include "util/array.h"
#include "util/map.h"

struct callgrind_event {
    struct str formula;   /* "Ir + 16 Dr", or "" */
    struct str long_name; /* or "" */
    bool has_column;      /* in some part */
    double sum;           /* of all self costs that were read */
    double total;         /* the sum of what the lines "totals:" say */
};

/* Zeroed is empty; free the arena, which has all, at the end. */
struct callgrind_events {
    struct arena arena;
    struct strings names; /* of all events, derived ones included */
    LIST(struct callgrind_event) events; /* by id of the name */
    LIST(uint32_t) columns; /* the ids of the events of this part, by column */
    LIST(double) factors; /* by column: a line's cost is the sum of the products
                             of factor and number */
    size_t passed_over; /* the number of columns before the first with costs */
    uint32_t first;  /* 1 + the default event: the first of the first "events:"
                        that has costs; or 0 */
    uint32_t chosen; /* 1 + the event that is counted, or 0: not known yet */
};

/* Finds the default event: passes over the first columns that have no costs
   anywhere, which the line "summary:" or the whole input in the head tells.
   Call it before anything else. */
void callgrind_events_look(struct callgrind_events *events, struct head head);
/* Takes what follows "event:". Returns false if it makes no sense. */
bool callgrind_events_describe(struct callgrind_events *events,
                               struct str text);
/* Takes what follows "events:": the columns of this part. */
void callgrind_events_set_columns(struct callgrind_events *events,
                                  struct str text);
/* Sets the factors of this part. `wanted` is the name of the event to count, or
   "" for the default event. Call it before the first costs of a part. */
void callgrind_events_choose(struct callgrind_events *events,
                             struct str wanted);
/* Sets event and unit of the profile, whose costs are in the unit of the file,
   and fills its inventory. `creator` is the program that wrote the file. */
void callgrind_events_finish(struct callgrind_events *events,
                             struct profile *profile, struct str creator);
/* Lists all events for a message. The text is in the arena. */
struct str callgrind_events_list(const struct callgrind_events *events,
                                 struct arena *arena);
/* Returns nearest_text of a name among those of the events. */
struct str callgrind_events_nearest(const struct callgrind_events *events,
                                    struct arena *arena, struct str name);

#endif
