/*
 * The records of one gmon.out. Numbers have the pointer size P and the byte
 * order of the program; nothing is aligned.
 *
 * GNU:      "gmon", u32 version, 12 spare bytes, then in any order
 *           0  histogram: P low, P high, u32 bins, u32 rate, 15 bytes
 *              dimension, 1 byte abbreviation, u16 for each bin
 *           1  arc: P from, P self, u32 count
 *           2  basic blocks: u32 n, n times P address, P count
 * 4.4BSD:   P low, P high, u32 bytes of header and bins, u32 0x51879, u32 rate,
 *           u32 type of bins, 8 spare bytes, u16 for each bin, then arcs: P
 *           from, P self, P count
 * old BSD:  P low, P high, u32 bytes of header and bins, bins and arcs as above
 */
#ifndef READERS_GMON_FILE_H
#define READERS_GMON_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/str.h"

/* The numbers of a program. */
struct gmon_layout {
    unsigned pointer; /* bytes: 4 or 8 */
    bool big_endian;
};

/* How often an address of [low, high) was met at the ticks of a clock. */
struct gmon_histogram {
    uint64_t low, high;
    uint32_t n;         /* bins */
    uint32_t rate;      /* ticks per unit; 0: none */
    char dimension[16]; /* the unit: "seconds" */
    struct str bins;    /* n times u16, in the order of the file */
    size_t at;          /* byte of the file */
};

struct gmon_arc {
    uint64_t from, self; /* inside caller and callee */
    uint64_t count;
};

enum gmon_kind { GMON_GNU, GMON_BSD44, GMON_OLD_BSD };

struct gmon_file {
    const char *name;
    struct gmon_layout layout;
    enum gmon_kind kind;
    struct gmon_histogram *histograms;
    struct gmon_arc *arcs;
    size_t n_histograms, histograms_room, n_arcs, arcs_room;
    size_t n_blocks; /* records of basic blocks, which are passed over */
};

/* Could this be the start of a gmon.out of any program? Old BSD files have
   nothing to be known by. */
bool gmon_looks_like(struct str head);

/* Is the head, which may be cut off, that of a file of this layout? The file
   must have its name and layout. False after a message. */
bool gmon_file_begin(struct gmon_file *file, struct str head);
/* All records, after gmon_file_begin. bytes must stay. False after a message
   with the place of what is wrong. Either way end with gmon_file_free. */
bool gmon_file_read(struct gmon_file *file, struct str bytes);
void gmon_file_free(struct gmon_file *file);

/* Bin i of a histogram. */
uint16_t gmon_bin(const struct gmon_file *file,
                  const struct gmon_histogram *histogram, uint32_t i);

#endif
