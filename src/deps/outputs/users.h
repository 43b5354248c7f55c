/*
 * A user is a statement that reads the data which one execution of another
 * statement writes to a variable, before the next execution overwrites it. Flow
 * and anti dependences tell this. If anti dependences were not recorded, a
 * reader counts as a user if it is executed several times or comes earlier in
 * the source; any other reads after the last execution.
 */
#pragma once

#include "deps/outputs/ends.h"
#include "util/array.h"
#include "util/map.h"

struct users {
    struct pairs of; /* (statement that writes, variable), by ends.h */
    LIST(struct str) places; /* by id in `of`: the place of its first user */
    struct pairs written;    /* the same for all statements with a reader */
    LIST(struct last_read) last; /* by id in `written` */
};

/* The readers of the data that a statement wrote to a variable. */
struct last_read {
    struct str place; /* of the first one */
    double runs; /* the most executions between the write and the latest one */
};

/* The users are in the arena; the places are those of the dependences. `first`
   are the statements that have the first n numbers. */
struct users users_of(struct arena *arena, const struct dependences *all,
                      const struct ends *ends,
                      const struct statement *const *first, uint32_t n);
/* Returns the readers of the data that a statement wrote to a variable, or
   NULL. */
const struct last_read *users_last(const struct users *users,
                                   uint32_t statement, uint32_t variable);
/* Returns the place of the first user, in the order of dependences, of the data
   that a statement writes to a variable; "" if there is none. */
struct str users_find(const struct users *users, uint32_t statement,
                      uint32_t variable);
