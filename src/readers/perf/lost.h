/* Adds up what perf says about events that it lost. */
#ifndef READERS_PERF_LOST_H
#define READERS_PERF_LOST_H

#include "model/input_stats.h"
#include "util/text/str.h"

/* Adds what the line, a record or a message of perf, says about lost events.
   Most lines say nothing about them. */
void perf_lost_add(struct input_stats *stats, struct str line);

#endif
