/* Escapes user text for XML and HTML. */
#pragma once

#include "util/text/buf.h"

/* Appends text for an element or for an attribute in double quotes. Line ends
   and tabs become blanks; other control characters and ill-formed UTF-8 become
   U+FFFD. */
void xml_escape(struct buf *out, struct str text);
