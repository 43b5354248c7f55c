/*
 * Finds the addresses of source lines. Files may be named without their
 * folders, so several may fit. The one that counts has the first row, in the
 * order of the line tables, of that line or a later one.
 */
#pragma once

#include "elf/lines.h"
#include "util/array.h"

/* Zeroed is closed and has no lines. */
struct elf_line_index {
    struct elf_line_table *table; /* NULL: closed */
    LIST(const char *) files;     /* names, as libdw has them */
    size_t *first_row;            /* by file, and one more */
    LIST(struct elf_line_row) rows; /* by file, line and order: one for each
                                       line */
    struct strings sources; /* sources that were looked up */
    LIST(struct elf_source_rows) found; /* by source */
    struct arena arena;
    uint64_t sought; /* work so far: files and rows that searches looked at */
};

/* Reads all lines. The table must stay open as long as the index. */
void elf_line_index_open(struct elf_line_index *index,
                         struct elf_line_table *table);
/* Finds an address of the instructions of a source line. `source` is the path
   of the file in the table of lines or, if it has no '/', the last part of such
   a path. Returns false if the line has none. */
bool elf_line_index_find(struct elf_line_index *index, struct str source,
                         uint64_t line, uint64_t *address);
void elf_line_index_close(struct elf_line_index *index);
