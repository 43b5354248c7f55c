/* The function symbols of modules, read from the symbol tables of their
   files. */
#ifndef BOP_SYMBOLS_H
#define BOP_SYMBOLS_H

#include "bop/base.h"

struct module;

struct function_symbol {
    uintptr_t address; /* in memory */
    size_t size;
    const char *name;
    const char *file; /* the source file, or NULL: unknown for globals */
    bool local;
    bool detail; /* the function is in DETAIL mode */
};

/* Reads the symbols of a module and finds out which are in DETAIL mode. Says
   so if there is no symbol table; if it is that of the program, and
   functions.in names functions, tracing ends. */
void bop_symbols_read(struct module *module);

/* The symbol of the function that contains an address, or NULL. */
const struct function_symbol *bop_symbol_at(const struct module *module,
                                            uintptr_t address);

#endif
