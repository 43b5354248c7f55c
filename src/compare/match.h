/*
 * Which function of the new side is which of the base, if the program was
 * edited between them. All functions of a side are looked at together.
 *
 * Functions can be the same only if they have the same neutral name
 * (names/neutral.h), and are in the same file and module or in those that they
 * were moved to (compare/places.h). Lines, columns, addresses and numbers of
 * compilers decide nothing if that leaves one function on each side. If it
 * leaves several, match.c has the table of the passes, from strict to loose.
 * What stays ambiguous becomes one function on both sides.
 */
#pragma once

#include "compare/run.h"

/* How a function found its partner. */
enum match_way {
    MATCH_NONE,  /* it has none: it is new or gone */
    MATCH_NAME,  /* it is the only one of its name, or has the same number */
    MATCH_SHIFT, /* its line moved as much as the functions around it */
    MATCH_ORDER, /* both sides have as many of its name, in this order */
    MATCH_SUM,   /* it is one of several that are added up on both sides */
    N_MATCH_WAYS
};

/* Functions of both sides by way. A pair counts once, and so does what is added
   up into one. */
struct match_counts {
    uint32_t n[N_MATCH_WAYS];
};

/*
 * Returns, by run in the arena, the identities that its functions get, or NULL
 * for a run all of whose functions keep their own. Functions with the same
 * identity are the same; several of one run are so if they are added up. The
 * texts are in the arena or, of a function that keeps its identity, in the
 * profile of the run. NULL after a message if most of the cost of one side is in
 * functions without a name, or if no function is on both sides.
 */
const struct identity **match_functions(struct arena *arena,
                                        const struct compare_run *runs,
                                        size_t n, struct match_counts *counts);
