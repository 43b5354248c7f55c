/* Text in Markdown, as GitHub and GitLab read it. */
#ifndef OUTPUT_MARKDOWN_ESCAPE_H
#define OUTPUT_MARKDOWN_ESCAPE_H

#include "util/text/buf.h"

/* Appends text in which nothing is markup, on one line. */
void markdown_escape(struct buf *out, struct str text);

#endif
