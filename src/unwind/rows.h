/*
 * The rows of a module's call frame information: they tell, for an address of
 * its code, how to find the frame of the caller (DWARF 5, 6.4). A row is valid
 * from its address up to the next row's. It gives the canonical frame address
 * (CFA), which is the stack pointer before the call, and the places of the
 * caller's registers, mostly at offsets from the CFA.
 *
 * The information is in .eh_frame of the program or library, and in
 * .debug_frame of it or of its debug file. libdw finds the entries there. The
 * instructions of an entry become rows once, when the first address of its
 * function is looked up.
 *
 * The rows of libdw (dwarf_cfi_addrframe) are the same and as fast, and would
 * save 550 lines. But a damaged file must not end the program or exhaust it:
 * version 0.188 allocates 16 bytes for each number up to the highest register
 * that a file names, runs the instructions of a function again for each
 * address, and aborts if two entries share an expression.
 */
#pragma once

#include "elf/file.h"
#include "unwind/entries.h"
#include "util/array.h"

/* Special values of unwind_row.cfa_register. */
enum {
    UNWIND_BY_EXPRESSION = 0xfe, /* an expression computes the CFA */
    UNWIND_NO_CFA = 0xff,        /* no frame can be found from here */
};

struct unwind_row {
    uint32_t start; /* address, from the start of the function */
    int32_t cfa_offset; /* CFA = register + this; for an expression: its offset
                           in the section */
    uint32_t rules;     /* number of the first rule in unwind_table.rules */
    uint8_t n_rules;    /* ascending by register; a register without a rule
                           keeps its value */
    uint8_t cfa_register;
    uint8_t return_register; /* has the return address */
    uint8_t is_signal;       /* it is the code to which a signal handler
                                returns */
};

enum unwind_rule_kind {
    UNWIND_SAME,      /* never in the rules of a row */
    UNWIND_UNDEFINED, /* the caller's value is lost */
    UNWIND_SAVED,     /* it is in memory at CFA + value */
    UNWIND_CFA_PLUS,  /* it is CFA + value */
    UNWIND_REGISTER,  /* it is in register `value` */
    UNWIND_SAVED_AT,  /* an expression at `value` computes where it is */
    UNWIND_COMPUTED,  /* an expression at `value` computes it */
};

struct unwind_rule {
    uint8_t of; /* a register of the caller */
    uint8_t kind;
    int32_t value; /* for expressions: an offset in the section */
};

/* The rows and rules of one section. Zeroed has none. */
struct unwind_table {
    struct unwind_entries entries;
    LIST(struct unwind_row) rows;
    LIST(struct unwind_rule) rules;
    uint64_t steps_left; /* a limit on the work for damaged files */
};

struct unwind_rows {
    struct arena *arena; /* has the tables */
    struct elf_file file, debug; /* copies; elf is NULL: there is none */
    struct unwind_table tables[3]; /* .eh_frame, .debug_frame, that of debug */
    unsigned n;                    /* tables that have been read */
};

/* A row and the table that it is in. */
struct unwind_found {
    const struct unwind_row *row; /* NULL: there is none */
    const struct unwind_table *table;
};

/* Prepares the rows of a program or library. `debug` is its debug file, or
   NULL or closed. Both must stay open as long as the rows. A file that is not
   for a little-endian machine has no rows. All memory is the arena's. */
struct unwind_rows unwind_rows_of(const struct elf_file *file,
                                  const struct elf_file *debug,
                                  struct arena *arena);
/* Finds the row of an address of the file. It is valid until the next call. */
struct unwind_found unwind_rows_find(struct unwind_rows *rows,
                                     uint64_t address);
