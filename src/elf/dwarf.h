/*
 * Opens DWARF and reads its strings. These functions check data that libdw
 * would trust.
 */
#pragma once

#include <elfutils/libdw.h>

#include "elf/file.h"

/* Opens the debug information of a file, which must stay open as long. Counts
   the memory that libdw needs for sections that are compressed: it decompresses
   all of them. Returns NULL if the file has none, or after a warning if a
   section is damaged. Release with dwarf_end. */
Dwarf *elf_dwarf_open(const struct elf_file *file);
/* Makes sections that inlined functions do not need, such as those with lines,
   empty as long as the file is open. Call it before elf_dwarf_open, which then
   does not unpack them. */
void elf_dwarf_without_lines(const struct elf_file *file);
/* Checks a file that libdw may open by itself, since a FIFO there would block
   it for ever. Counts the memory that libdw needs to unpack it. Sets *is_there
   if it is an ELF file. Returns false if it is something else, has no debug
   information or is damaged; true if it does not exist. Adds the work of this
   and of libdw to *work, in the unit of elf_walk_count. */
bool elf_dwarf_check(const char *path, bool *is_there, uint64_t *work);

/* Returns the text of an attribute. Returns NULL if the attribute is NULL or
   not a text, or if the text does not end within its section. */
const char *elf_dwarf_text(Dwarf_Attribute *attribute);
/* Returns the folder in which the compiler of a unit ran; NULL if DWARF does
   not say it, or if that text has no end. */
const char *elf_dwarf_folder(Dwarf_Die *unit);
/* Returns false if the folder of a unit is a text without an end, past which
   libdw would read if it were asked for lines or files of the unit. */
bool elf_dwarf_has_sound_folder(Dwarf_Die *unit);
