/*
 * Counts samples by a text, such as the name of an event or of a thread, so
 * that messages can list the texts of an input. A tally is empty if all but its
 * arena is zeroed.
 */
#pragma once

#include "util/array.h"
#include "util/map.h"

struct tally {
    struct strings names; /* ids are in the order of first appearance */
    struct arena *arena;  /* has all memory: names, each followed by a NUL */
    LIST(size_t) samples; /* by id */
    bool hide_counts; /* lists have no counts: set if the input tells the texts,
                         but not their numbers of samples */
};

/* Returns the id of the text, which it adds with 0 samples if it is new. */
uint32_t tally_id(struct tally *tally, struct str text);
/* Counts one more sample of the text. */
void tally_add(struct tally *tally, struct str text);
/* Returns the number of texts with samples. */
uint32_t tally_used(const struct tally *tally);

/* Lists the texts that have samples, most samples first: "cpu-clock (105),
   page-faults (9) and 3 more". `prefix` is put before each of them. The empty
   text is left out, and so is the one with the id `except`, unless that is
   NO_ID. Returns "" if nothing remains, else a text in the arena. */
struct str tally_list(const struct tally *tally, struct arena *arena,
                      const char *prefix, uint32_t except);
/* Returns nearest_text of a text among those that have samples. */
struct str tally_nearest(const struct tally *tally, struct arena *arena,
                         struct str text);
