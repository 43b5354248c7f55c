/*
 * Statements that update a variable in place, as "n++" and "sum += x" do. They
 * are found in the source file, if it is there.
 */
#ifndef READERS_BOP_UPDATES_H
#define READERS_BOP_UPDATES_H

#include "readers/bop/places.h"

/*
 * Returns the update that a write and a read on one source line belong to, in
 * the arena, or "" if they are not known to. The columns in the debug
 * information tell: a compiler gives the place of the operator ++, --, +=, -=,
 * *=, &=, |= or ^= to the write; to the read, clang gives the same and gcc that
 * of the operand. So other reads on the line are told apart, as that of m[i] in
 * "m[i + 1] += m[i]". gcc gives a variable on the right side the place of the
 * operator, too, so `variable`, which may be "", must not stand there. The
 * update must be a statement whose value nobody uses, unlike "a[n++] = 0".
 */
struct str bop_update(struct arena *arena, const struct bop_place *wrote,
                      const struct bop_place *read, struct str variable);

#endif
