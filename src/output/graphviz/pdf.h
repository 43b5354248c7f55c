/* The date in a PDF file, which would make each run's bytes different. */
#ifndef OUTPUT_GRAPHVIZ_PDF_H
#define OUTPUT_GRAPHVIZ_PDF_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text/buf.h"

/*
 * Removes the creation date from the PDF that begins at this offset of the
 * buffer, or replaces it by the time that the environment variable
 * SOURCE_DATE_EPOCH names (reproducible-builds.org/specs/source-date-epoch). A
 * PDF file has offsets of its parts, so its size stays the same. Returns false
 * after a message if the variable is not a number of seconds.
 */
bool pdf_fix_date(struct buf *pdf, size_t start);

#endif
