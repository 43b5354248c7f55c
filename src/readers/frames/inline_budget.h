/*
 * Limits the inlined functions of stacks. A file has each place in the code
 * once, with all functions inlined there, but each stack through it gets a copy
 * of them: a small file of a place with 20,000 functions below 2,000 callers
 * would become 40 million frames. So memory is limited to a multiple of what
 * the file has. Real programs have two or three functions at a place, and
 * rarely ten.
 */
#pragma once

#include "input/input.h"

/* Begin with zeros. */
struct inline_budget {
    size_t stored;    /* functions that the file has at places */
    size_t places;    /* in stacks */
    size_t copied;    /* functions beside the outermost one, in stacks */
    size_t shortened; /* places whose middle functions were left out */
};

/* Counts a place of a stack with n functions. Returns true if the stack may
   have all of them, and false if it may have only the outermost and the
   innermost. */
bool inline_budget_allows(struct inline_budget *budget, size_t n);
/* Reports the number of places that were shortened, if any. */
void inline_budget_report(const struct inline_budget *budget, struct input *in);
