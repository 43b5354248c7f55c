/* The heads of for loops in the source: "for (a; b; c)". */
#ifndef DEPS_READER_FOR_HEAD_H
#define DEPS_READER_FOR_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "util/text/str.h"

struct for_head {
    bool is_for; /* it may be a for loop */
    /* The columns of the word, of the semicolons, and of the parenthesis at the
       end; 0 if the line does not have the whole head, or has several that
       could be meant, or if the head has several variables. */
    uint64_t word, condition, step, close;
};

/* Finds the head that has this column of a line, 0 if that is not known. */
struct for_head for_head_in(struct str line, uint64_t column);
/* Tells whether a column is in the first or in the last part of the head. For
   g++, the last part is where the word is. */
bool for_head_has(const struct for_head *head, uint64_t column);

#endif
