/*
 * The texts that one column of an input has, as events or names of threads,
 * and how many samples each of them has. Zeroed is empty; release with
 * tally_free.
 */
#ifndef READERS_TALLY_H
#define READERS_TALLY_H

#include "util/map.h"

struct tally {
    struct strings names; /* by id, in order of first sight */
    struct arena texts;   /* terminated */
    size_t *samples;      /* by id */
    size_t samples_room;
    bool bare; /* samples are only 0 or not: lists leave them out */
};

/* Finds or adds; a new text has no samples. */
uint32_t tally_id(struct tally *tally, struct str text);
/* One more sample of this text. */
void tally_add(struct tally *tally, struct str text);
/* How many texts have samples. */
uint32_t tally_used(const struct tally *tally);
/* "cpu-clock (105), page-faults (9) and 3 more": those that have samples, but
   neither "" nor the one with id but (NO_ID: all), most samples first; with
   before before each. Into the arena; "" if there are none. */
struct str tally_list(const struct tally *tally, struct arena *arena,
                      const char *before, uint32_t but);
void tally_free(struct tally *tally);

#endif
