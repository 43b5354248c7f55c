/* The text about functions whose references are neither traced nor known. */
#pragma once

#include "output/report.h"

/* Returns "calls `glob` and `iconv`, which are not traced (build them with
   bop-cc, or see KNOWN FUNCTIONS in bop-cc(1))" for "glob, iconv"; in the
   arena. */
struct str unknown_text(struct arena *arena, const struct report *report,
                        struct str names);
