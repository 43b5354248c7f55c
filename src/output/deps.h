/*
 * Dependences as pictures show them: many added up to one arrow, between
 * functions, or between the statements of functions under study.
 */
#ifndef OUTPUT_DEPS_H
#define OUTPUT_DEPS_H

#include "output/output.h"

/* A statement of a function under study. */
struct dep_statement {
    uint32_t function;
    struct str place;          /* "FILE:LINE" */
    struct str id;             /* in DOT */
    struct str label, tooltip; /* escaped */
};

struct dep_arrow {
    enum dependence_kind kind;
    struct str id, from, to;   /* ids in DOT; of functions or statements */
    struct str label, tooltip; /* escaped */
};

struct deps {
    struct dep_statement *statements; /* by function, file and line; only if
                                         arrows are between them */
    size_t n_statements;
    struct dep_arrow *arrows; /* in order of first sight */
    size_t n_arrows, n_all;   /* drawn; with those that are too small */
    bool threads, plain;      /* some are drawn of either kind */
    bool told;                /* labels tell lines or functions */
};

/* What --deps and --deps-min leave of those in view. */
struct deps *deps_of(struct arena *arena, const struct report *report);

#endif
