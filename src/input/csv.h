/*
 * Lines of comma-separated values (RFC 4180): fields may stand in double
 * quotes, where a quote is doubled. Blanks before a field belong to it, also if
 * quotes follow, because some tables are indented. A field cannot contain a
 * line end.
 */
#pragma once

#include "util/array.h"
#include "util/text/buf.h"

/* Zeroed is empty; release with csv_free. */
struct csv {
    LIST(struct str); /* the fields without quotes; valid until the next line
                         is split */
    LIST(size_t) ends; /* private, as is the text */
    struct buf text;
};

/* Splits a line at the separator. Returns false if a quote is not closed or
   something other than a separator follows it; there are no fields then. */
bool csv_split(struct csv *csv, struct str line, char separator);
/* Returns the index of the first field that is this title, or SIZE_MAX. Blanks
   around the field do not matter. */
size_t csv_find(const struct csv *csv, struct str title);
/* Returns the field of this index, or "" if there are fewer fields. */
struct str csv_field(const struct csv *csv, size_t field);
/* Reads the number at the front of the field of this index. It may have commas
   between thousands and a unit behind it, as in "2,893,824" and "0.5s". Returns
   false if the field does not begin with a number. */
bool csv_number(const struct csv *csv, size_t field, double *number);
void csv_free(struct csv *csv);
