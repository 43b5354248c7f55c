/*
 * The columns of an opreport table, which its header line names:
 *
 *     samples  %        linenr info                 image name  symbol name
 *     4734      7.8778  malloc.c:3560               libc.so.6   malloc
 *
 * First come the numbers, a pair or more for each event or cpu, then the
 * texts. Every column is padded to its width. A text that is as wide or wider
 * ends with a single blank and pushes the rest of the row to the right.
 */
#pragma once

#include "input/input.h"
#include "util/array.h"
#include "util/text/str.h"

enum oprofile_kind {
    COLUMN_ADDRESS,
    COLUMN_SAMPLES,
    COLUMN_OTHER, /* a number that is computed from the samples */
    COLUMN_LINE,  /* this and the following are texts */
    COLUMN_IMAGE,
    COLUMN_APP,
    COLUMN_SYMBOL, /* always the last */
};

struct oprofile_column {
    enum oprofile_kind kind;
    size_t width; /* of a text; 0: not known, since blanks were squeezed */
    bool used;    /* its samples are counted */
};

struct oprofile_columns {
    struct arena *arena; /* has the list */
    LIST(struct oprofile_column);
};

/* Does the line separate entries, so that it has only '-'? */
bool oprofile_columns_separator(struct str line);

/* Reads a header line. Returns false, and leaves no columns, if the line is
   none. */
bool oprofile_columns_read(struct oprofile_columns *columns, struct str line);

/* Returns the number of columns of samples. */
size_t oprofile_columns_samples(const struct oprofile_columns *columns);
/* Marks a column of samples as used; `index` counts only those. */
void oprofile_columns_use(struct oprofile_columns *columns, size_t index);

/* Splits a row into the sum of its used samples and its texts, all in one.
   Returns false if the line is not a row. */
bool oprofile_columns_split(const struct oprofile_columns *columns,
                            struct str row, double *samples, struct str *texts);

/* Guesses the columns of a table without a header line (opreport
   --no-header). */

/* Guesses the columns from the rows in the head of an input. Returns false, and
   leaves no columns, if the head does not look like an opreport call graph. */
bool oprofile_guess(struct oprofile_columns *columns, struct head head);
