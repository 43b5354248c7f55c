/*
 * The symbols of a program's code, by address. As in gprof, each symbol owns
 * the addresses from its own up to that of the next symbol.
 */
#pragma once

#include "elf/file.h"
#include "util/arena.h"
#include "util/array.h"
#include "util/files/claims.h"

enum { NO_SYMBOL = -1 };

struct elf_symbol {
    uint64_t address;
    uint64_t size;      /* in bytes; 0 if the file does not say */
    const char *name;   /* in the file, which must stay open */
    bool is_function;   /* the file says so; else it is a label */
    bool is_local;      /* it is local to its object file */
    uint32_t index;     /* its number in the file's table of symbols */
    ptrdiff_t function; /* the number of the function that it belongs to: itself
                           or the last function before it, or NO_SYMBOL */
};

struct elf_symbols {
    struct elf_symbol *of; /* in ascending order, one for each address */
    size_t n;
    uint64_t end; /* the end of the last symbol's addresses */
};

/*
 * Reads all functions and labels of code from .symtab or .dynsym (type is
 * SHT_SYMTAB or SHT_DYNSYM) into the arena. GNU gprof decides in the same way
 * which labels count. If several symbols have the same address, one is kept:
 * global symbols come before local ones, then functions before labels, then
 * names with fewer underscores in front, then those that come first in the
 * file. Returns false if there is no symbol.
 */
bool elf_symbols(struct elf_symbols *symbols, const struct elf_file *file,
                 uint32_t type, struct arena *arena);

/* Returns the number of the symbol that owns the address, or NO_SYMBOL. */
ptrdiff_t elf_owner(const struct elf_symbols *symbols, uint64_t address);

/* Finds the address of a symbol of any kind in .symtab by its name. Returns
   false if it is not there. */
bool elf_address_of(const struct elf_file *file, const char *name,
                    uint64_t *address);

/* The variables of a file, by address. Zeroed is empty. */
struct elf_objects {
    const struct elf_file *file;
    size_t strings;       /* the section of the names */
    struct claims claims; /* addresses, by variable */
    LIST(uint32_t) names; /* by variable: offset of its name in that section */
};

/* Reads the variables of .symtab into the arena. The file must stay open. */
void elf_objects_open(struct elf_objects *objects, const struct elf_file *file,
                      struct arena *arena);
/* Returns the name of the variable that has the byte at an address, in the
   file; "" if there is none. Of several, the first in the table counts. */
struct str elf_objects_find(const struct elf_objects *objects,
                            uint64_t address);
