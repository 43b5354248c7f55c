/*
 * What a trace of memory dependences says, record by record: bop-trace(5).
 * Ids are in order of first sight; the numbers that a trace has for the same
 * are looked up. All texts are in its arena.
 */
#ifndef READERS_BOP_TRACE_H
#define READERS_BOP_TRACE_H

#include "input/input.h"
#include "model/profile.h"
#include "util/map.h"

struct bop_module {
    struct str build_id, path;
};

enum bop_where {
    BOP_NOWHERE, /* "-" */
    BOP_MODULE,  /* an address as in the module's file */
    BOP_LITERAL, /* told by the program */
    BOP_MEMORY,  /* an address of no module */
};

struct bop_site {
    enum bop_where where;
    uint32_t of; /* module, literal */
    uint64_t address;
};

struct bop_literal {
    struct str file;
    uint64_t line;
};

struct bop_function {
    uint32_t site; /* where it begins */
    struct str name, file;
    bool detail;
};

/* Costs are references. */
struct bop_cost {
    double count, self, total;
};

struct bop_call {
    uint32_t caller, site, callee; /* caller: NO_ID for the outside */
    double count, cost;
};

struct bop_dependence {
    enum dependence_kind kind;
    uint32_t wrote, wtop, read, rtop; /* sites */
    double count, least, most;
};

/* What was counted, by the records of a trace or by its events. */
struct bop_sums {
    struct bop_cost *functions; /* by function, as far as there is room */
    struct bop_call *calls;
    struct bop_dependence *dependences;
    size_t functions_room, calls_room, dependences_room;
    struct pairs call_ends, call_ids, writes, reads, dependence_ids;
};

struct bop_trace {
    struct arena texts;
    struct strings sites; /* as written */
    struct bop_site *site;
    struct pairs modules, literals, functions; /* (0, number) */
    struct bop_module *module;
    struct bop_literal *literal;
    struct bop_function *function;
    size_t site_room, module_room, literal_room, function_room;
    struct bop_sums records, events;
};

/* Fields of a record, each behind a blank. False where there is none, or none
   of that kind. */
bool bop_take_text(struct bop_trace *trace, struct str *s, struct str *text);
bool bop_take_number(struct str *s, uint64_t *number);
bool bop_take_count(struct str *s, double *count);
/* The number of something; the id of something of which a record told before;
   the number of a literal. */
bool bop_take_id(struct str *s, uint32_t *number);
bool bop_take_known(struct str *s, const struct pairs *numbers, uint32_t *id);
bool bop_take_literal(struct str *s, uint32_t *number);
bool bop_take_site(struct bop_trace *trace, struct str *s, uint32_t *site);
bool bop_take_kind(struct str *s, enum dependence_kind *kind);

/* Each finds or adds; the pointer is good until the next one is asked for. */
struct bop_cost *bop_function_cost(struct bop_sums *sums, uint32_t function);
uint32_t bop_call(struct bop_sums *sums, uint32_t caller, uint32_t site,
                  uint32_t callee);
struct bop_dependence *bop_dependence(struct bop_sums *sums,
                                      const struct bop_dependence *like);
/* Calls and dependences by their ends, in an order that is the same however
   they were summed up. They are not to be added to any more. */
void bop_sums_sort(struct bop_sums *sums, const struct bop_trace *trace);
void bop_sums_free(struct bop_sums *sums);

/* Functions that run, thread by thread, and what comes of it in the end. */
struct bop_events {
    struct bop_trace *trace;
    struct pairs numbers, functions, calls; /* threads; (thread, function),
                                               (thread, call) */
    struct bop_thread *threads;
    uint32_t *function_depth, *call_depth; /* how many of them run */
    size_t threads_room, functions_room, calls_room;
    bool any;
};

/* Records e, x and d behind their names; false for a bad one. */
bool bop_enter(struct bop_events *events, struct str s);
bool bop_leave(struct bop_events *events, struct str s);
bool bop_depend(struct bop_events *events, struct str s);
/* Functions that still run return now. Frees what belongs to threads. */
void bop_events_end(struct bop_events *events);

/* Where a site is in the source, and in which function: one of the trace, or
   NO_ID, then name is what it may be called. */
struct bop_place {
    struct str text; /* "FILE:LINE", "MODULE+0xADDRESS"; "": nowhere */
    struct str file;
    uint64_t line;
    uint32_t function;
    struct str name;
};

/* By site; only of those that are wanted. Modules are sought where they were
   and in the folder of the trace; warns of each that is not there. */
struct bop_place *bop_places(struct bop_trace *trace, const bool *wanted,
                             const char *input);

/* All of the trace into an empty profile; the sums get sorted. */
void bop_profile(struct profile *profile, struct bop_trace *trace,
                 struct bop_sums *sums, const char *input);

#endif
