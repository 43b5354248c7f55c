/*
 * Finds which functions of both sides are the same, if the program was edited
 * in between. All functions of a side are matched together.
 *
 * Functions can be the same only if they have the same neutral name
 * (names/neutral.h), and are in the same file and module or in those that they
 * were moved to (compare/places.h). If that leaves one function on each side,
 * they are the same, whatever their lines, columns, addresses and compilers'
 * numbers are. If it leaves several, passes from strict to loose decide (the
 * table in match.c). Functions that stay ambiguous are added up into one on
 * both sides.
 */
#pragma once

#include "compare/run.h"

/* How a function found its partner. */
enum match_way {
    MATCH_NONE,  /* it has no partner: it is new or gone */
    MATCH_NAME,  /* it is the only one of its name, or has the same number */
    MATCH_SHIFT, /* its line moved as far as those of functions around it */
    MATCH_ORDER, /* both sides have equally many of its name, and it has the
                    same place in their order */
    MATCH_SUM,   /* it is one of several that are added up on both sides */
    N_MATCH_WAYS
};

/* Functions of both sides by way. A pair counts once, and so do functions that
   are added up into one. */
struct match_counts {
    uint32_t n[N_MATCH_WAYS];
};

/*
 * Returns, by run in the arena, the identities that its functions get, or NULL
 * for a run all of whose functions keep their own. Functions with the same
 * identity are the same; several of one run have it if they are added up. The
 * texts live in the arena or, if a function keeps its identity, in the profile
 * of the run. Returns NULL after a message if most of the cost of one side is
 * in functions without a name, or if no function is on both sides.
 */
const struct identity **match_functions(struct arena *arena,
                                        const struct compare_run *runs,
                                        size_t n, struct match_counts *counts);
