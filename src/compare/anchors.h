/*
 * Anchors: functions whose name is alone in their file on both sides, so that
 * each is certainly the same function there. What moved between two versions of
 * a file is seen from the anchors around it.
 */
#pragma once

#include "compare/subjects.h"

/* Lists the anchors, after functions that are alone in their files have been
   joined. */
void anchors_list(struct matching *m);

/* Stores the anchors above and below the line of a function in its file, on its
   own side; NULL if there is none. One at the same line is above. */
void anchors_around(const struct matching *m, const struct subject *s,
                    struct subject **above, struct subject **below);

/* Returns the number of the part of the source that a function stands in. The
   parts are those between anchors that stand in the same order on both sides,
   and have equal numbers there. */
uint32_t anchors_part(const struct matching *m, const struct subject *s);
