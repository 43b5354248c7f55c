/*
 * Adds up the histograms of all files, and shares their ticks among routines:
 * the self times S of the article on gprof.
 */
#pragma once

#include "elf/symbols.h"
#include "readers/gmon/file.h"
#include "util/array.h"
#include "util/map.h"

/* The sum of all histograms that have the same range of addresses and the same
   clock rate. */
struct gmon_range {
    uint64_t low, high;
    uint32_t rate;  /* ticks per unit */
    uint64_t *bins; /* ticks */
    uint32_t n;
    const char *name; /* of the first file that has the range */
    size_t at;        /* offset of its histogram in that file */
};

/* Zeroed is empty; free the arena at the end. */
struct gmon_hist {
    struct arena arena; /* has all of this */
    LIST(struct gmon_range) ranges;
    struct pairs address_ids; /* (high half, low half) of an address */
    struct pairs span_ids;    /* (low, high), as address ids */
    struct pairs range_ids;   /* (span, rate) -> index in ranges, until they
                                 are sorted */
    uint32_t rate;            /* the largest of all histograms; 0: unknown */
    char dimension[16];       /* the unit of all histograms */
    bool has_other_rate;      /* the histograms have different rates */
    bool has_empty;           /* a histogram has no bins */
};

/* Adds a histogram. [low, high) is its range in the addresses of the program's
   file, which may differ from those in the histogram. The name of the file must
   live as long. Returns false after a message. */
bool gmon_hist_add(struct gmon_hist *hist, const struct gmon_file *file,
                   const struct gmon_histogram *more, uint64_t low,
                   uint64_t high);
/* Sorts the ranges. Returns false after a message if two of them overlap.
   Nothing can be added afterwards. */
bool gmon_hist_check(struct gmon_hist *hist);

/* A bin of a histogram. Zeroed, it is before the first one. */
struct gmon_bin {
    uint64_t start, end; /* its addresses; none if start >= end */
    double ticks; /* ticks; those of a slower clock are scaled to the largest
                     rate */
    size_t range; /* the range that it is in */
    uint32_t next; /* index of the next bin in that range */
};

/* Moves to the next bin that has ticks. Returns false if there is none. */
bool gmon_hist_next(const struct gmon_hist *hist, struct gmon_bin *bin);

/* Adds the ticks of each bin to the symbols in it, in proportion to their
   bytes; `ticks` is by symbol and zeroed. Returns the ticks in no symbol. */
double gmon_hist_share(const struct gmon_hist *hist,
                       const struct elf_symbols *symbols, double *ticks);

/*
 * The arcs of all files, added up by the routines that their ends are in: the
 * call graph A and the counts C of "gprof: a call graph execution profiler"
 * (S. Graham, P. Kessler, M. McKusick, 1982).
 */

/* The caller of calls from outside the program's routines: from a library that
   calls back, or from an address unknown to the C library. */
#define GMON_OUTSIDE UINT32_MAX

/* All calls from one routine, or one place in it, to another routine. */
struct gmon_call {
    uint32_t caller, callee; /* symbols; the caller may be GMON_OUTSIDE */
    uint64_t from; /* the return address of the arc; 0 unless by_place is set */
    uint64_t count;
};

struct gmon_arc_sum {
    uint64_t n, count; /* arcs, and the sum of their counts */
};

/* Zeroed is empty; free the arena at the end. */
struct gmon_arcs {
    struct arena arena; /* has the calls and the pairs */
    LIST(struct gmon_call) calls;
    bool by_place; /* set by the caller: calls from different addresses are
                      separate */
    struct pairs froms; /* (high half, low half) of the address `from` */
    struct pairs callers; /* (caller, index in froms) */
    struct pairs ends; /* (index in callers, callee) -> index in calls, until
                          sorted */
    uint64_t n;        /* arcs in the files */
    struct gmon_arc_sum outside; /* arcs that begin in no symbol */
    struct gmon_arc_sum dropped; /* arcs that lead to no symbol */
    uint64_t far; /* arcs whose end is too far behind the callee's entry to be
                     its call of mcount */
};

/* Adds an arc; its ends are addresses as in the program's file. */
void gmon_arcs_add(struct gmon_arcs *arcs, const struct elf_symbols *symbols,
                   const struct gmon_arc *arc);
/* Sorts the calls by caller, callee and address, so that the order of arcs and
   files does not matter. Nothing can be added afterwards. */
void gmon_arcs_sort(struct gmon_arcs *arcs);
