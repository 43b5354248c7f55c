/* What is told of the members of a collapsed cycle. */
#ifndef OUTPUT_MEMBERS_H
#define OUTPUT_MEMBERS_H

#include "output/output.h"

struct members {
    struct ranked *ranked; /* functions of report->collapsed->before, by
                              falling self cost */
    size_t n;              /* 0: the function is no cycle */
};

struct members members_of(struct arena *arena, const struct report *report,
                          uint32_t function);

/* Adds lines to the label of a box: "6.1%  parse", the costliest, and what is
   left. */
void members_label(struct buf *label, struct arena *arena,
                   const struct report *report, uint32_t function);

/* Adds a line for each member to a tooltip, of at most so many bytes. */
void members_tooltip(struct buf *tip, struct arena *arena,
                     const struct report *report, uint32_t function,
                     size_t limit);

#endif
