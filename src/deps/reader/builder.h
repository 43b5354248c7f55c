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
