/* Finds the functions in DETAIL mode, which functions.in names. */
#pragma once

#include "bop/base/base.h"

struct module;

/* Finds all functions.in and reads them. Without any, main is in DETAIL
   mode. */
void bop_detail_read(void);
/* Returns the absolute path of file i that was read, or NULL if there are
   fewer. */
const char *bop_detail_path(size_t i);
/* Does functions.in contain a "*", which means all functions? */
bool bop_detail_all(void);

/* Sets is_under_study of those symbols of a module that functions.in names. */
void bop_detail_mark(struct module *module);
/* Call this when the program enters a function through bop.h. It is in DETAIL
   mode anyway, but its name in functions.in then counts as known. */
void bop_detail_entered(const char *file, const char *name);

/* Prints the names in functions.in that no traced function has so far. */
void bop_detail_tell(void);
/* Returns the next name in functions.in that no traced function has, or NULL
   after the last one. Start with *next = 0. */
const char *bop_detail_unknown(size_t *next);
