/* Puts into words what dependences are about: a variable, or what the source
   calls memory that has no name. */
#ifndef OUTPUT_DEPS_DATA_NAMES_H
#define OUTPUT_DEPS_DATA_NAMES_H

#include <stdbool.h>

#include "util/arena.h"
#include "util/text/str.h"

enum { DATA_NAMES = 3 };

/* Zeroed is empty. */
struct data_names {
    struct str of[DATA_NAMES];
    int n;
    bool has_more;
};

/* Adds an expression unless it is there already or "". */
void data_names_add(struct data_names *names, struct str expression);
/* Returns "`variable`", or "`s->a`, `s->b`, ..." if the variable is "", or
   "memory without a name", in the arena. `quote` is "`" or "". */
struct str data_names_text(struct arena *arena, struct str variable,
                           const struct data_names *names, const char *quote);

#endif
