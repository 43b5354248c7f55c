/* Where the box of a function leads. */
#ifndef OUTPUT_DOT_LINK_H
#define OUTPUT_DOT_LINK_H

#include "model/profile.h"

/*
 * Templates have %n for the function's name, %m for its module, %f for its
 * file, %l for its line and %% for '%'. What is filled in is percent-encoded,
 * '/' of modules and files kept; but not where the template begins with "\",
 * as Doxygen's "\ref %n".
 */
bool link_is_valid(struct str template);

/* Escaped for DOT; empty where the profile does not tell what the template
   asks for. */
struct str link_to(struct arena *arena, struct str template,
                   const struct function *function);

#endif
