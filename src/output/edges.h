/* Writes parts of lines of the edges language (readers/own/edges.c), for
   output/edges.c and deps/in_edges.c. */
#pragma once

#include "util/text/buf.h"

/* Appends a text, in quotes if it needs them. */
void edges_put_text(struct buf *out, struct str s);
/* Appends " NAME=TEXT"; nothing if the text is "". */
void edges_put_attribute(struct buf *out, const char *name, struct str text);
/* Appends the prefix and a number. */
void edges_put_number(struct buf *out, const char *prefix, double number);
/* Does the same, but appends nothing if the number is UNKNOWN. */
void edges_put_known(struct buf *out, const char *prefix, double number);
/* Appends " NAME" if the flag is set. */
void edges_put_flag(struct buf *out, const char *name, bool is_set);
