/* Finds the source files and lines of addresses in DWARF, and the reverse. */
#ifndef ELF_LINES_H
#define ELF_LINES_H

#include <stddef.h>

#include "elf/file.h"
#include "util/arena.h"

struct elf_line {
    uint64_t address;
    struct str file; /* "" if it is not known; in the arena */
    uint64_t line;   /* 0 if it is not known */
};

/* Fills in the files and lines of n ascending addresses at which functions
   begin. Those that have a file already, and those of which DWARF says nothing,
   stay as they are. */
void elf_lines(struct elf_line *lines, size_t n, const struct elf_file *file,
               struct arena *arena);
/* Like elf_lines, but for the address of any byte of an instruction. If
   functions are inlined there, the line is that of the innermost one. */
void elf_places(struct elf_line *lines, size_t n, const struct elf_file *file,
                struct arena *arena);

/* Finds an address of the instructions of a source line. `source` is the path
   of the file, or the end of it. Returns false if the line has none. */
bool elf_line_address(const struct elf_file *file, const char *source,
                      uint64_t line, uint64_t *address);

#endif
