/* Tables of functions for the terminal. */
#pragma once

#include "output/report.h"
#include "util/ranked.h"
#include "util/text/buf.h"

/* Lists functions with their costs, sorted by total, before anything is
   dropped. `pattern` works as for --root; "+" lists all functions. Returns
   false after a message when nothing matches. */
bool text_list_functions(struct buf *out, const struct report *report,
                         const char *pattern);

/* Appends the whole that costs are parts of, such as "132 samples in all of
   event cycles", or the wholes of both sides and their difference, without a
   line end. */
void text_put_whole(struct buf *out, const struct report *report);

/* Returns the functions of the view that --list names, *n of them, by falling
   total, in the arena. NULL after a message if there are none. */
struct ranked *text_find_listed(struct arena *arena,
                                const struct report *report, size_t *n);
