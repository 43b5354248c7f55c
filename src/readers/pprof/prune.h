/*
 * The frames that a profile of pprof says to leave out. drop_frames is a
 * regular expression for the names of functions such as those of an allocator:
 * the outermost one on a stack is left out together with all it calls, so that
 * its caller has their cost. keep_frames is an exception to it. Source:
 * profile/prune.go in the repository google/pprof.
 */
#ifndef READERS_PPROF_PRUNE_H
#define READERS_PPROF_PRUNE_H

#include "util/text/regexp.h"

/* Begin with pprof_prune_init and end with pprof_prune_free. */
struct pprof_prune {
    bool has_drop, has_keep;
    struct regexp drop, keep;
};

/* Compiles the two texts, each of which may be "". One that is no regular
   expression is not used; a warning about the input says so. */
void pprof_prune_init(struct pprof_prune *prune, struct str drop,
                      struct str keep, const char *input);
void pprof_prune_free(struct pprof_prune *prune);

/* Is a function of this name to be left out? */
bool pprof_prune_drops(struct pprof_prune *prune, struct str name);

#endif
