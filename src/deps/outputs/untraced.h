/* The words on what was not traced, so that dependences may be missing. */
#pragma once

#include "output/report.h"

/* Returns "calls `glob` and `iconv`, which are not traced (build them with
   bop-cc, or see KNOWN FUNCTIONS in bop-cc(1))" for "glob, iconv"; in the
   arena. */
struct str untraced_callees(struct arena *arena, const struct report *report,
                            struct str names);
/* Returns "not traced: inline assembly (12), libraries (1: libm.so.6), scalar
   local variables; only flow dependences were recorded", broken into lines if
   `width`, in bytes, is not 0; "" if nothing is known. */
struct str untraced_text(struct arena *arena, const struct report *report,
                         size_t width);
