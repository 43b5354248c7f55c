/*
 * The strip of a page that is served: the cost of each thread along the time of
 * the whole recording, and its functions. The page has no samples; it asks the
 * server for the page of a range.
 */
#pragma once

#include "output/report.h"

enum {
    STRIP_COLUMNS = 1024, /* most parts of the time */
    STRIP_LANES = 64,     /* most threads: the costliest */
};

/*
 * Returns the strip of an event of the samples, an index, as JSON in the arena;
 * "" if they have no times. It is one object:
 *
 *     width, first, slices   as in output/html/times.h
 *     columns                how many parts the slices have
 *     functions              ids
 *     lanes                  [name, [cost], [function]] of each thread, by
 *                            falling cost: by column the cost, and the index of
 *                            the function that has most of it or -1
 */
struct str html_strip(struct arena *arena, const struct look *look,
                      const struct profile *all_events, uint32_t event);
