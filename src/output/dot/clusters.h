/* Groups of functions that a picture draws in a frame: cycles or modules. */
#pragma once

#include "output/report.h"

struct cluster {
    struct str id;           /* "cycle1", "module1" */
    struct str title;        /* may have two lines */
    const uint32_t *members; /* functions of the view, by falling total */
    uint32_t n;              /* at least 1 */
};

/* Clusters in the order in which they are drawn: cycles by number, modules by
   the total of their costliest function. No function is in two clusters. */
struct clusters {
    struct cluster *list;
    uint32_t n;
};

/* Returns the clusters that --recursion and --clusters ask for, in the
   arena. */
struct clusters clusters_of(struct arena *arena, const struct report *report);
