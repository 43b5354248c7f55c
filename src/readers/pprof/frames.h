/*
 * The functions of the locations of a profile of pprof. A location is a place
 * in the code. It has several lines if functions were inlined there; the first
 * line is that of the innermost function. It has none if the profiler had no
 * symbols.
 */
#pragma once

#include "model/profile.h"
#include "readers/frames/code_map.h"
#include "readers/frames/inline_budget.h"
#include "readers/pprof/tables.h"
#include "util/array.h"
#include "util/text/regexp.h"

/*
 * The frames that a profile of pprof wants left out. drop_frames is a regular
 * expression for the names of functions such as those of an allocator: the
 * outermost one on a stack is left out together with all it calls, so that its
 * caller has their cost. keep_frames is an exception to it. Source:
 * profile/prune.go in the repository google/pprof.
 */

/* Begin with pprof_prune_init and end with pprof_prune_free. */
struct pprof_prune {
    bool has_drop, has_keep;
    struct regexp drop, keep;
};

/* Compiles the two texts, each of which may be "". One that is no regular
   expression is ignored after a warning about the input. */
void pprof_prune_init(struct pprof_prune *prune, struct str drop,
                      struct str keep, const char *input);
void pprof_prune_free(struct pprof_prune *prune);

/* Is a function of this name to be left out? */
bool pprof_prune_drops(struct pprof_prune *prune, struct str name);

/* Begin with the first five fields and zeros; end with freeing the arena. */
struct pprof_frames {
    struct arena *arena; /* has all memory */
    const struct pprof_tables *tables;
    struct profile *profile;
    struct code_map *code; /* its mappings are those of the tables */
    bool lines;            /* each line of a function becomes a function */
    struct pprof_prune *prune;
    uint32_t *texts;            /* by string: 1 + its text in the profile, or
                                   0 before it is needed */
    struct frame_range *ranges; /* by location: its part of `functions` */
    LIST(uint32_t) functions;   /* ids in the profile */
    size_t lost_functions;      /* lines that are damaged, or whose function the
                                   tables lack */
    struct inline_budget budget;
    uint32_t ends[2]; /* the outermost and the innermost function of a location
                         whose others are left out */
};

/* Adds the mappings of the tables to the code map. */
void pprof_frames_map(struct pprof_frames *frames);

/* The functions of a location. */
struct pprof_inlined {
    const uint32_t *functions; /* outermost first */
    uint32_t n;                /* at least 1 */
    uint32_t kept; /* number of functions before the first that
                      pprof_prune_drops */
};

/* Returns the functions of a location, which it adds to the profile if they are
   new. They are valid until the next call. */
struct pprof_inlined pprof_frames_of(struct pprof_frames *frames,
                                     uint32_t location);
