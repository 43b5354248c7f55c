/*
 * The places in routines that --granularity=line and =address distinguish:
 * where ticks were counted, and where calls were made.
 */
#pragma once

#include "elf/lines.h"
#include "model/granularity.h"
#include "readers/gmon/hist.h"
#include "readers/gmon/program.h"

/* Zeroed is for profiles of functions; release with gmon_places_free. */
struct gmon_places {
    enum granularity granularity; /* LINE or ADDRESS; else there are no
                                     places */
    const struct gmon_program *program;
    struct elf_line_table lines; /* of the program or of its debug file */
    struct strings files;
    struct elf_symbols parts; /* only their addresses are set */
    size_t parts_room;
    struct arena arena; /* has the files and the parts */
};

/* Splits the routines into parts, each within one line or one bin, among which
   gmon_hist_share shares ticks as it does among symbols. The program must stay
   open. */
void gmon_places_open(struct gmon_places *places,
                      const struct gmon_program *program,
                      const struct gmon_hist *hist,
                      enum granularity granularity);
/* Returns the file and line of an address; "" and 0 if they are not known. The
   text lives as long as the places. */
struct elf_line gmon_places_line(struct gmon_places *places, uint64_t address);
/*
 * Returns the address of calls. The C library stores only the return address,
 * rounded down to a multiple of two pointers from the first address of the
 * program. On x86, this finds the first direct call of the callee that returns
 * to there; otherwise it returns the address of the arc, which may belong to
 * the statement before.
 */
uint64_t gmon_places_call(const struct gmon_places *places,
                          const struct gmon_call *call);
void gmon_places_free(struct gmon_places *places);
