/* Statements of functions under study as boxes of pictures. */
#pragma once

#include "deps/outputs/deps.h"
#include "deps/outputs/groups.h"

/* Returns an id without user text, made of that of the function and a hash of
   the place. */
struct str boxes_id(struct arena *arena, const struct report *report,
                    uint32_t function, struct str place);
/* Adds boxes for all groups of statements in the view, with costs and
   verdicts. */
void boxes_add(struct deps *deps, struct arena *arena,
               const struct report *report,
               const struct statement_groups *groups);
/* Drops the statements that have neither an arrow nor a cost, sorts the others
   and labels them. `groups` may be NULL. */
void boxes_finish(struct deps *deps, struct arena *arena,
                  const struct report *report,
                  const struct statement_groups *groups);
