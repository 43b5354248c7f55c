/* A profile that is being made, and the parts of the trace that it is made
   of. */
#pragma once

#include "deps/reader/facts.h"
#include "model/profile.h"

struct bop_builder {
    struct profile *profile;
    struct bop_trace *trace;
    const struct bop_sums *sums;
    struct bop_place *places; /* by site */
    struct bop_local *locals; /* by dependence: its data on the stack */
    struct str *tops; /* by site: its place as a statement */
    uint32_t *ids; /* by function of the trace: function of the profile */
    struct source_facts facts;
    bool lists_places; /* for --list-places */
};

/* ---- profile.c ---- */

/* Returns the function of the profile that has a site. If the trace knows
   none, one is made up, named by the symbol there or else by the place. */
uint32_t bop_builder_function(struct bop_builder *b, uint32_t site);
/* Returns, as text, the functions of unknown references that a nest of loops
   or, for nest 0, a statement has called. */
struct str bop_builder_unknown(const struct bop_builder *b, uint32_t nest,
                               uint32_t site);

/* Is a place in a header of the system? */
static inline bool bop_builder_in_system(struct str place)
{
    return str_starts(place, S("/usr/include/")) ||
           str_has(place, S("/include/c++/"));
}

/* ---- loops.c: the loops of a trace and their roles in dependences ---- */

/* The loops of the profile, by nest. */
struct bop_loops {
    uint32_t *ids;
    struct loop_head *heads; /* facts of the source */
};

/* Adds the loops of the trace to the profile. */
struct bop_loops bop_loops_add(struct bop_builder *b, struct arena *scratch);
/* Adds the roles of loops in a dependence of the trace, which is `to` in the
   profile. */
void bop_loops_use(struct bop_builder *b, const struct bop_loops *loops,
                   const struct bop_dependence *from,
                   const struct dependence *to,
                   const struct bop_update *update);
