/*
 * Arcs of all files, summed by the routines that their ends are in: A and C of
 * the gprof notes.
 */
#ifndef READERS_GMON_ARCS_H
#define READERS_GMON_ARCS_H

#include "elf/symbols.h"
#include "readers/gmon/file.h"
#include "util/map.h"

struct gmon_edge {
    uint32_t caller, callee; /* symbols */
    uint64_t count;
};

/* Zeroed is empty. */
struct gmon_arcs {
    struct gmon_edge *of;
    size_t room;
    struct pairs ends; /* (caller, callee) -> of */
    uint64_t n;        /* arcs as read */
    /* An end was in no symbol: */
    uint64_t dropped, dropped_count;
    /* The callee's end is further from its entry than a call of mcount: */
    uint64_t far;
};

/* from and self are addresses of the program. */
void gmon_arcs_add(struct gmon_arcs *arcs, const struct elf_symbols *symbols,
                   const struct gmon_arc *arc);
/* By caller and callee: the same whatever the order of arcs and files. */
void gmon_arcs_sort(struct gmon_arcs *arcs);
/* Empties it. */
void gmon_arcs_free(struct gmon_arcs *arcs);

#endif
