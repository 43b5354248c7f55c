/* Numbers the functions that the traced program has entered. They are
   identified by address, or by the names that the program passes to bop.h.
   Number 0 is the root, which calls main and the first functions of threads. */
#pragma once

#include "bop/base/base.h"

struct traced_function {
    uintptr_t address; /* its first address, or 0 if the program names it by
                          bop.h */
    const char *name;  /* as linked, or "" if there is no symbol */
    const char *file;  /* the source file if the symbols have it, or "" */
    bool is_under_study; /* it is in DETAIL mode */
    bool allocates;    /* by its name, it allocates memory for its caller */
};

/* These return the number of the function that contains an address, or that has
   these names, which is added if it is new. file may be NULL. */
uint32_t bop_function_at(uintptr_t address);
uint32_t bop_function_by_api(const char *file, const char *name);

/* Returns a function; the pointer is valid until the next new function. */
const struct traced_function *bop_function(uint32_t id);
bool bop_function_is(uint32_t id, const char *name);
uint32_t bop_functions_count(void); /* the root included */

/* Is the site in a function that has been entered at least once? */
bool bop_function_is_traced(site at);
/* Are the references of a function that has returned known, because it is
   traced or a wrapper of the tracer? */
bool bop_function_is_known(uintptr_t address);
