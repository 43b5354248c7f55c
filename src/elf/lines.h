/* Source files and lines of functions, from DWARF. */
#ifndef ELF_LINES_H
#define ELF_LINES_H

#include <stddef.h>

#include "elf/file.h"
#include "util/arena.h"

struct elf_line {
    uint64_t address; /* where a function begins, or any place */
    struct str file;  /* "" if not known; in the arena */
    uint64_t line;    /* 0 if not known */
};

/* Fills in the files and lines of n addresses, sorted. What the file does not
   say stays as it is. */
void elf_lines(struct elf_line *lines, size_t n, const struct elf_file *file,
               struct arena *arena);
/* The same for addresses of any instructions, and of their last bytes. Of what
   was inlined there, it is the innermost. */
void elf_places(struct elf_line *lines, size_t n, const struct elf_file *file,
                struct arena *arena);

/* An address of the line, of a file with that path or base name; false if
   there is none. */
bool elf_line_address(const struct elf_file *file, const char *source,
                      uint64_t line, uint64_t *address);

#endif
