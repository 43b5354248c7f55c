/* What the script of a page knows. */
#ifndef OUTPUT_HTML_DATA_H
#define OUTPUT_HTML_DATA_H

#include "output/output.h"

enum {
    HTML_FUNCTIONS = 5000, /* most that a page lists, but for drawn ones */
    HTML_CALLS = 20000,    /* the same for calls */
};

/*
 * Adds JSON that may stand in a script element: '<', '>' and '&' are escaped.
 *
 *     unit                what the texts of costs count, "" if they say it
 *     whole               as in -T json
 *     channel             "self" or "total": what the picture's colours show
 *     ramp, top           these colours, cold to hot, or null, and the share
 *                         that is hottest
 *     modules             names
 *     functions           [id, label, name, symbol, module, file, line, self,
 *                         its text, total, its text, count, cycle, exact,
 *                         drawn]: drawn ones first, then by falling total; the
 *                         name is demangled, the symbol as read; a name that
 *                         is the label, a symbol that is the name, and a
 *                         module or file that is not known, are null; modules
 *                         are indices
 *     calls               [caller, callee, cost, its text, count, exact,
 *                         kind]: functions are indices; kind is "drawn",
 *                         "indirect" or "back" for calls of the picture, null
 *                         for others
 *
 * Numbers that are not known are null.
 */
void html_data(struct buf *out, const struct report *report);

/* How many functions html_data lists. */
uint32_t html_data_listed(const struct report *report);

#endif
