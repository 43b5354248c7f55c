/* One line of the call graph of a gprof report, taken apart. */
#ifndef READERS_GPROF_LINE_H
#define READERS_GPROF_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/str.h"

enum gprof_kind {
    GPROF_OTHER, /* no line of a call graph, or a damaged one */
    GPROF_BLANK,
    GPROF_HEADER,      /* the names of the columns */
    GPROF_DASHES,      /* between entries */
    GPROF_OWN,         /* of the function that the entry is about */
    GPROF_CYCLE,       /* the same for a cycle as a whole */
    GPROF_RELATIVE,    /* a caller above it, a callee or member below it */
    GPROF_SPONTANEOUS, /* in the place of callers */
};

/* Numbers that are not printed are UNKNOWN. */
struct gprof_line {
    double self, children;           /* seconds */
    double calls, total, self_calls; /* calls, calls/total, calls+self_calls */
    struct str name;                 /* without cycle and index */
    uint32_t index;
    bool in_cycle; /* self, children, total are those of the whole cycle */
};

/* line is complete for GPROF_OWN, GPROF_CYCLE and GPROF_RELATIVE only; its
   name is a part of text. */
enum gprof_kind gprof_line(struct str text, struct gprof_line *line);

/* Can it be one more line of the header? All lines of entries have digits but
   "<spontaneous>". */
bool gprof_heading(struct str text);

/* A row of the flat profile. */
bool gprof_flat_row(struct str text);

#endif
