/* Source lines, from the debug information of modules. The tracer itself does
   not need them, because prof2dot reads them later. They are for functions of
   the program that are called for each reference (state/told.h). */
#pragma once

#include "bop/base/base.h"

struct source_line {
    const char *file; /* as the compiler named it, with its folder; or "" */
    int line;         /* 0: unknown */
};

/* Returns the source line of a site. The debug information of its module is
   read when the first site in it is asked for. */
struct source_line bop_line_at(site at);
