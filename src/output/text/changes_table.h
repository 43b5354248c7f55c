/* The table of what changed. */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

/* Appends a table of the functions of the view that changed, at most 30, by
   falling difference, as plain text or as Markdown. */
void changes_table_put(struct buf *out, const struct report *report,
                       bool markdown);
