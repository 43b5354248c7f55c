/* The loops of a trace and their roles in dependences. */
#pragma once

#include "deps/reader/builder.h"

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
