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

/* The notes that bop-cc has put into the program or, of sources, into the
   modules loaded so far. */
struct link_notes {
    const char *folder;     /* in which the program was linked, or NULL */
    const char *not_traced; /* the names of object files that have functions but
                               no hooks, separated by blanks, or NULL */
    const char *unseen; /* the names of the functions in these files, each with
                           a blank before and after it, or "" */
    const char *viewer; /* the path of the prof2dot of this bop-cc, or NULL */
    /* The folders of sources, and texts about facts that are missing because
       sources were compiled without our plugin. */
    struct note_texts {
        const char **of;
        size_t n, room;
    } sources, missing;
};
extern struct link_notes bop_notes;
