/*
 * Statements that update a variable, as "n++" and "sum += x" do. They are found
 * in the source file, if it is there.
 */
#ifndef DEPS_READER_UPDATES_H
#define DEPS_READER_UPDATES_H

#include "deps/reader/places.h"
#include "deps/reader/sources.h"

struct bop_update {
    struct str text;      /* of the source, or "": it is not known to be one */
    struct str reduction; /* as in struct dependence */
};

/*
 * Finds the update to which a write and a read belong. The text is in the
 * arena. Statements whose value somebody uses, such as "a[n++] = 0", are none.
 *
 * Statements like "n++" and "n += x" stand on one line, and the columns in the
 * debug information tell whether they are meant. Compilers give the column of
 * the operator (++, --, +=, -=, *=, &=, |= or ^=) to the write. To the read,
 * clang gives the same column and gcc that of the operand, so other reads on
 * the line can be told apart, such as that of m[i] in "m[i + 1] += m[i]". gcc
 * also gives the column of the operator to a variable on the right side, so
 * `variable`, which may be "", must not be named there.
 *
 * Of assignments, such as "n = n + x" and "if (x < n) n = x", n must be the
 * variable itself.
 */
struct bop_update bop_update(struct arena *arena, struct sources *sources,
                             const struct bop_place *wrote,
                             const struct bop_place *read, struct str variable);

/* How a statement names a variable. */
enum bop_naming {
    BOP_AS_SCALAR,
    BOP_AS_ARRAY, /* with a subscript */
    BOP_OTHERWISE, /* not at all, as "*p" does, or only members of it */
    N_BOP_NAMINGS
};
/* Tells how the statement at a place names a variable that it reads or writes
   there. A variable that is itself a member of another one counts as a scalar.
   Without the source, it is an array. */
enum bop_naming bop_naming(struct sources *sources,
                           const struct bop_place *place, struct str variable,
                           bool writes);

/* Tells whether the head of a function that begins at a place has the name, so
   that this is not the global variable there. */
bool bop_is_parameter(struct sources *sources, const struct bop_place *function,
                      struct str variable);

/* Returns what the source accesses at a column of a line, such as "s->count" or
   "a[]": a part of it without blanks, whose subscripts are left out, in the
   arena; "f()" or "s->f()" if it is a call, or a macro with arguments. gcc names
   the column of the operator that writes, or of the last operator of what is
   read; clang that of the last name. Returns "" if there is nothing of the kind,
   or a plain name that is not at the column itself. The column of a
   variable that a declaration gives a value means that value. */
struct str bop_expression(struct arena *arena, struct str line,
                          uint64_t column);

#endif
