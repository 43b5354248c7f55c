/* Exact costs of a profile from stacks. */
#pragma once

#include "cost/costs.h"

/* Returns the costs. The total of a function is the cost of the samples whose
   stack holds it at least once. The cost of a call is that of the samples whose
   stack holds caller and callee as neighbours at least once, self-calls
   included. */
struct costs *costs_from_stacks(struct arena *arena,
                                const struct profile *profile);
