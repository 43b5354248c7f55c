/*
 * Names of events as perf spells them: a name and perhaps modifiers, "cycles",
 * "cycles:u", "cpu-clock:pppH". The colon in "syscalls:sys_enter_read" does
 * not begin modifiers.
 */
#ifndef READERS_EVENT_H
#define READERS_EVENT_H

#include "util/str.h"

/* Tells how well an event of the input fits a name that the user gave. */
enum event_fit {
    FIT_NO,
    FIT_BASE,  /* equal once the event's modifiers are removed */
    FIT_EQUAL, /* equal byte by byte */
};

enum event_fit event_fit(struct str event, struct str name);

/* Returns the event without its modifiers, as a part of the same text. */
struct str event_base(struct str event);

#endif
