/*
 * Numbers that an input states about itself: totals and counts of records. If
 * they differ from what was read, the input was cut off at the end of a line or
 * record, or has a gap.
 */
#pragma once

#include "input/input.h"

struct declared {
    const char *where; /* what states the number, such as "totals:" */
    struct str unit;   /* of both numbers, or "" */
    double says;       /* the stated number; UNKNOWN: none */
    double found;      /* the same number as found by reading */
    double rounding;   /* the numbers may differ by this much, because the input
                          rounds; 0: they are exact */
};

/* Compares the numbers. If they differ, reports both with input_cut and returns
   false. Does nothing for an input that is known to be cut. */
bool declared_check(struct input *in, struct declared declared);
