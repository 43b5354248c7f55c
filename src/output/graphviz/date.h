/* Removes the date from pictures, which would make the bytes of each run
   different. */
#pragma once

#include "util/text/buf.h"

/*
 * Each of these removes the creation date from the picture that begins at this
 * offset of the buffer and ends with it, or replaces it by the time that the
 * environment variable SOURCE_DATE_EPOCH names
 * (reproducible-builds.org/specs/source-date-epoch). They return false after a
 * message if the variable is not a number of seconds.
 */

/* Keeps the size of the PDF, because it contains offsets of its parts. */
bool date_fix_pdf(struct buf *pdf, size_t start);
/* PostScript, also encapsulated. */
bool date_fix_ps(struct buf *ps, size_t start);
