/*
 * A tree of stacks that comes as lines, each with a depth, a function and a
 * cost, as tools print it whose indentation is the depth:
 *
 *     10 main             depth 0
 *      7   parse          depth 1: called by main
 *      4     read_token   depth 2: called by parse
 *      3   print          depth 1: called by main
 *
 * A line belongs to the nearest line before it that has a smaller depth. Depths
 * may be any numbers, such as columns of text, and may skip some. The costs are
 * inclusive, as they are here, or self costs. The tree may also stand upside
 * down: the lines below a function are then its callers.
 *
 * The samples of a line are added to the profile when the next line shows that
 * nothing more is below it, so memory follows the depth and the distinct
 * stacks, and not the number of lines.
 */
#pragma once

#include "readers/choose/sink.h"
#include "util/array.h"

enum indented_costs {
    INDENTED_SELF,
    INDENTED_INCLUSIVE, /* a line's cost has those of the lines below it */
};

/* The first fields belong to the caller, and the others start as 0. */
struct indented {
    struct arena *arena; /* has all memory */
    struct profile *profile;
    struct sink *sink; /* that takes the samples, or NULL; `profile` is its
                          own */
    struct sample sample; /* what the sink is told of them */
    enum indented_costs costs;
    bool callers; /* the lines below a function are its callers */
    double excess; /* inclusive: by how much the lines below others cost more
                      than these, which is more than rounding if the input is
                      damaged; such self costs are 0 */
    double without_stack; /* self cost of lines that have no function, neither
                             their own nor one above them */
    LIST(struct indented_level) levels; /* private */
    LIST(uint32_t) functions;
    struct stacks stacks;
};

/* Adds a line. The function is an id of the profile, or NO_ID if the line is no
   function, such as a thread: the lines below it then belong to the line above
   it, and so does its own cost. The cost is 0 or more. */
void indented_add(struct indented *tree, size_t depth, uint32_t function,
                  double cost);
/* Ends the tree: adds the samples of the last lines, so that the next line
   begins a new tree. */
void indented_end(struct indented *tree);
