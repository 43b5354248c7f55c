/*
 * Statements that update a variable in place, as "n++" and "sum += x" do. They
 * are found in the source file, if it is there.
 */
#ifndef READERS_BOP_UPDATES_H
#define READERS_BOP_UPDATES_H

#include <stdint.h>

#include "util/arena.h"

/* Returns the update that a source line consists of, in the arena, or "" if it
   is not known to be one: if there is no file, if the line has none or several
   of the operators ++, --, +=, -=, *=, &=, |= and ^=, or if the variable stands
   on the right side too. The variable may be "": then it is not known. */
struct str bop_update(struct arena *arena, struct str file, uint64_t line,
                      struct str variable);

#endif
