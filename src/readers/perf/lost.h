/* What perf says of events that it lost. */
#ifndef READERS_PERF_LOST_H
#define READERS_PERF_LOST_H

#include "model/input_stats.h"
#include "util/str.h"

/* Adds what a record or a message of perf tells; most tell nothing. */
void perf_lost(struct str line, struct input_stats *stats);

#endif
