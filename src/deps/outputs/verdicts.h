/*
 * Judges the statements of functions under study by their dependences: can the
 * executions of a statement run in parallel, and which other statements must
 * come before it?
 */
#pragma once

#include "deps/outputs/ends.h"
#include "output/report.h"

struct verdict {
    const struct statement *statement;
    struct str text;     /* plain text of one line */
    struct str brief;    /* its first words, for a box */
    double carried_over; /* the least distance, in executions, of flow
                            dependences that cannot be removed; 0: none */
    /* The text says that the statement is independent "in memory", or that it
       needs "no memory" of others: scalar local variables were not traced. */
    bool is_in_memory, needs_no_memory;
};

struct verdicts {
    struct verdict *of; /* by function, file and line */
    uint32_t n;
    const struct ends *ends; /* the ends of all dependences; statements 0..n-1
                                are those of the verdicts */
    double cost;  /* of all statements */
};

/* Judges the statements of the functions in the view by all dependences of the
   profile, even if the view lacks the functions that wrote or read. The result
   is in the arena. */
struct verdicts *verdicts_of(struct arena *arena, const struct report *report);
/* Do two statements of one function use the same file in a way that fixes their
   order? */
bool verdicts_share_files(const struct statement *a, const struct statement *b);
/* Returns "functions under study have 0.2% of the cost; ..." if the user should
   choose others, else "". */
struct str verdicts_hint(struct arena *arena, const struct report *report);
/* Returns an explanation of the words "in memory" or "no memory" if verdicts
   have them, else "". */
struct str verdicts_note(struct arena *arena, const struct verdicts *verdicts);
