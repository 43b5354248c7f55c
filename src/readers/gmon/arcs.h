/*
 * The arcs of all files, added up by the routines that their ends are in: the
 * call graph A and the counts C of "gprof: a call graph execution profiler"
 * (S. Graham, P. Kessler, M. McKusick, 1982).
 */
#ifndef READERS_GMON_ARCS_H
#define READERS_GMON_ARCS_H

#include "elf/symbols.h"
#include "readers/gmon/file.h"
#include "util/array.h"
#include "util/map.h"

/* The caller of calls that come from no routine of the program: from a library
   that calls back, or from an address that the C library did not know. */
#define GMON_OUTSIDE UINT32_MAX

/* All calls from one routine, or one place in it, to another routine. */
struct gmon_call {
    uint32_t caller, callee; /* symbols; the caller may be GMON_OUTSIDE */
    uint64_t from; /* the address that the calls return to, as the arc has it;
                      0 unless calls are added up by it */
    uint64_t count;
};

struct gmon_arc_sum {
    uint64_t n, count; /* arcs, and the sum of their counts */
};

/* Zeroed is empty; free the arena at the end. */
struct gmon_arcs {
    struct arena arena; /* has the calls and the pairs */
    LIST(struct gmon_call) calls;
    bool by_place; /* calls from different addresses are kept apart; to be
                      set */
    struct pairs froms; /* (high half, low half) of the address `from` */
    struct pairs callers; /* (caller, index in froms) */
    struct pairs ends; /* (index in callers, callee) -> index in calls, until
                          sorted */
    uint64_t n;        /* arcs in the files */
    struct gmon_arc_sum outside; /* arcs that begin in no symbol */
    struct gmon_arc_sum dropped; /* arcs that lead to no symbol */
    uint64_t far; /* arcs that end too far after the callee's entry to be from
                     its call of mcount */
};

/* Adds an arc; its ends are addresses as in the program's file. */
void gmon_arcs_add(struct gmon_arcs *arcs, const struct elf_symbols *symbols,
                   const struct gmon_arc *arc);
/* Sorts the calls by caller, callee and address, so that the order of arcs and
   files does not matter. Nothing can be added afterwards. */
void gmon_arcs_sort(struct gmon_arcs *arcs);

#endif
