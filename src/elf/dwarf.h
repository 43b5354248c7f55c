/*
 * Opens DWARF and reads its strings. libdw trusts what these functions check
 * before it is asked.
 */
#pragma once

#include <elfutils/libdw.h>

#include "elf/file.h"

/* Opens the debug information of a file, which must stay open as long. Counts
   the memory that libdw needs for sections that are compressed: it decompresses
   all of them. Returns NULL if the file has none, or after a warning if a
   section is damaged. Release with dwarf_end. */
Dwarf *elf_dwarf_open(const struct elf_file *file);
/* Makes the sections with lines, and with what else inlined functions do not
   need, empty for the rest of the time for which the file is open. Before
   elf_dwarf_open this saves unpacking them. */
void elf_dwarf_without_lines(const struct elf_file *file);
/* Checks a file that libdw may open by itself, whatever it is: a FIFO would
   stop it for ever. Counts the memory that libdw needs to unpack the file. Sets
   *is_there if there is an ELF file at the path. Returns false if something
   else is there, or if the file has no debug information or is damaged; true if
   nothing is there. Adds to *work what this and libdw take for it, in the unit
   of elf_walk_count. */
bool elf_dwarf_check(const char *path, bool *is_there, uint64_t *work);

/* Returns the text of an attribute. Returns NULL if the attribute is NULL or no
   text, or if the text does not end within its section. */
const char *elf_dwarf_text(Dwarf_Attribute *attribute);
/* Returns the folder in which the compiler of a unit ran; NULL if DWARF does
   not say it, or if that text has no end. */
const char *elf_dwarf_folder(Dwarf_Die *unit);
/* Returns false if the folder of a unit is a text without an end: libdw, asked
   for the lines or files of the unit, would read beyond it. */
bool elf_dwarf_has_sound_folder(Dwarf_Die *unit);
