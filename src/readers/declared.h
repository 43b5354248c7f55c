/*
 * Numbers that an input states about itself: totals and counts of records. Held
 * against what was read, they tell that an input was cut off where a line or a
 * record ends, or has a hole, which no line of it shows.
 */
#pragma once

#include "input/input.h"

struct declared {
    const char *where; /* what states the number, such as "totals:" */
    struct str unit;   /* of both numbers, or "" */
    double says;       /* UNKNOWN: the input does not state it */
    double found;      /* the same number of what was read */
    double rounding;   /* the numbers may differ by this much, because those of
                          the input were rounded; 0: they are exact */
};

/* Compares the numbers. If they differ, reports both with input_cut and returns
   false. Nothing is said about an input that is known to be cut. */
bool declared_check(struct input *in, struct declared declared);
