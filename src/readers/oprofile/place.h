/* Splits the texts of an opreport row into the place of a function. */
#pragma once

#include "readers/oprofile/columns.h"

/* The place of a function in binary and source. It does not own its texts. */
struct oprofile_place {
    struct str image;  /* binary as printed, with its path if there is one */
    struct str symbol; /* "" while it is not known */
    struct str file;   /* source file; "" if the report does not say */
    uint64_t line;     /* 0: the report does not say */
    bool nameless;     /* it has no symbol and the name of its image */
    bool sure;         /* the image certainly ends where it was cut */
};

/* Splits the texts of a row; the texts of the place are slices of them. Returns
   false, with an empty symbol, if some are missing. */
bool oprofile_place_split(const struct oprofile_columns *columns,
                          struct str texts, struct oprofile_place *place);
/* Takes a location, "malloc.c:3560" or "(no location information)", and the
   blanks after it off the front. `width` is that of the column or 0. Sets file
   and line of the place. Returns false, and takes nothing, if there is none. */
bool oprofile_place_take_location(struct str *texts, size_t width,
                                  struct oprofile_place *place);
/* Is the word rather the start of a declaration in C++, Rust or Objective-C
   than a part of a file name? */
bool oprofile_place_is_declaration(struct str word);
