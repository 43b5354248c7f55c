/* The functions of the traced program, and which of them are in DETAIL mode
   because functions.in names them. */
#ifndef BOP_FUNCTIONS_H
#define BOP_FUNCTIONS_H

#include "bop/core.h"

struct function {
    uintptr_t address; /* its first; 0: by bop_instm_func_entry */
    const char *name;  /* as linked, or "": no symbol */
    const char *file;  /* source file as far as symbols tell, or "" */
    bool detail;
};

struct module; /* symbols.h */

/* Number 0 is the root, which calls what nobody calls. Functions of the
   program by an address within them. */
uint32_t bop_function_at(uintptr_t pc);
uint32_t bop_function_literal(const char *file, const char *name);
/* Is this place in a function that has begun at least once? */
bool bop_function_reports(site at);
const struct function *bop_function(uint32_t id);
uint32_t bop_functions(void); /* how many, the root included */
bool bop_function_is(uint32_t id, const char *name);

/* functions.in: reads it; sets symbols' detail; the path of what was read, or
   "" (main is in DETAIL mode then). */
void bop_names_read(void);
void bop_names_mark(struct module *module);
const char *bop_names_path(void);
bool bop_names_all(void); /* there is a "*" */
/* A program says by itself that this function is in DETAIL mode. */
void bop_names_literal(const char *file, const char *name);
/* The names that matched nothing, one by one; NULL: no more. */
const char *bop_names_unknown(size_t *next);

#endif
