/* The argument of one option: whether it is valid, and where it is stored. */
#pragma once

#include "cli/option_rows.h"
#include "util/arena.h"

/* Stores the argument as the row tells. Returns false after a message. */
bool option_value_store(struct options *options, const struct option_row *row,
                        const char *arg, struct arena *arena);

/* Appends to a list of n texts. Its array has room for n texts rounded up to a
   power of two, so it is full if n is a power of two. */
void option_value_append(const char ***texts, size_t *n, const char *text,
                         struct arena *arena);
