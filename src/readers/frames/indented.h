/*
 * A tree of stacks in lines, each with a depth, a function and a cost, as tools
 * print it with indentation:
 *
 *     10 main             depth 0
 *      7   parse          depth 1: called by main
 *      4     read_token   depth 2: called by parse
 *      3   print          depth 1: called by main
 *
 * A line belongs to the nearest line before it that has a smaller depth. Depths
 * may be any numbers, such as columns of text, and may skip some. The costs are
 * inclusive, as in the example, or self costs. In an inverted tree the lines
 * below a function are its callers.
 *
 * A line is added to the profile when a later line shows that it has no further
 * children, so memory grows with the depth and the distinct stacks, not with
 * the number of lines.
 */
#pragma once

#include "readers/choose/sink.h"
#include "util/array.h"

enum indented_costs {
    INDENTED_SELF,
    INDENTED_INCLUSIVE, /* a line's cost has those of the lines below it */
};

/* The caller sets the fields up to `callers` and zeroes the others. */
struct indented {
    struct arena *arena; /* has all memory */
    struct profile *profile;
    struct sink *sink; /* takes the samples, and has `profile`; or NULL */
    struct sample sample; /* the properties of the samples, for the sink */
    enum indented_costs costs;
    bool callers; /* the lines below a function are its callers */
    double excess; /* INDENTED_INCLUSIVE: how much lines below others cost more
                      than these in all, whose self cost is then 0; more than
                      rounding means that the input is damaged */
    double without_stack; /* self cost of lines without a function of their own
                             or above them */
    LIST(struct indented_level) levels; /* private */
    LIST(uint32_t) functions;
    struct stacks stacks;
};

/* Adds a line. The function is an id of the profile, or NO_ID for a line such
   as a thread, whose cost, and the lines below it, then belong to the line
   above it. The cost is 0 or more. */
void indented_add(struct indented *tree, size_t depth, uint32_t function,
                  double cost);
/* Ends the tree: adds the samples of the last lines, so that the next line
   begins a new tree. */
void indented_end(struct indented *tree);
