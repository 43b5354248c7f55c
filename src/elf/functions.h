/*
 * The functions of a program or library, by address, from all its tables of
 * symbols: its own, that of its debug file, and the stubs through which it
 * calls other libraries. An address belongs to the innermost function that
 * covers it. elf/symbols.h divides code as gprof does, this as perf does.
 */
#pragma once

#include "elf/file.h"
#include "util/arena.h"
#include "util/array.h"
#include "util/cover.h"

struct elf_function {
    uint64_t start, end; /* addresses; `end` is excluded */
    uint64_t limit;      /* the end of its section; 0: not known */
    const char *name;    /* in the file, which must stay open, or the arena */
    uint8_t rank;        /* among functions at one address; less is better */
    bool is_label;       /* it counts only where there is no other function */
};

/* Empty if all but the arena is zeroed. */
struct elf_functions {
    struct arena *arena; /* has all memory */
    LIST(struct elf_function);
    struct cover cover;  /* the addresses of functions, by index */
    struct cover labels; /* the addresses of labels */
};

/* Adds the functions of the tables .symtab and .dynsym of a file. */
void elf_functions_add(struct elf_functions *functions,
                       const struct elf_file *file);
/* Adds a function from another table. The name must live as long as the
   functions. */
void elf_functions_add_one(struct elf_functions *functions, uint64_t start,
                           uint64_t end, const char *name);
/* Adds the stubs of a file, as "puts@plt", on x86-64 and aarch64. */
void elf_functions_add_plt(struct elf_functions *functions,
                           const struct elf_file *file);
/* Sorts the functions; call it when all are added. Of several functions at one
   address one stays: those with a size come first, then global ones, then names
   with fewer underscores in front, then longer names. One without a size ends
   where the next begins, or its section ends. */
void elf_functions_sort(struct elf_functions *functions);
/* Returns the function that covers an address, or NULL. */
const struct elf_function *
elf_functions_find(const struct elf_functions *functions, uint64_t address);
