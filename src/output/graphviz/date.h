/* The date in a picture, which would make each run's bytes different. */
#pragma once

#include "util/text/buf.h"

/*
 * Each of these removes the creation date from the picture that begins at this
 * offset of the buffer and ends with it, or replaces it by the time that the
 * environment variable SOURCE_DATE_EPOCH names
 * (reproducible-builds.org/specs/source-date-epoch). They return false after a
 * message if the variable is not a number of seconds.
 */

/* A PDF file has offsets of its parts, so its size stays the same. */
bool date_fix_pdf(struct buf *pdf, size_t start);
/* PostScript, also encapsulated. */
bool date_fix_ps(struct buf *ps, size_t start);
