/*
 * Statements that update a variable in place, as "n++" and "sum += x" do. They
 * are found in the source file, if it is there.
 */
#ifndef READERS_BOP_UPDATES_H
#define READERS_BOP_UPDATES_H

#include "readers/bop/places.h"
#include "readers/bop/sources.h"

/*
 * Returns the text of the update to which a write and a read on one source line
 * belong, in the arena, or "" if it is not known that they belong to one. The
 * update must be a statement whose value nobody uses, unlike "a[n++] = 0".
 *
 * The columns in the debug information tell. Compilers give the column of the
 * operator (++, --, +=, -=, *=, &=, |= or ^=) to the write. To the read, clang
 * gives the same column and gcc that of the operand, so other reads on the line
 * can be told apart, such as that of m[i] in "m[i + 1] += m[i]". gcc also gives
 * the column of the operator to a variable on the right side, so `variable`,
 * which may be "", must not be named there.
 */
struct str bop_update(struct arena *arena, struct sources *sources,
                      const struct bop_place *wrote,
                      const struct bop_place *read, struct str variable);

#endif
