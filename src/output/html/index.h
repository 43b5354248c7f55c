/* The page that links the pages of --split-by. */
#pragma once

#include "util/text/buf.h"

struct index_row {
    struct str file;  /* beside the index; letters that need no escape */
    struct str value; /* any bytes */
    struct str cost;  /* with its unit */
};

/* Appends the page. `key` is the key of --split-by, whose value differs in the
   n pages. */
void html_index(struct buf *out, const char *key, const struct index_row *rows,
                size_t n);
