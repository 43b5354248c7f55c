/* Source files and lines of functions, from DWARF. */
#ifndef READERS_ELF_LINES_H
#define READERS_ELF_LINES_H

#include <stddef.h>

#include "readers/elf_file.h"
#include "util/arena.h"

struct elf_line {
    uint64_t address; /* where a function begins */
    struct str file;  /* "" if not known; in the arena */
    uint64_t line;    /* 0 if not known */
};

/* Fills in the files and lines of n addresses, sorted. What the file does not
   say stays as it is. */
void elf_lines(struct elf_line *lines, size_t n, const struct elf_file *file,
               struct arena *arena);

#endif
