/*
 * A tree of paths. A path is a row of 32-bit numbers, such as the frames of a
 * stack; each distinct path has an id. The ids are handed out 0, 1, 2... in the
 * order in which paths are added, so that of a path is less than those of all
 * that begin with it.
 */
#pragma once

#include "util/array.h"
#include "util/index.h"

struct path {
    uint32_t parent; /* the path without its last number, or NO_ID if that is
                        empty */
    uint32_t last;   /* its last number */
    uint32_t child;  /* private: the first path added that has one more number,
                        or NO_ID */
};

/* Zeroed is empty. All memory belongs to the arena that the calls name. */
struct paths {
    LIST(struct path);  /* by id */
    struct index index; /* private: the paths that are no `child` */
};

/* Returns the id of the path that has one more number than `parent`, which is
   NO_ID for the empty path. It is a new id if the path is new. */
uint32_t paths_add(struct paths *paths, struct arena *arena, uint32_t parent,
                   uint32_t number);
