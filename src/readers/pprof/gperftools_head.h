/* The words that begin a CPU profile of gperftools (readers/pprof/gperftools.c
   describes them). */
#pragma once

#include "util/text/str.h"

struct gperftools_head {
    unsigned word; /* the size of a word in bytes: 4 or 8 */
    bool is_big;   /* big-endian */
    bool is_java;
    uint64_t period; /* microseconds */
};

/* Takes the header, of either size and order of bytes. Returns false if these
   bytes do not begin with one. */
bool gperftools_head_take(struct str *bytes, struct gperftools_head *head);
/* Takes a word of the size and order that the header tells. */
bool gperftools_head_word(const struct gperftools_head *head, struct str *bytes,
                          uint64_t *word);
