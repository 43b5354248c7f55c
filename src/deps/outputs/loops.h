/*
 * Judges the loops of functions under study by their dependences: can the
 * iterations of a loop run in parallel?
 */
#pragma once

#include "deps/dependence.h"
#include "output/report.h"

/* The classes of verdicts, from the best to the worst. */
enum loop_class {
    LOOP_DOALL,     /* iterations can run in any order */
    LOOP_REDUCTION, /* they can, after the changes that the verdict names */
    LOOP_UNSURE,    /* something that matters was not recorded */
    LOOP_ORDERED    /* an iteration depends on earlier ones */
};

struct loop_verdict {
    const struct loop *loop;
    enum loop_class class;
    struct str text;   /* plain text of one line */
    struct str pragma; /* the line of OpenMP for it, or "" */
};

/* Zeroed is empty. */
struct loop_verdicts {
    struct loop_verdict *of; /* by function and place */
    uint32_t n;
};

/* Judges the loops of the functions in the view. The result is in the arena. */
struct loop_verdicts loops_judge(struct arena *arena,
                                 const struct report *report);

/* Returns "1×, 60 iterations: DOALL; #pragma omp ...", plain
   text of one line. */
struct str loops_sentence(struct arena *arena,
                          const struct loop_verdict *verdict);
