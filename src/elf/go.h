/*
 * The table of functions that every Go program carries for its own tracebacks,
 * also if it was stripped: names, files and lines. It is in the section
 * .gopclntab, and .data.rel.ro.gopclntab of a position-independent program. Its
 * numbers have the byte order of the program; W is the size of an address:
 *
 *     u32 magic, u16 0, u8 quantum, u8 W     the header
 *     W numbers, which depend on the layout
 *
 *     magic       Go    numbers of the header
 *     0xfffffffb  1.2   functions; their list follows at once
 *     0xfffffffa  1.16  functions, files, and where names, units, files, steps
 *                       and the list of functions begin
 *     0xfffffff0  1.18  the same, with the start of the code before the names
 *     0xfffffff1  1.20  as 1.18
 *
 * The list has pairs, the address of a function and where it is described, and
 * then the address where the last function ends. From 1.18 on they are u32, and
 * addresses count from the start of the code. A description has the address
 * again, and then u32: name, two others, steps of the stack, of the file and of
 * the line. Steps are pairs of variable-length numbers: how much a value
 * changes, and for how many quanta of code it holds then. Functions that are
 * inlined are not told. Source: runtime/symtab.go and debug/gosym of Go.
 */
#pragma once

#include "elf/file.h"
#include "elf/functions.h"
#include "elf/line.h"
#include "util/arena.h"

/* The table of one program. Zeroed is none. */
struct elf_go {
    struct str table;   /* its bytes, in the file, which must stay open; "":
                           none */
    bool is_big_endian;
    unsigned word;      /* W */
    unsigned quantum;   /* in bytes: sizes of instructions are multiples */
    unsigned version;   /* of Go, as in the table above: 2, 16, 18 or 20 */
    uint64_t n;         /* functions */
    uint64_t code;      /* the address of the start of the code */
    uint64_t names, units, files, steps, list; /* offsets of these in the
                                                  table */
    uint64_t work;      /* steps that were read */
};

/* Opens the table. Returns false if the file has none, or one of a layout that
   is not known. */
bool elf_go_open(struct elf_go *go, const struct elf_file *file);
/* Adds all functions. Their names are in the file. */
void elf_go_functions(struct elf_go *go, struct elf_functions *functions);
/* Fills in the file, in the arena, and the line of line->address, which may be
   any byte of an instruction; with is_start, those where the function is
   declared. The line does not change if the table has none. */
void elf_go_line(struct elf_go *go, struct elf_line *line, bool is_start,
                 struct arena *arena);
