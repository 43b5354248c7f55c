/* The sentence on references that were not traced, so that arrows may be
   missing. */
#pragma once

#include "deps/dependence.h"
#include "output/report.h"

/* Returns "not traced: inline assembly (12), libraries (1: libm.so.6), scalar
   local variables; only flow dependences were recorded", broken into lines if
   `width`, in bytes, is not 0; "" if nothing is known. */
struct str blind_text(struct arena *arena, const struct report *report,
                      size_t width);
