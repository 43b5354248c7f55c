/*
 * DWARF that shares parts with that of other programs, in a file that dwz(1)
 * makes and the section .gnu_debugaltlink names (elfutils: dwelf.h). It is
 * looked for by its build id, as debug files are (elf/debug.h), and at the path
 * in that section, which is relative to the folder of the program; with a
 * sysroot these are places in it, and the file of the build id is also looked
 * for on this machine.
 */
#pragma once

#include <elfutils/libdw.h>

#include "elf/file.h"

/* A shared file. Zeroed is none. */
struct elf_altlink {
    struct elf_file file;
    Dwarf *dwarf; /* or NULL */
    struct arena arena;
};

/* Opens the shared file of a program, if it has one, for the program's DWARF,
   and counts its memory. If it is missing, is damaged or has the wrong build
   id, a warning says so, and some names will be missing. Returns false after a
   message if the DWARF must not be used. */
bool elf_altlink_open(struct elf_altlink *link, const struct elf_file *program,
                      Dwarf *dwarf);
/* Call this after the DWARF of the program was closed. */
void elf_altlink_close(struct elf_altlink *link);
