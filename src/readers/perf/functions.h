/* Completes the functions of a profile after all samples were read. */
#pragma once

#include "readers/perf/stack.h"

/* Joins an inlined function without a module with the only function of its name
   in a known module, else with the function whose code starts at the same
   address, if their names differ only in scope and arguments. If source lines
   are printed, each function gets the most frequent file of its frames and the
   least line in it. Functions whose names have a file keep that. */
void perf_functions_finish(struct profile *profile,
                           const struct perf_stack *stack);
