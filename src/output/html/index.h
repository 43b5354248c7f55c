/* The page that lists the pages of --split-by. */
#pragma once

#include "util/text/buf.h"

struct index_row {
    struct str file;  /* beside the index; letters that need no escape */
    struct str value; /* any bytes */
    struct str cost;  /* with its unit */
};

/* Appends the page. `key` is what the n pages differ in. */
void html_index(struct buf *out, const char *key, const struct index_row *rows,
                size_t n);
