/*
 * Anchors: functions whose name occurs once in their file on either side, so
 * that they are certainly the same function. The anchors around a place show
 * how far it moved between two versions of a file.
 */
#pragma once

#include "compare/subjects.h"

/* Lists the anchors. The functions that are alone in their files must have been
   joined before. */
void anchors_list(struct matching *m);

/* Stores the nearest anchors above and below the line of a function, in its
   file and on its side; NULL if there is none. One at the same line is
   above. */
void anchors_around(const struct matching *m, const struct subject *s,
                    struct subject **above, struct subject **below);

/* Returns the number of the part of the source in which a function stands.
   Parts lie between anchors that have the same order on both sides; the same
   part has the same number on both sides. */
uint32_t anchors_part(const struct matching *m, const struct subject *s);
