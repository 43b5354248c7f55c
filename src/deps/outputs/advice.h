/*
 * What could run at once, ordered by what that would gain: loops whose
 * iterations need nothing of each other, and pairs of statements that need
 * nothing of each other. Advice about which the trace is not sure, and loops
 * that must keep their order, come behind it.
 */
#pragma once

#include "deps/outputs/loops.h"
#include "deps/outputs/verdicts.h"

/* Gains are told for so many processors. */
enum { ADVICE_FEW = 2, ADVICE_MANY = 8 };

enum advice_kind {
    ADVICE_SAFE,   /* in this run, nothing recorded or unrecorded speaks
                      against it but what advice_caveat says */
    ADVICE_UNSURE, /* something that matters was not recorded */
    ADVICE_ORDERED /* a loop of some cost must keep its order */
};

struct advice {
    enum advice_kind kind;
    uint32_t function;
    struct str place; /* of the loop or of the first statement */
    struct str other; /* of the second statement, or "": it is a loop */
    double cost;      /* of the loop, or of the cheaper statement */
    double few, many; /* how many times as fast the program is at most, with
                         ADVICE_FEW and ADVICE_MANY processors; 1 if it is
                         ordered */
    struct str text; /* the reason, and the line of OpenMP that follows, if
                        there is one; plain text of one line */
};

struct advices {
    struct advice *of; /* by kind; then by gain, or by cost if ordered */
    uint32_t n;
    uint32_t *functions; /* not under study; they divide much of the cost among
                            what they call */
    uint32_t n_functions;
};

/* Advises on the functions in the view. The result is in the arena. */
struct advices advice_of(struct arena *arena, const struct report *report);
/* Returns "loop at a.c:7" or "statements at a.c:7 and :9". */
struct str advice_what(struct arena *arena, const struct advice *advice);
/* Returns what advice of one kind is about, "What could run at once...". */
struct str advice_title(enum advice_kind kind);
/* Returns the two gains, or the share of the cost if it is ordered. */
struct str advice_number(struct arena *arena, const struct report *report,
                         const struct advice *advice);
/* Returns what no trace can tell; plain text of one line. */
struct str advice_caveat(void);
/* Returns why there is no advice; plain text of one line. */
struct str advice_nothing(const struct report *report);
/* Returns "Name in functions.in, too: f (30%), g (20%)", or "". */
struct str advice_functions(struct arena *arena, const struct report *report,
                            const struct advices *advices);
