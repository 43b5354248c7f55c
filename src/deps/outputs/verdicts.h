/*
 * What dependences say about the statements of functions under study: could
 * the executions of a statement run at the same time, and which other
 * statements must come before it?
 */
#pragma once

#include "deps/outputs/ends.h"
#include "output/report.h"

struct verdict {
    const struct statement *statement;
    struct str text;     /* plain text of one line */
    struct str brief;    /* the first words of it, for a box */
    double carried_over; /* the least distance, in executions, of flow
                            dependences that cannot be removed; 0: none */
};

struct verdicts {
    struct verdict *of; /* by function, file and line */
    uint32_t n;
    const struct ends *ends; /* of all dependences; statement k below n is that
                                of verdict k */
    double cost;  /* of all statements */
};

/* Judges the statements of the functions in the view, by all dependences of the
   profile: a dependence counts although the functions that wrote and read were
   left out. The result is in the arena. */
struct verdicts *verdicts_of(struct arena *arena, const struct report *report);
/* Tells whether two statements of one function use the same file so that they
   must keep their order. */
bool verdicts_share_files(const struct statement *a, const struct statement *b);
/* Returns "functions under study have 0.2% of the cost; ..." if they have so
   little that the user should choose others, otherwise "". */
struct str verdicts_hint(struct arena *arena, const struct report *report);
/* Returns an explanation of the words "in memory", or else of "no memory", if
   verdicts have them, otherwise "". */
struct str verdicts_note(struct arena *arena, const struct verdicts *verdicts);
