/*
 * The objects that a trace of memory dependences names: modules, places in the
 * program (sites), and functions.
 *
 * Everything has an id here, 0 to n-1 in the order of first appearance; the
 * numbers that a trace uses are looked up. All texts are in the trace's arena.
 */
#pragma once

#include <stdbool.h>

#include "util/array.h"
#include "util/map.h"

/* The program or a shared library. */
struct bop_module {
    struct str build_id; /* hexadecimal; "" if the trace does not say */
    struct str path;
};

enum bop_where {
    BOP_NOWHERE, /* the place is not known: "-" */
    BOP_MODULE,  /* an address in the module's file: "0:11e7" */
    BOP_LITERAL, /* a source line that the program named: "80000000" */
    BOP_MEMORY,  /* an address outside of all modules: "?:77ff" */
};

/* A place in the program. */
struct bop_site {
    enum bop_where where;
    uint32_t of; /* id of the module or literal */
    uint64_t address;
};

struct bop_literal {
    struct str file;
    uint64_t line;
};

struct bop_function {
    uint32_t site; /* its first address */
    struct str name, file; /* "" if the trace does not say */
    bool is_under_study; /* dependences name its statements */
};

/* Zeroed is empty. All is in the arena `texts`. The lists are by id. The
   maps give an id for (0, number in the trace). */
struct bop_trace {
    struct arena texts;
    struct strings site_texts; /* as in the trace */
    LIST(struct bop_site) sites;
    struct pairs module_ids, literal_ids, function_ids;
    LIST(struct bop_module) modules;
    LIST(struct bop_literal) literals;
    LIST(struct bop_function) functions;
    struct strings fact_keys; /* facts of debug information */
    LIST(struct str) facts;   /* in the trace, by fact_keys: facts.h */
};
