/*
 * The dependences of a profile, which stand beside its calls: one function has
 * read what another function, or the same one, has written. Costs do not take
 * them into account. Their type is deps/dependence.h, which this room does not
 * know: src/deps has these functions, and in a program without it, no profile
 * has dependences and deps/none.c has functions that do nothing.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct dependences; /* a pointer to it is NULL if there are none */

/* Makes *to, which is NULL, say that dependences were looked for, if `from`
   does. */
void dependences_like(struct dependences **to, const struct dependences *from);
/* Adds the dependences of another profile. `ids` has, for each function of that
   profile, the function of this one or NO_ID. A dependence that loses an end
   is left out, and one that loses the function of a statement keeps NO_ID in its
   place. */
void dependences_merge(struct dependences **to, const struct dependences *from,
                       const uint32_t *ids);
/* Marks both functions of each dependence, if both are `among` those that
   count; NULL: all functions count. */
void dependences_mark(const struct dependences *dependences, const bool *among,
                      bool *marked);
/* Marks both functions of the pairs that have most dependences: those with at
   least so many, or if that is 0, as many pairs as a picture draws. */
void dependences_mark_most(const struct dependences *dependences, long least,
                           bool *marked);
void dependences_free(struct dependences *dependences);
