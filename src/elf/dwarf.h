/*
 * Opens DWARF and reads its strings. libdw trusts what these functions check
 * before it is asked.
 */
#ifndef ELF_DWARF_H
#define ELF_DWARF_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "elf/file.h"

/* Opens the debug information of a file, which must stay open as long. Counts
   the memory that libdw needs for sections that are compressed: it decompresses
   all of them. Returns NULL if the file has none, or after a warning if a
   section is damaged. Release with dwarf_end. */
Dwarf *elf_dwarf_open(const struct elf_file *file);
/* Checks a file that libdw may open by itself, whatever it is: a FIFO would
   stop it for ever. Counts the memory that libdw needs to unpack the file. Sets
   *is_there if there is such a file, and returns false if something else is at
   the path, or if its debug information is damaged. */
bool elf_dwarf_check(const char *path, bool *is_there);

/* Returns the text of an attribute. Returns NULL if the attribute is NULL, has
   none, or if the text does not end within its section. */
const char *elf_dwarf_text(Dwarf_Attribute *attribute);
/* Returns the folder in which the compiler of a unit ran; NULL if DWARF does
   not say it. */
const char *elf_dwarf_folder(Dwarf_Die *unit);
/* May libdw be asked for the lines and files of a unit? It reads the folder of
   the unit then. */
bool elf_dwarf_has_sound_folder(Dwarf_Die *unit);

#endif
