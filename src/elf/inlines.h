/*
 * Finds, in DWARF, the functions that the compiler inlined at an address.
 *
 * Units and functions are read when the first address in them is asked for.
 * Damaged DWARF cannot make this slow or large: each function is walked once,
 * forward only, and there are limits on what is kept.
 */
#pragma once

#include "elf/functions.h"
#include "elf/lines.h"
#include "elf/scopes.h"
#include "util/array.h"
#include "util/map.h"

/* A function that is inlined at an address. */
struct elf_inline {
    struct str function; /* its linkage name (mangled in C++), else that of its
                            symbol elsewhere, else its name with its scope, else
                            ""; in the file or elf_inlines */
    uint32_t unit; /* its number in elf_inlines */
    Dwarf_Off die;
};

/* The inlined functions of one file. Begin with elf_inlines_open and end with
   elf_inlines_close; zeroed is closed and has none. */
struct elf_inlines {
    struct elf_line_table *table;
    const struct elf_functions *symbols;
    struct elf_scopes scopes;
    struct pairs name_ids; /* of names, by the DIE of the function */
    struct pairs unit_ids; /* of the units that were read, by offset */
    struct arena arena; /* has all of these: */
    LIST(struct elf_inlines_unit) units;
    LIST(struct elf_inlines_function) functions; /* those of a unit in a row */
    LIST(struct elf_inlines_node) nodes;         /* those of a function */
    LIST(struct elf_inlines_range) ranges;       /* those of a node */
    LIST(struct elf_inlines_name) names; /* of C++, without linkage names */
    LIST(struct elf_inline) found;
    uint64_t work; /* DIEs and ranges that were read */
    uint64_t sought; /* functions, nodes and ranges that searches looked at */
    bool lacks_split; /* a .dwo file is missing, as a message has said */
};

/* The table and the symbols of the program must live as long as the inlines. */
void elf_inlines_open(struct elf_inlines *inlines, struct elf_line_table *table,
                      const struct elf_functions *symbols);
void elf_inlines_close(struct elf_inlines *inlines);

/* Finds the functions that are inlined at an address, the outermost first, and
   returns their number. *found is valid until the next call. */
size_t elf_inlines_find(struct elf_inlines *inlines, uint64_t address,
                        const struct elf_inline **found);

/* Returns the file and line from which an inlined function is called. They are
   "" and 0 if DWARF does not say. The texts are in the arena, as below. */
struct elf_line elf_inline_call(const struct elf_inlines *inlines,
                                const struct elf_inline *function,
                                struct arena *arena);
/* Returns the file and line where an inlined function is declared. */
struct elf_line elf_inline_first(const struct elf_inlines *inlines,
                                 const struct elf_inline *function,
                                 struct arena *arena);
