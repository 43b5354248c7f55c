/* Measures how far apart the samples of a thread are, to tell recordings of
   different rates apart. The first samples of an input are enough. */
#ifndef READERS_SINK_METER_H
#define READERS_SINK_METER_H

#include "util/array.h"
#include "util/map.h"

/* Zeroed, nobody asks. */
struct meter {
    struct arena *arena; /* has all memory */
    size_t left;        /* samples that it still takes */
    struct pairs keys;  /* (thread, event) */
    LIST(double) times; /* of the sample before, by key */
    LIST(struct meter_interval);
};

struct meter_interval {
    uint32_t event;
    double seconds;
};

void meter_begin(struct meter *meter, struct arena *arena);
/* Takes a sample. Times that go back are passed over. */
void meter_take(struct meter *meter, uint32_t thread, uint32_t event,
                double time);
/* Returns the median of the intervals of an event, 0 if there are none. */
double meter_median(struct meter *meter, uint32_t event);

#endif
