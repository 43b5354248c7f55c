/*
 * DWARF that shares parts with that of other programs, in a file that dwz(1)
 * makes and the section .gnu_debugaltlink names (elfutils: dwelf.h).
 */
#ifndef ELF_ALTLINK_H
#define ELF_ALTLINK_H

#include <elfutils/libdw.h>

#include "elf/file.h"

/* Checks the shared file before libdw opens it, and counts its memory. Returns
   false after a warning if the DWARF must not be used, because something else
   is at the path of the shared file: a FIFO would stop libdw for ever. If
   nothing is there, it warns that names may be missing. */
bool elf_altlink_check(const struct elf_file *file, Dwarf *dwarf);

#endif
