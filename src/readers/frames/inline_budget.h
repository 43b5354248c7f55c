/*
 * A limit of the inlined functions of stacks. A file has each place in the code
 * once, with all functions that are inlined there, and each stack that leads
 * through it has a copy of them: a small file of a place with 20,000 functions
 * below 2,000 callers would become 40 million frames. So memory is bounded by a
 * multiple of what the file has. Real programs have two or three functions at a
 * place, and seldom ten.
 */
#pragma once

#include "input/input.h"

/* A zeroed budget has copied nothing yet. */
struct inline_budget {
    size_t stored;    /* functions that the file has at places */
    size_t places;    /* in stacks */
    size_t copied;    /* functions beside the outermost one, in stacks */
    size_t shortened; /* places of stacks without the functions between the
                         outermost and the innermost one */
};

/* Counts a place of a stack with n functions. Returns true if the stack may
   have all of them, and false if it may have only the outermost and the
   innermost. */
bool inline_budget_allows(struct inline_budget *budget, size_t n);
/* Says how many places were shortened, if any. */
void inline_budget_report(const struct inline_budget *budget, struct input *in);
