/* The functions that work for a statement: those that it calls or, if calls are
   unknown, those that write or read on its behalf. */
#pragma once

#include "deps/outputs/boxes.h"

/* Returns the name of a function for statements and their arrows. */
struct str workers_name(struct arena *arena, const struct report *report,
                        uint32_t function);

/* Returns "fill, scan" by box: the first few functions other than its own that
   work for it, or "". The texts are in the arena. */
struct str *workers_of(const struct boxes *b);
