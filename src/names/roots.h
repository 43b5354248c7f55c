/* The functions with which programs or modules start: main, and its
   counterparts in other languages. */
#pragma once

#include "util/text/str.h"

#define NO_ROOT UINT32_MAX

/* Returns the rank of a name as it was read, or NO_ROOT if it is not the name
   of a root. A lower rank is nearer to the start of the program: Python's
   "<module>" calls main, and C's main may call the main of a class. */
uint32_t roots_rank(struct str name);
