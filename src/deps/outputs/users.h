/*
 * Statements that need what one execution of another statement writes to a
 * variable before the next execution writes there. Each reads from that
 * statement, which overwrites what it has read. If anti dependences were not
 * recorded, all statements count that are executed several times or that come
 * earlier in the source: any other reads after the last execution.
 */
#pragma once

#include "deps/outputs/ends.h"
#include "util/array.h"
#include "util/map.h"

struct users {
    struct pairs of; /* (statement that writes, variable), by ends.h */
    LIST(struct str) places; /* by id in `of`: where its first user is */
    struct pairs written;    /* the same of all statements that are read from */
    LIST(struct last_read) last; /* by id in `written` */
};

/* Another statement that reads what a statement has written to a variable. */
struct last_read {
    struct str place; /* of the first one */
    double runs; /* how many executions before the latest one wrote, at most */
};

/* The users are in the arena; the places are those of the dependences. `first`
   are the statements that have the first n numbers. */
struct users users_of(struct arena *arena, const struct dependences *all,
                      const struct ends *ends,
                      const struct statement *const *first, uint32_t n);
/* Returns who reads what a statement has written to a variable, or NULL. */
const struct last_read *users_last(const struct users *users,
                                   uint32_t statement, uint32_t variable);
/* Returns the place of the first user of what a statement writes to a variable,
   in the order of dependences; "" if there is none. */
struct str users_find(const struct users *users, uint32_t statement,
                      uint32_t variable);
