/* Modules (the program and its shared libraries) and their symbols. */
#ifndef BOP_SYMBOLS_H
#define BOP_SYMBOLS_H

#include "bop/core.h"

struct symbol {
    uintptr_t address; /* in memory */
    size_t size;
    const char *name;
    const char *file; /* of the source, or NULL: global, not known */
    bool local;
    bool detail;
};

struct module {
    uintptr_t bias; /* address in memory - address in the file */
    uintptr_t low, high;
    const char *path; /* absolute */
    char id[65];      /* build id in hex, or "-" */
    struct symbol *symbols; /* by address */
    size_t n_symbols;
    const char **files; /* of its sources */
    size_t n_files;
    bool traced; /* its symbols were asked for */
};

/* The module of an address, or NULL. */
struct module *bop_module_at(uintptr_t address);
struct module *bop_module(uint32_t id); /* NULL: there are fewer */
uint32_t bop_module_id(const struct module *module);

/* Looks which modules there are now; not from a handler of signals. */
void bop_modules_renew(void);
/* Instrumented code at this address is about to run: reads the symbols of its
   module once. */
void bop_module_traced(uintptr_t address);

/* The symbol whose code the address is in, or NULL. */
const struct symbol *bop_symbol_at(const struct module *module,
                                   uintptr_t address);
void bop_symbols_read(struct module *module);

/* The folder that bop-cc noted in the program, or NULL. */
const char *bop_noted_folder(void);

#endif
