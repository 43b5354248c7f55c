/*
 * Advice on what could run in parallel: loops with independent iterations, and
 * pairs of independent statements, by their gain. Advice that the trace leaves
 * uncertain, and loops that must keep their order, come last.
 */
#pragma once

#include "deps/outputs/loops.h"
#include "deps/outputs/verdicts.h"

/* The numbers of processors for which gains are given. */
enum { ADVICE_FEW = 2, ADVICE_MANY = 8 };

enum advice_kind {
    ADVICE_SAFE,   /* safe in this run, with the reservation of advice_caveat */
    ADVICE_UNSURE, /* something that matters was not recorded */
    ADVICE_ORDERED /* a loop of some cost must keep its order */
};

struct advice {
    enum advice_kind kind;
    uint32_t function;
    struct str place; /* place of the loop or of the first statement */
    struct str other; /* place of the second statement; "" for a loop */
    double cost;      /* of the loop, or of the cheaper statement */
    double few, many; /* the most that the program can be faster, as a factor,
                         with ADVICE_FEW and ADVICE_MANY processors; 1 if
                         ordered */
    struct str text; /* the reason, and a line of OpenMP if there is one; plain
                        text of one line */
};

struct advices {
    struct advice *of; /* by kind; then by gain, or by cost if ordered */
    uint32_t n;
    uint32_t *functions; /* functions not under study that divide much cost
                            among their callees */
    uint32_t n_functions;
};

/* Advises on the functions in the view. The result is in the arena. */
struct advices advice_of(struct arena *arena, const struct report *report);
/* Returns "loop at a.c:7" or "statements at a.c:7 and :9". */
struct str advice_what(struct arena *arena, const struct advice *advice);
/* Returns the title of advice of one kind, "What could run at once...". */
struct str advice_title(enum advice_kind kind);
/* Returns the two gains, or the share of the cost if it is ordered. */
struct str advice_number(struct arena *arena, const struct report *report,
                         const struct advice *advice);
/* Returns the sentence on the limits of any trace; plain text of one line. */
struct str advice_caveat(void);
/* Returns why there is no advice; plain text of one line. */
struct str advice_nothing(const struct report *report);
/* Returns "Name in functions.in, too: f (30%), g (20%)", or "". */
struct str advice_functions(struct arena *arena, const struct report *report,
                            const struct advices *advices);
