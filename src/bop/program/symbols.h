/* Function symbols, read from the symbol tables of the files of modules. */
#pragma once

#include "bop/base/base.h"

struct module;

struct function_symbol {
    uintptr_t address; /* in memory */
    size_t size;
    const char *name;
    const char *file; /* the source file, or NULL: unknown for globals */
    bool local;
    bool is_under_study; /* the function is in DETAIL mode */
};

/* Reads the symbols of a module and finds out which functions are in DETAIL
   mode. Prints a message if there is no symbol table, and ends tracing if it is
   that of the program and functions.in names functions. */
void bop_symbols_read(struct module *module);

/* Returns the symbol of the function that contains an address, or NULL. */
const struct function_symbol *bop_symbol_at(const struct module *module,
                                            uintptr_t address);

/* Does the code of a function seem to call others? If not, it has no hooks.
   Returns true if the size of the code is unknown. */
bool bop_symbol_calls(const struct function_symbol *symbol);
