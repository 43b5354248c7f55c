/* Modules: the traced program, which is module 0, and its shared libraries. */
#pragma once

#include "bop/base/base.h"

struct module {
    uintptr_t bias; /* address in memory - address in the file */
    uintptr_t low, high;
    const char *path; /* absolute */
    char id[65];      /* the build id in hexadecimal, or "-" */
    struct function_symbol *symbols; /* by address */
    size_t n_symbols;
    const char **files; /* the names of its source files */
    size_t n_files;
    bool has_note;     /* bop-cc has linked it */
    bool symbols_read; /* bop_symbols_read was called */
};

/* Returns the module that contains an address, or NULL. */
struct module *bop_module_at(uintptr_t address);
/* Returns module number id, or NULL if there are fewer. */
struct module *bop_module(uint32_t id);
uint32_t bop_module_id(const struct module *module);

/* Finds out which modules are loaded now. Must not be called by a signal
   handler. */
void bop_modules_refresh(void);

/* Reads the symbols of all modules that bop-cc has linked. They stay loaded. */
void bop_modules_read(void);
/* Call this before instrumented code at the address runs for the first time.
   Reads the symbols of its module, which then stays loaded. */
void bop_modules_prepare(uintptr_t address);

/* Returns the folder in which bop-cc linked the program, or NULL. */
const char *bop_modules_build_folder(void);
/* Returns folder i of the sources that bop-cc compiled for the modules loaded
   so far, or NULL if there are fewer. */
const char *bop_modules_source_folder(size_t i);
/* Returns the names of object files in the program that have functions but no
   hooks, separated by blanks, or NULL if there are none. */
const char *bop_modules_not_traced(void);
/* Returns text i about facts that are missing because sources were compiled
   without our plugin, or NULL if there are fewer. */
const char *bop_modules_missing(size_t i);
/* Returns the names of the functions in the files of bop_modules_not_traced,
   each with a blank before and after it, or "". */
const char *bop_modules_unseen(void);
/* Returns the path of the prof2dot that belongs to bop-cc, or NULL. */
const char *bop_modules_viewer(void);
