/* Completes the functions of a profile when all samples were read. */
#pragma once

#include "readers/perf/stack.h"

/* An inlined function without a module joins the function of its name that has
   a known module, if there is exactly one, else that whose code starts at the
   same address if the one is called as the other but for scope and arguments.
   Each function gets the file that occurs most in its frames, if source lines
   are printed, and the least line in it. Functions whose names tell their file
   keep that. */
void perf_functions_finish(struct profile *profile,
                           const struct perf_stack *stack);
