/*
 * The histograms of all files, and how their ticks are shared among routines:
 * the self times S of the article on gprof.
 */
#ifndef READERS_GMON_HIST_H
#define READERS_GMON_HIST_H

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

/* Adds a histogram. [low, high) is its range as in the program's file, which
   may differ from what the histogram says itself. The name of the file must
   stay. Returns false after a message. */
bool gmon_hist_add(struct gmon_hist *hist, const struct gmon_file *file,
                   const struct gmon_histogram *more, uint64_t low,
                   uint64_t high);
/* Sorts the ranges. Returns false after a message if two of them overlap.
   Nothing can be added afterwards. */
bool gmon_hist_check(struct gmon_hist *hist);

/* A bin of a histogram. Zeroed, it stands before the first one. */
struct gmon_bin {
    uint64_t start, end; /* the addresses that are counted in it; none if
                            start >= end */
    double ticks; /* those of a slower clock count for as many as a clock of the
                     largest rate would have made */
    size_t range; /* the range that it is in */
    uint32_t next; /* in that range */
};

/* Goes on to the next bin that has ticks. Returns false if there is none. */
bool gmon_hist_next(const struct gmon_hist *hist, struct gmon_bin *bin);

/* Adds the ticks of each bin to the symbols in it, in proportion to their
   bytes; `ticks` is by symbol and zeroed. Returns the ticks that are in no
   symbol; with these, the sum is that of all bins. */
double gmon_hist_share(const struct gmon_hist *hist,
                       const struct elf_symbols *symbols, double *ticks);

#endif
