/* The index of a profile, which only the files of the profile know. */
#pragma once

#include "model/profile.h"

/* Finds the functions, calls and contexts that the profile already has. */
struct profile_index {
    struct arena texts;     /* the bytes of the profile's texts */
    struct strings names;   /* each text of an identity once; id 0 is "".
                               profile_shrink leaves no other; those of
                               functions are added when one is asked for */
    struct index functions; /* by identity */
    struct index calls;     /* by caller and callee: the first n_calls; a search
                               adds the others */
    uint32_t n_calls;
    struct index contexts;  /* by parent and function: the roots, and the
                               children of each context except its first */
    LIST(uint32_t) named;   /* by the id of a name: 1 + the function that
                               profile_named returned for it, or 0 */
    LIST(uint32_t) roots; /* by context: the outermost function of its stack,
                             so that a sample need not walk up a deep stack */
    /* After ids have changed, these indexes are filled only when they are
       needed, which is rare. */
    bool lacks_functions; /* functions */
    bool lacks_contexts;  /* contexts and roots */
};

/* Frees what finds contexts, which have moved or need no finding any more. */
static inline void
profile_index_free_contexts(struct profile_index *index)
{
    index_free(&index->contexts);
    LIST_FREE(&index->roots);
}
