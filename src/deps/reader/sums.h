/*
 * The costs, calls and dependences of a trace, added up. Costs are numbers of
 * memory references.
 */
#pragma once

#include "deps/dependence.h"
#include "deps/reader/trace.h"
#include "util/array.h"

struct bop_cost {
    double count, self;
};

struct bop_call {
    uint32_t caller; /* NO_ID: called from outside of the trace */
    uint32_t site, callee;
    double count, cost;
};

/* The relation of a dependence to the loops around its ends; see struct
   loop_relation of the tracer. Nest 0 means none. */
struct bop_loop_relation {
    uint32_t nests[2]; /* of the writer and the reader */
    uint32_t common;
    bool is_carried;
    double least, most; /* iterations */
    uint64_t late;
};

/* A record of a trace, or the events with the same kind and sites. */
struct bop_dependence {
    enum dependence_kind kind;
    bool frees;           /* the later access frees the memory */
    uint32_t wrote, read; /* sites of the accesses */
    uint32_t wtop, rtop;  /* sites of the statements during which they were
                             made */
    double count, least, most;
    double least_runs, most_runs; /* UNKNOWN if the trace does not say */
    uint32_t low, high; /* the sites of the data, or NO_ID */
    uint32_t frame; /* the function whose frames have the data, or NO_ID */
    uint64_t least_below, most_below; /* bytes below the CFA of the frame */
    uint32_t allocated; /* the site that allocated the memory, or NO_ID */
    struct bop_loop_relation loops;
};

/* A nest of loops: nest 0 is outside of all. */
struct bop_nest {
    uint32_t parent, depth; /* a nest; 1 is the outermost loop */
    uint32_t site;
    double count, iterations, cost, early;
    uint64_t outputs, inputs, has_early_exit; /* the last one is 0 or 1 */
};

/* The executions of a statement of a function under study. */
struct bop_statement {
    uint32_t site;
    double count, cost, most;
    uint64_t outputs, inputs; /* as in struct statement */
};

/* The sites of a read that met a write within one execution of a statement. */
struct bop_within {
    uint32_t wrote, read;
};

/* A function with unknown references, and the nest of loops (or, if that is 0,
   the statement) that called it. */
struct bop_unknown {
    uint32_t nest, site;
    struct str name;
};

/* Zeroed is empty; free the arena at the end. */
struct bop_sums {
    struct arena arena;               /* has all of these */
    LIST(struct bop_cost) functions;  /* by function; may be shorter */
    LIST(struct bop_call) calls;
    LIST(struct bop_dependence) dependences;
    LIST(struct bop_statement) statements;
    LIST(struct bop_within) within;
    LIST(struct bop_unknown) unknown;
    LIST(struct bop_nest) nests; /* by number */
    struct pairs call_ends;      /* (caller, callee) */
    struct pairs call_ids;       /* (call_ends, site) -> call */
    struct pairs writes, reads;  /* (wrote, wtop), (read, rtop) */
    struct pairs dependence_ids; /* (6 writes + kind, reads) -> dependence, of
                                    events */
};

/* Returns the cost of a function, to be added to. The pointer is valid until
   the next call. */
struct bop_cost *bop_sums_function(struct bop_sums *sums, uint32_t function);
/* Returns the index of the calls from a site, which it adds if they are new. */
uint32_t bop_sums_call(struct bop_sums *sums, uint32_t caller, uint32_t site,
                       uint32_t callee);
/* Returns the dependence of events with the same kind and sites. If it is new,
   it is added with a count of 0. The pointer is valid until the next call. */
struct bop_dependence *bop_sums_dependence(struct bop_sums *sums,
                                           const struct bop_dependence *like);

/* Sorts calls and dependences by their sites, so that the order of records and
   events does not matter. Nothing can be added afterwards. */
void bop_sums_sort(struct bop_sums *sums, const struct bop_trace *trace);
