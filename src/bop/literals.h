/* Places that the API names by file and line. */
#ifndef BOP_LITERALS_H
#define BOP_LITERALS_H

#include "bop/core.h"

struct literal {
    const char *file;
    int line;
};

/* file NULL: "". Told apart by the address of file first, then by its text. */
site bop_literal(struct thread *t, const char *file, int line);
const struct literal *bop_literals(uint32_t *n);

#endif
