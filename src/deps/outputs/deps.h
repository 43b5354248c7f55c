/*
 * The arrows of dependences in pictures. Many dependences become one arrow
 * between two functions, or between two statements of functions under study.
 */
#pragma once

#include "deps/dependence.h"
#include "output/report.h"

/* A statement of a function under study, drawn as a box of its own. */
struct dep_statement {
    uint32_t function;
    struct str place; /* "FILE:LINE" as read: any bytes */
    struct str last;  /* the last line of a group of statements, or "" */
    struct str id;    /* in DOT and SVG */
    struct str label, tooltip; /* plain text of several lines */
    struct str above; /* the id of the function or statement below which it is
                         drawn, or "" if an arrow leads to it */
    bool is_in_memory, needs_no_memory; /* as in struct verdict, if the label
                                           or the tooltip has its text */
};

struct dep_arrow {
    enum dependence_kind kind;
    struct str id;             /* in DOT and SVG */
    struct str from, to;       /* ids of functions or of statements */
    struct str label, tooltip; /* plain text of several lines */
    bool is_forward; /* from a statement to one that comes after it */
};

struct deps {
    struct dep_statement *statements; /* by function, file and line: all with
                                         executions in the input, else those
                                         with arrows */
    size_t n_statements;
    struct dep_arrow *arrows; /* in the order of the dependences */
    size_t n_arrows;          /* drawn */
    size_t n_all;             /* arrows, also those that are too small to be
                                 drawn */
    bool by_function; /* arrows between statements of two functions connect the
                         functions */
    bool has_groups; /* some boxes stand for several statements */
    double group_share; /* `share` of groups.h */
    bool in_rows; /* statements in one row are independent of each other */
    bool reorders; /* there are anti or output dependences */
    bool within_thread, across_threads; /* the kinds that are drawn */
    bool detailed; /* labels have lines or functions, not only numbers */
};

/* Returns the dependences of the view that --deps and --deps-min select, in the
   arena; none for DEPS_NONE. */
struct deps *deps_of(struct arena *arena, const struct report *report);

/* Returns, by function, whether the view has it. */
bool *deps_view(struct arena *arena, const struct report *report);
/* Returns the dependences between functions of the view, in the arena, and
   stores their number in *n. */
const struct dependence **deps_in_view(struct arena *arena,
                                       const struct report *report,
                                       uint32_t *n);
