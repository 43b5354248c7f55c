/*
 * The file of a module as elf/resolver.h opens it, with symbols and lines.
 * Readers do not include this header, which needs elfutils.
 */
#pragma once

#include "elf/functions.h"
#include "elf/go.h"
#include "elf/inlines.h"
#include "elf/resolver.h"
#include "elf/segments.h"
#include "elf/symbols.h"

struct elf_module_parts {
    struct elf_file file;  /* file.elf is NULL: there is no file */
    struct elf_file debug; /* its separate debug file; debug.elf is NULL: there
                              is none */
    struct elf_file mini;  /* the symbols that the file carries in
                              .gnu_debugdata, or none */
    struct elf_functions functions;
    struct elf_go go; /* the table of a Go program, if it lacks symbols or
                         lines */
    struct elf_segments segments;
    bool is_reading_lines; /* lines and inlines are open */
    struct elf_line_table lines;
    struct elf_inlines inlines;
};
