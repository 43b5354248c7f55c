/* A literal is a place that the program names by file and line through bop.h.
   Each distinct pair has an id; as a site it is LITERAL | id. */
#pragma once

#include "bop/base/base.h"

struct thread;

struct literal {
    const char *file;
    int line;
};

/* Each thread keeps its recent literals in a direct-mapped cache. */
#define LITERAL_CACHE 1024

struct literal_slot {
    const char *file; /* the address that the program passed */
    uint64_t line;
    site at; /* 0 in a free slot */
};

/* Returns the site of a file and line. NULL stands for the file "". */
site bop_literals_site(struct thread *t, const char *file, int line);

/* Returns all literals so far, by id, and their number. */
const struct literal *bop_literals(uint32_t *n);
