/*
 * Statements that need what one execution of another statement writes to a
 * variable before the next execution writes there. Each reads from that
 * statement, which overwrites what it has read. If anti dependences were not
 * recorded, only statements that come earlier in the source count: a later one
 * may read after the last execution.
 */
#ifndef OUTPUT_DEPS_USERS_H
#define OUTPUT_DEPS_USERS_H

#include "output/deps/ends.h"
#include "util/array.h"
#include "util/map.h"

struct users {
    struct pairs of; /* (statement that writes, variable), by ends.h */
    LIST(struct str) places; /* by id in `of`: where its first user is */
};

/* The users are in the arena; the places are those of the dependences. */
struct users users_of(struct arena *arena, const struct dependences *all,
                      const struct ends *ends);
/* Returns the place of the first user of what a statement writes to a variable,
   in the order of dependences; "" if there is none. */
struct str users_find(const struct users *users, uint32_t statement,
                      uint32_t variable);

#endif
