/* The call graph of a profile: the calls of each function and to each
   function. */
#pragma once

#include "model/profile.h"

/* The list of function f is calls[first[f]] to calls[first[f + 1] - 1], in
   ascending order. Self-calls, and calls that did not happen (call_happened),
   are in no list. */
struct call_lists {
    uint32_t *first; /* by function, and one more for the end of the last */
    uint32_t *calls; /* calls of the profile */
};

struct graph {
    struct call_lists out; /* calls by caller */
    struct call_lists in;  /* calls by callee */
    uint32_t *callees;     /* by place in out.calls: the callee of the call */
    uint32_t *self_call;   /* by function: its call of itself, even if that did
                              not happen, or NO_ID */
};

/* These two make a graph, in the arena. The second leaves out all calls to the
   marked functions (by function; NULL marks none). */
struct graph *graph_of(struct arena *arena, const struct profile *profile);
struct graph *graph_without_calls_to(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *marked);
