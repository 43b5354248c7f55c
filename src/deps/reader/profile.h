/* Makes a profile of a trace. */
#pragma once

#include "deps/reader/sums.h"
#include "model/profile.h"
#include "readers/reader.h"

/* Adds the functions, calls and dependences of a trace to an empty profile.
   `sums` are the sums of its records or of its events, and get sorted. `input`
   is the path of the trace. */
void bop_profile(struct profile *profile, struct bop_trace *trace,
                 struct bop_sums *sums, const struct reader_options *options,
                 const char *input);
