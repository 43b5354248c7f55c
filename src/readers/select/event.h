/*
 * Names of events as perf spells them: a name and perhaps modifiers, "cycles",
 * "cycles:u", "cpu-clock:pppH". The colon in "syscalls:sys_enter_read" does
 * not begin modifiers.
 */
#ifndef READERS_SELECT_EVENT_H
#define READERS_SELECT_EVENT_H

#include "readers/select/tally.h"
#include "util/text/str.h"

/* Tells how well an event of the input fits a name that the user gave. */
enum event_fit {
    FIT_NO,
    FIT_BASE,  /* equal once the event's modifiers are removed */
    FIT_EQUAL, /* equal byte by byte */
};

enum event_fit event_fit(struct str event, struct str name);

/* Returns the event without its modifiers, as a part of the same text. */
struct str event_base(struct str event);

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

#endif
