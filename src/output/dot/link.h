/* The link of a function's box, made from the template of --url. */
#pragma once

#include "model/profile.h"

/*
 * Is this a template? In a template, %n stands for the function's name, %m for
 * its module, %f for its file, %l for its line and %% for '%'. What replaces
 * them is percent-encoded, except for '/' in modules and files, unless the
 * template begins with a backslash as Doxygen's "\ref %n" does. A URL that a
 * browser would run, such as "javascript:...", is not valid.
 */
bool link_is_valid(struct str template);

/* Returns the link, escaped for DOT, in the arena; "" if the profile does not
   have what the template needs, or if its texts would choose the host or make
   the browser run the link. */
struct str link_to(struct arena *arena, struct str template,
                   const struct function *function);
