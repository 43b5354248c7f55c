/* Guesses the columns of a table without a header line (opreport
   --no-header). */
#ifndef READERS_OPROFILE_GUESS_H
#define READERS_OPROFILE_GUESS_H

#include "input/input.h"
#include "readers/oprofile/columns.h"

/* Guesses the columns from the rows in the head of an input. Returns false, and leaves no columns, if the
   head does not look like an opreport call graph. */
bool oprofile_guess(struct oprofile_columns *columns, struct head head);

#endif
