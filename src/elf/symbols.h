/*
 * The entry points of a program: the namelist N of the gprof notes. Each
 * symbol owns the addresses from its own to the next one's.
 */
#ifndef ELF_SYMBOLS_H
#define ELF_SYMBOLS_H

#include <stddef.h>

#include "elf/file.h"
#include "util/arena.h"

enum { NO_SYMBOL = -1 };

struct elf_symbol {
    uint64_t address;
    const char *name; /* as it stands in the file, which must stay open */
    bool is_function; /* not a mere label */
    bool is_local;
    uint32_t index;     /* in its table */
    ptrdiff_t function; /* this one if it is a function, else the next one
                           before that is, or NO_SYMBOL */
};

struct elf_symbols {
    struct elf_symbol *of; /* by address, one for each address */
    size_t n;
    uint64_t end; /* of what the last one owns */
};

/* From .symtab, or .dynsym (type is SHT_SYMTAB or SHT_DYNSYM), into the arena:
   every function, and labels among the instructions as GNU gprof has them. Of
   several at one address the first of these is kept: global ones, functions,
   those with fewer underscores in front, those that come first. False if there
   is none. */
bool elf_symbols(struct elf_symbols *symbols, const struct elf_file *file,
                 uint32_t type, struct arena *arena);

/* Which symbol owns the address; NO_SYMBOL: none. */
ptrdiff_t elf_owner(const struct elf_symbols *symbols, uint64_t address);

/* The address of the symbol of any kind in .symtab; false if it is not
   there. */
bool elf_address_of(const struct elf_file *file, const char *name,
                    uint64_t *address);

#endif
