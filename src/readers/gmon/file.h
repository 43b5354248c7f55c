/*
 * The records of one gmon.out. Numbers have the pointer size P and the byte
 * order of the program; nothing is aligned. There are three formats:
 *
 * GNU:      "gmon", u32 version, 12 spare bytes, then records in any order:
 *           0  histogram: P low, P high, u32 bins, u32 rate, 15 bytes
 *              dimension, 1 byte abbreviation, u16 for each bin
 *           1  arc: P from, P self, u32 count
 *           2  basic blocks: u32 n, n times P address, P count
 * 4.4BSD:   P low, P high, u32 bytes of header and bins, u32 0x51879, u32 rate,
 *           u32 type of bins, 8 spare bytes, u16 for each bin, then arcs: P
 *           from, P self, P count
 * old BSD:  P low, P high, u32 bytes of header and bins, bins and arcs as above
 */
#pragma once

#include "util/array.h"
#include "util/text/str.h"

/* How a program stores numbers. */
struct gmon_layout {
    unsigned pointer; /* bytes: 4 or 8 */
    bool big_endian;
};

/* Counts, for each part of [low, high), the clock ticks at which the program
   counter was there. */
struct gmon_histogram {
    uint64_t low, high;
    uint32_t n;         /* bins */
    uint32_t rate;      /* ticks per unit; 0: unknown */
    char dimension[16]; /* the unit: "seconds" */
    struct str bins;    /* n numbers of 16 bits: see gmon_file_bin */
    size_t at;          /* offset of the record in the file */
};

struct gmon_arc {
    uint64_t from, self; /* addresses inside the caller and the callee */
    uint64_t count;
};

enum gmon_kind { GMON_GNU, GMON_BSD44, GMON_OLD_BSD };

struct gmon_file {
    const char *name; /* for messages */
    struct gmon_layout layout;
    enum gmon_kind kind;
    struct arena arena; /* has these: */
    LIST(struct gmon_histogram) histograms;
    LIST(struct gmon_arc) arcs;
    size_t n_blocks; /* records of basic blocks, which are ignored */
    bool is_cut;     /* a record is cut off or damaged; it and the rest are left
                        out */
};

/* Could this be the start of a gmon.out of some program? Old BSD files are not
   recognised, since they have no magic number. */
bool gmon_file_looks_like(struct str head);

/* Checks the head of a file, of any length, and sets the kind. Name and layout
   must be set. Returns false after a message. */
bool gmon_file_begin(struct gmon_file *file, struct str head);
/* Reads all records, after gmon_file_begin. The bytes must live as long as the
   file. Returns false after a message with the offset of the error; if records
   precede a cut, it returns true after the message. End with
   arena_free(&file->arena) in any case. */
bool gmon_file_read(struct gmon_file *file, struct str bytes);

/* Returns the ticks in bin i of a histogram of this file. */
uint16_t gmon_file_bin(const struct gmon_file *file,
                       const struct gmon_histogram *histogram, uint32_t i);
