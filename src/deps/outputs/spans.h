/* Measured critical paths in words. */
#ifndef DEPS_OUTPUTS_SPANS_H
#define DEPS_OUTPUTS_SPANS_H

#include "deps/dependence.h"
#include "output/report.h"

/* Returns the critical path of the program, or NULL if it was not measured. */
const struct work_span *spans_program(const struct report *report);
/* Returns "the longest chain of dependent executions makes ...", what that
   means for 2 to 16 processors, and what is left without some dependences; ""
   if nothing was measured. */
struct str spans_text(struct arena *arena, const struct report *report);
/* Returns ", work over span 2.5" for a function, or a loop at a place, or "". */
struct str spans_of(struct arena *arena, const struct report *report,
                    enum span_kind kind, uint32_t function, struct str place);
/* Returns "work over span: main 2.5, loop :7 of main 1.0, ..." of all functions
   and loops in the view, or "". */
struct str spans_parts(struct arena *arena, const struct report *report);

#endif
