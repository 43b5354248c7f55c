/* The hot path: the costliest calls down to the hottest function, or to each of
   those that are as hot. */
#pragma once

#include "cost/costs.h"
#include "view/view.h"

/* A function is as hot as the hottest one if it has this part of its self
   cost. */
#define HOT_PATH_TIE .95

/* A call to such a function is on the path, beside the costliest one, if it has
   this part of its cost. */
#define HOT_PATH_TIE_OF_CALLS .75

/* The functions and calls on the path, in the arena. */
struct hot_path {
    bool *functions; /* by function */
    bool *calls;     /* by call of the view */
    uint32_t n_hottest; /* functions that are as hot as the hottest one */
    uint32_t n_ways;    /* calls to them that are on the path */
};

/* Begins at the functions of the view with the most self cost and goes upwards:
   over the costliest calls to them, and from there on over the costliest call, as
   long as a function has a caller that is not on the path and this call has at
   least a quarter of the function's total. Back calls are not on it. It is empty
   if no function has self cost. */
struct hot_path hot_path_find(struct arena *arena,
                              const struct profile *profile,
                              const struct costs *costs,
                              const struct view *view);
