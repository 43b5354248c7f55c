/*
 * The dependences of a profile, which stand beside its calls: one function has
 * read what another function, or the same one, has written. Costs do not take
 * them into account. deps/dependence.h defines their type, and src/deps these
 * functions. In a program built without src/deps no profile has dependences,
 * and the functions of deps/none.c do nothing.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct dependences; /* NULL means no dependences */

/* If `from` says that the profiler recorded dependences, makes *to, which is
   NULL on entry, say so as well. */
void dependences_like(struct dependences **to, const struct dependences *from);
/* Adds the dependences of another profile. `ids` has, for each function of that
   profile, the function of this one or NO_ID. A dependence that loses an end is
   left out, and one that loses the function of a statement keeps NO_ID in its
   place. */
void dependences_merge(struct dependences **to, const struct dependences *from,
                       const uint32_t *ids);
/* Marks reader and writer of each dependence for which `among` is true for both
   (by function; NULL: all functions). */
void dependences_mark(const struct dependences *dependences, const bool *among,
                      bool *marked);
/* Marks reader and writer of the pairs with at least `least` dependences or, if
   `least` is 0, of as many top pairs as a picture draws. */
void dependences_mark_most(const struct dependences *dependences, long least,
                           bool *marked);
void dependences_free(struct dependences *dependences);
