/* Which functions are in DETAIL mode, because functions.in names them. */
#ifndef BOP_DETAIL_H
#define BOP_DETAIL_H

#include "bop/base.h"

struct module;

/* Finds functions.in and reads it. Without one, main is in DETAIL mode. */
void bop_detail_read(void);
/* The absolute path of what was read, or "". */
const char *bop_detail_path(void);
/* Does functions.in contain a "*", so that all functions are meant? */
bool bop_detail_all(void);

/* Sets the member detail of the symbols that functions.in names. */
void bop_detail_mark(struct module *module);
/* The program itself has entered a function, through bop.h. It is in DETAIL
   mode anyway; a name in functions.in that means it is no longer unknown. */
void bop_detail_entered(const char *file, const char *name);

/* The names in functions.in that no function has. Start with *next = 0; each
   call returns one, and NULL after the last one. */
const char *bop_detail_unknown(size_t *next);

#endif
