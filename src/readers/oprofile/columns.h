/*
 * The columns of an opreport table. The header line tells which there are:
 *
 *     samples  %        linenr info                 image name  symbol name
 *     4734      7.8778  malloc.c:3560               libc.so.6   malloc
 *
 * First come the numbers, a pair or more for each event or cpu, then the
 * texts. Every column is padded to its width; a text as wide or wider ends
 * with a single blank and pushes the rest of the row to the right.
 */
#ifndef READERS_OPROFILE_COLUMNS_H
#define READERS_OPROFILE_COLUMNS_H

#include <stdbool.h>

#include "readers/oprofile/report.h"
#include "util/str.h"

enum oprofile_kind {
    COLUMN_ADDRESS,
    COLUMN_SAMPLES,
    COLUMN_OTHER, /* a number that follows from the samples */
    COLUMN_LINE,
    COLUMN_IMAGE,
    COLUMN_APP,
    COLUMN_SYMBOL, /* always the last */
};

struct oprofile_column {
    enum oprofile_kind kind;
    size_t width; /* of a text; 0: unknown, the table lost its blanks */
    bool used;    /* samples: add them up */
};

struct oprofile_columns {
    struct oprofile_column *list; /* release with free(3) */
    size_t n, room;
};

/* A line of nothing but '-'. */
bool oprofile_separator(struct str line);

/* Reads the header line; false, and no columns, if it is none. */
bool oprofile_header(struct oprofile_columns *columns, struct str line);
/* Guesses the columns from the rows at the start of a report that has no
   header (opreport --no-header); false if it does not look like one. */
bool oprofile_guess(struct oprofile_columns *columns, struct str head,
                    bool complete);

/* How many columns of samples there are; none is added up until it is to be
   used. */
size_t oprofile_samples(const struct oprofile_columns *columns);
void oprofile_use(struct oprofile_columns *columns, size_t index);

/* Splits a row into its samples and all of its texts; false if it is none. */
bool oprofile_row(const struct oprofile_columns *columns, struct str row,
                  double *samples, struct str *texts);

/* Takes "malloc.c:3560" or "(no location information)" and the blanks behind
   it off the front; sets file and line of the place. False, and nothing
   taken, if there is neither. */
bool oprofile_take_location(struct str *texts, size_t width,
                            struct oprofile_place *place);
/* Splits the texts of a row; false if some are missing. The place keeps
   slices of texts. */
bool oprofile_place(const struct oprofile_columns *columns, struct str texts,
                    struct oprofile_place *place);
/* Second thoughts, with all functions at hand, about the images that were not
   sure. */
void oprofile_widen_images(struct oprofile_report *report);

#endif
