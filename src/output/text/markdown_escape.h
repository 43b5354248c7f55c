/* Text in Markdown, as GitHub, GitLab, pandoc and Python-Markdown read it. */
#ifndef OUTPUT_MARKDOWN_ESCAPE_H
#define OUTPUT_MARKDOWN_ESCAPE_H

#include "util/text/buf.h"

/* Appends text in which nothing is markup. utf8_clean has replaced the line ends
   in it. */
void markdown_escape(struct buf *out, struct str text);

#endif
