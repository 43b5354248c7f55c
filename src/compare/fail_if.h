/* --fail-if: the change that makes the program fail. */
#pragma once

#include "compare/compare.h"
#include "names/demangle.h"

/* Is never met if zeroed. */
struct fail_if {
    bool is_given;
    int direction; /* 1: more cost, -1: less, 0: either */
    double points; /* percent of the whole of the base */
    bool self;     /* the self cost is meant; else the total */
    bool of_whole; /* the cost of the whole program is meant, not of a
                      function */
    const char *pattern; /* regular expression on functions; NULL: all */
};

/* Reads "[+-]N%[:self|:total][@RE]"; "whole" in place of RE means the cost of
   the whole program. Returns false if the text has another form. */
bool fail_if_parse(struct str text, struct fail_if *fail_if);

/*
 * Finds the functions whose change is real and larger than the points in that
 * direction. Returns their number, and in *functions an array of them in the
 * arena, sorted by falling difference of self cost and then of the cost that is
 * asked for, so that callers that only pass a change on come last. For the
 * whole program it returns 1 or 0, and *functions is NULL. Returns UINT32_MAX
 * after a message if the pattern cannot be matched. `profile` is the sum of the
 * runs.
 */
uint32_t fail_if_find(struct arena *arena, const struct fail_if *fail_if,
                      const struct comparison *comparison,
                      const struct profile *profile,
                      struct demangler *demangler, uint32_t **functions);
