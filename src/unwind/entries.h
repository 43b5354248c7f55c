/*
 * The entries of a section of call frame information: one for each function
 * (DWARF's FDE), and one for the common part of several functions (CIE). The
 * forms of addresses in .eh_frame are those of the Linux Standard Base 5.0,
 * Core, 10.5 and 10.6.
 */
#pragma once

#include "elf/file.h"
#include "unwind/bytes.h"
#include "util/array.h"
#include "util/cover.h"

struct unwind_common {
    uint64_t offset; /* of the entry, in the section */
    struct bytes instructions;
    uint64_t code_factor;
    int64_t data_factor;
    uint64_t return_register;
    uint8_t encoding; /* of addresses: DW_EH_PE_... */
    bool has_size;    /* a size and more data come before the instructions of
                         a function */
    bool is_signal;
    bool is_known; /* if false, its functions cannot be read */
};

struct unwind_function {
    uint64_t low; /* address of its first byte */
    uint32_t size;
    uint32_t common;               /* number of its unwind_common */
    const unsigned char *at, *end; /* its instructions */
    uint32_t first_row, n_rows;    /* in unwind_table.rows */
    bool has_rows;                 /* its instructions became rows */
};

/* Zeroed is empty. All texts are in the section. */
struct unwind_entries {
    const unsigned char *section;
    size_t size;
    uint64_t address; /* of the section */
    unsigned word;    /* the size of an address in bytes */
    LIST(struct unwind_common) commons; /* ascending by offset */
    LIST(struct unwind_function) functions; /* ascending by address */
    struct cover cover; /* of their addresses, by number; empty if no two
                           functions overlap */
};

/* Reads the entries of a section by its name, ".eh_frame" or ".debug_frame",
   into the arena. Entries that are damaged are left out; without the section
   there is none. */
struct unwind_entries unwind_entries_read(const struct elf_file *file,
                                          const char *name,
                                          struct arena *arena);
/* Returns the function that an address belongs to, or NULL; if there are
   several, the one that begins last. */
struct unwind_function *
unwind_entries_find(const struct unwind_entries *entries, uint64_t address);
