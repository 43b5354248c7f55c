/* Functions that a picture has together in a box: cycles or modules. */
#ifndef OUTPUT_DOT_CLUSTERS_H
#define OUTPUT_DOT_CLUSTERS_H

#include "output/output.h"

struct cluster {
    struct str id;           /* "cycle1", "module1" */
    struct str title;        /* escaped for DOT */
    const uint32_t *members; /* those in view, by falling total */
    uint32_t n;              /* at least one */
};

struct clusters {
    struct cluster *list; /* cycles by number, modules by their costliest
                             function; the order in which to draw them */
    uint32_t n;
};

/* What --recursion and --clusters ask for. No function is in two. */
struct clusters clusters_of(struct arena *arena, const struct report *report);

#endif
