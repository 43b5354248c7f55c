/*
 * The names that are nearest to a text that the user typed, for messages:
 * "the nearest is 'focus'".
 *
 * The distance of two texts is the number of bytes to insert, remove or
 * replace, and of neighbours to swap (the optimal string alignment of F. J.
 * Damerau, A technique for computer detection and correction of spelling
 * errors, CACM 7:3, 1964). Upper and lower case letters of ASCII are equal,
 * and only the first 100 bytes count.
 *
 * A name is near if its distance is at most a third of the length of the text.
 * A name that contains the text, or is contained in it, is near whatever its
 * distance; both must have at least 3 bytes for that.
 */
#pragma once

#include "util/arena.h"

enum { NEAREST_MOST = 3 }; /* most names in a message */

struct near_name {
    struct str name;
    size_t rank;     /* the distance; 1 if one text contains the other and the
                        distance is greater */
    size_t distance; /* orders names of the same rank */
};

/* Set the text before the first name is added; the rest is zero. */
struct nearest {
    struct str text;
    struct near_name names[NEAREST_MOST]; /* the nearest first */
    size_t n;
};

/* Considers a name. It must live until nearest_text is called. */
void nearest_add(struct nearest *nearest, struct str name);
/* Considers a name by one of its forms: the form is compared, and the name is
   what the message shows. */
void nearest_add_form(struct nearest *nearest, struct str name,
                      struct str form);

/* Returns "; the nearest is 'a'" or "; the nearest are 'a', 'b' and 'c'" in the
   arena, or "" if no name is near. */
struct str nearest_text(const struct nearest *nearest, struct arena *arena);
