/*
 * The DWARF of compilation units that were compiled with -gsplit-dwarf: the
 * program holds a skeleton of the unit, which names a file ".dwo" with all the
 * rest (DWARF 5, section 3.1.2). Packages of these files, ".dwp", are not read.
 */
#pragma once

#include <elfutils/libdw.h>

#include "elf/file.h"

/* Replaces the skeleton of a unit by the unit in the .dwo file. Leaves other
   units alone. The file is looked for in the folder of `program` and in that in
   which the compiler ran; in the sysroot of the program, only in the first,
   because libdw would open the other one on this machine. Returns false if it
   is not there or is damaged. Adds its work to *work, in the unit of
   elf_walk_count. */
bool elf_split_unit(const struct elf_file *program, Dwarf_Die *unit,
                    uint64_t *work);

/* Returns the name of the .dwo file of a unit, as the unit says it; NULL if the
   unit is not a skeleton. */
const char *elf_split_name(Dwarf_Die *unit);
