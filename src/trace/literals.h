/* Places that the API names by file and line. */
#ifndef TRACE_LITERALS_H
#define TRACE_LITERALS_H

#include "trace/core.h"

struct literal {
    const char *file;
    int line;
};

/* file NULL: "". Told apart by the address of file first, then by its text. */
site bop_literal(struct thread *t, const char *file, int line);
const struct literal *bop_literals(uint32_t *n);

#endif
