/* Statements of functions under study as boxes of pictures. */
#pragma once

#include "deps/outputs/deps.h"
#include "deps/outputs/groups.h"

/* Returns an id without user text, made of that of the function and a hash of
   the place. */
struct str boxes_id(struct arena *arena, const struct report *report,
                    uint32_t function, struct str place);

/* The boxes of a picture that is being made. */
struct boxes {
    struct arena *arena;
    const struct report *report;
    struct deps *deps;
    const struct statement_groups *groups; /* NULL: the boxes have no costs */
};

/* Adds boxes for all groups of statements in the view, with costs and
   verdicts. */
void boxes_add(const struct boxes *b);
/* Drops the statements that have neither an arrow nor a cost, sorts the others
   and labels them. */
void boxes_finish(const struct boxes *b);
