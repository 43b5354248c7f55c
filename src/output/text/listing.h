/* Tables of the events, threads, places or modules of an input (--list-events
   and so on). */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

/* Each of these appends a table, the largest row first. Events and threads are
   those of the profile as read. Modules are those of the functions in the view,
   with the self cost of these functions. They return false after a message if
   there is nothing to list. */
bool listing_events(struct buf *out, const struct profile *profile,
                    const char *format);
/* Prints the records that --list-places asks for, which may be none. */
void listing_places(struct buf *out, const struct profile *profile);
bool listing_threads(struct buf *out, const struct profile *profile,
                     const char *format);
bool listing_modules(struct buf *out, const struct report *report);
