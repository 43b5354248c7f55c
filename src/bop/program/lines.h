/* Source lines, read from the debug information of modules. The tracer itself
   needs none: prof2dot reads them later. Only functions of the program that
   want to know of each reference are told its line. */
#pragma once

#include "bop/base/base.h"

struct source_line {
    const char *file; /* as the compiler has named it, with its folder; or "" */
    int line;         /* 0: unknown */
};

/* Returns the source line of a site. The debug information of its module is
   read when the first site in it is asked for. */
struct source_line bop_line_at(site at);
