/*
 * The histograms of all files, and the self time S of each routine from them.
 */
#ifndef READERS_GMON_HIST_H
#define READERS_GMON_HIST_H

#include "elf/symbols.h"
#include "readers/gmon/file.h"
#include "util/map.h"

/* The sum of all histograms of one range. */
struct gmon_range {
    uint64_t low, high;
    uint64_t *bins; /* ticks */
    uint32_t n;
    const char *name; /* of the file that had it first, and where */
    size_t at;
};

/* Zeroed is empty. */
struct gmon_hist {
    struct gmon_range *of;
    size_t n, room;
    struct pairs addresses, ranges; /* (high half, low half) of an address;
                                       (low, high) -> of */
    uint32_t rate;                  /* of the first */
    char dimension[16];             /* of the first */
    bool has_other_rate, is_empty;  /* something to tell */
};

/* Adds a histogram whose range is [low, high) in the program: what it says
   itself may have been moved. The names of files must stay. False after a
   message. */
bool gmon_hist_add(struct gmon_hist *hist, const struct gmon_file *file,
                   const struct gmon_histogram *more, uint64_t low,
                   uint64_t high);
/* Ranges that overlap but are not the same are an error. Sorts them. */
bool gmon_hist_check(struct gmon_hist *hist);

/* The ticks of each symbol, a bin shared in proportion to bytes. Returns those
   that no symbol owns: with these they add up to all ticks. */
double gmon_hist_share(const struct gmon_hist *hist,
                       const struct elf_symbols *symbols, double *ticks);
/* Empties it. */
void gmon_hist_free(struct gmon_hist *hist);

/* Where bin i of n for [low, high) begins, in bytes from low; i may be n. */
uint64_t gmon_bin_start(uint64_t low, uint64_t high, uint32_t n, uint64_t i);

#endif
