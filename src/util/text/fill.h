/* Fills text into lines of limited width. */
#pragma once

#include "util/text/buf.h"
#include "util/text/str.h"

/* Appends words in lines of at most `width` columns, one for each code point; a
   word that is longer has a line of its own. The first line begins at the
   column `at`, which must be below the width; `indent` blanks precede each of
   the others. */
void fill_put(struct buf *out, struct str text, size_t width, size_t at,
              size_t indent);
