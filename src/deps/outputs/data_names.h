/* Names the data of dependences: a variable, or the source's expression for
   memory without a name and the place of its allocation. */
#pragma once

#include <stdbool.h>

#include "util/arena.h"
#include "util/text/str.h"

enum { DATA_NAMES = 3 };

/* Zeroed is empty. */
struct data_names {
    struct data_name {
        struct str expression, allocated; /* an expression, and a place; not
                                             both are "" */
    } of[DATA_NAMES];
    int n;
    bool has_more;
};

/* Adds the names of data, "" if unknown, unless they are there already. Data of
   one allocation that only some accesses name gets that name. */
void data_names_add(struct data_names *names, struct str expression,
                    struct str allocated);
/* Returns "`variable`", or "`s->a`, `s->b` (allocated at a.c:5), ..." if the
   variable is "", or "memory allocated at :5", or "memory without a name", in
   the arena. The file of the place `near` is left out of others. `quote` is
   "`", or "" for a clause, where names have no place. */
struct str data_names_text(struct arena *arena, struct str variable,
                           const struct data_names *names, const char *quote,
                           struct str near);
