/*
 * Variables and their members, from DWARF: global and static ones by address,
 * local ones by function and place in its frame. Names are "state.count" or
 * "points[].x", without the index of an element; an array of numbers has the
 * name alone.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/array.h"

struct elf_variable_range {
    uint64_t begin, end;
    Dwarf_Off die;
};

/* A local variable or parameter in a frame. Its bounds count from the CFA. */
struct elf_local_range {
    uint64_t function; /* its first address */
    int64_t begin, end;
    Dwarf_Off die;
};

/* Zeroed is closed and has no variables. */
struct elf_variables {
    Dwarf *dwarf;
    LIST(struct elf_variable_range); /* by begin */
    LIST(struct elf_local_range) locals; /* by function */
};

/* Finds the variables. DWARF must stay open as long as they are used. Returns
   false if some are missing, because that took too much work or they are
   nested too deep. */
bool elf_variables_open(struct elf_variables *variables, Dwarf *dwarf);
/* Returns the variable or the member that has the byte at an address, in the
   arena; "" if there is none. A byte of a union has the name of the union. */
struct str elf_variables_find(const struct elf_variables *variables,
                              uint64_t address, struct arena *arena);
/* Returns the local variable or the member that has the byte at an offset from
   the CFA, mostly negative, in the frame of the function that begins at an
   address; "" if there is none, or several that share the byte. */
struct str elf_variables_find_local(const struct elf_variables *variables,
                                    uint64_t function, int64_t offset,
                                    struct arena *arena);
void elf_variables_close(struct elf_variables *variables);
