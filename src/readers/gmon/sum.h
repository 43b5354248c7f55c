/*
 * The sum of all gmon.out files of one program. Counts and ticks are added up
 * before a profile is made of them.
 */
#pragma once

#include "model/granularity.h"
#include "model/profile.h"
#include "readers/gmon/hist.h"
#include "readers/gmon/program.h"

struct gmon_sum {
    struct gmon_program program;
    struct gmon_hist hist;
    struct gmon_arcs arcs;
    const char *name; /* for messages about all files; set by the caller unless
                         it is that of the program */
    bool force;       /* set by the caller: add files of other programs, too */
    enum granularity granularity; /* LINE, ADDRESS or else functions; set by the
                                     caller before files are added */
    size_t n_moved, n_without_rate; /* files whose addresses were moved; files
                                       without the clock's rate */
    size_t n_blocks; /* records of basic blocks, which are ignored */
    size_t n_cut;    /* files that are damaged or cut off */
};

/* Opens the program, which lives in the arena. Returns false after a message;
   otherwise end with gmon_sum_free. */
bool gmon_sum_begin(struct gmon_sum *sum, const char *program,
                    struct arena *arena);
/* Adds a file. Its name must live as long as the sum, its bytes need not.
   is_cut is set if they are only a part of the file. Returns false after a
   message. */
bool gmon_sum_add(struct gmon_sum *sum, const char *name, struct str bytes,
                  bool is_cut);
/* Fills an empty profile with the sum, and prints notes on oddities of the
   files. Returns false after a message. Nothing can be added afterwards. */
bool gmon_sum_finish(struct gmon_sum *sum, struct profile *profile);
void gmon_sum_free(struct gmon_sum *sum);
