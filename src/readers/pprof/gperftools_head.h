/* The header of a CPU profile of gperftools, see readers/pprof/gperftools.c. */
#pragma once

#include "util/text/str.h"

struct gperftools_head {
    unsigned word; /* the size of a word in bytes: 4 or 8 */
    bool is_big;   /* big-endian */
    bool is_java;
    uint64_t period; /* microseconds */
};

/* Takes the header, of either word size and byte order. Returns false if the
   bytes do not begin with one. */
bool gperftools_head_take(struct str *bytes, struct gperftools_head *head);
/* Takes a word of the size and order that the header tells. */
bool gperftools_head_word(const struct gperftools_head *head, struct str *bytes,
                          uint64_t *word);
