/*
 * Finds the source files and lines of addresses in DWARF.
 * struct elf_line_table is for addresses that come one by one, elf_lines for
 * many at once.
 */
#pragma once

#include <elfutils/libdw.h>

#include "elf/altlink.h"
#include "elf/file.h"
#include "elf/line.h"
#include "util/arena.h"
#include "util/array.h"
#include "util/map.h"

/* The lines of one file. Zeroed is closed and has no lines. */
struct elf_line_table {
    const struct elf_file *file;
    Dwarf *dwarf;
    struct elf_altlink shared; /* DWARF that it shares with other programs */
    struct arena arena; /* has the units and the pairs */
    LIST(struct elf_unit) units; /* parts of compilation units, by address */
    struct pairs counted;  /* units that elf_line_table_prepare counted */
    struct str rows;       /* the section .debug_line */
    uint64_t read, sought; /* work so far: ranges of units that were read, and
                              that searches looked at */
    bool is_limited; /* elf_line_table_limited was called */
    bool is_big_endian;
};

/* Finds which compilation units the file has. Their lines are read when they
   are needed. The file must stay open as long as the table. */
void elf_line_table_open(struct elf_line_table *table,
                         const struct elf_file *file);
void elf_line_table_close(struct elf_line_table *table);
/* Fills in the file, in the arena, and the line of an address: of any byte of
   an instruction or, with is_start, of the start of a function. If functions
   are inlined there, the line is in the innermost one. *line does not change if
   DWARF does not tell. */
void elf_line_find(struct elf_line_table *table, struct elf_line *line,
                   bool is_start, struct arena *arena);

/* Finds the units that may have an address, one by one, the nearest first.
   Ranges of units may overlap, because code that the linker dropped leaves
   ranges at low addresses. *at is SIZE_MAX before the first call. Returns false
   if there are no more. */
bool elf_line_table_unit(struct elf_line_table *table, uint64_t address,
                         size_t *at, Dwarf_Die *unit);
/* Warns, once for each table, that some lines or inlined functions are missing,
   because the debug information is damaged or a search has reached its
   limit. */
void elf_line_table_limited(struct elf_line_table *table);
/* Counts the memory that libdw needs for the lines and files of a unit. Call
   this before libdw is asked for them. Returns false after that warning if it
   must not be asked, because the unit is damaged. */
bool elf_line_table_prepare(struct elf_line_table *table, Dwarf_Die *unit);
/* Returns the path of a source file that a unit names, in the arena; "" if the
   name is NULL or has 4 kB or more. `folder` is that of elf_dwarf_folder. */
struct str elf_line_path(const char *name, const char *folder,
                         struct arena *arena);

/* Fills in the files and lines of n addresses at which functions begin, except
   of those that have a file already or that DWARF does not know. */
void elf_lines(struct elf_line *lines, size_t n, const struct elf_file *file,
               struct arena *arena);
