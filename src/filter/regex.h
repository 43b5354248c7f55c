/* The options whose arguments are regular expressions (util/text/regexp.h). */
#pragma once

#include "filter/patterns.h"
#include "util/arena.h"
#include "util/text/buf.h"

/*
 * Marks (by function) the functions that one of the patterns matches anywhere
 * in the name as it is shown, in the module or in the file. A pattern that
 * matches none of these is tried on mangled names and names with parameters. A
 * pattern that is valid UTF-8 matches characters, another one matches bytes;
 * names may be any bytes. A pattern that is no regular expression, or matches
 * nothing, is taken literally (filter/regex.h) if it occurs in a name, module
 * or file; a note says so. If it does not occur either, that is an error for
 * what is no regular expression and if needs_match, else a warning. Returns
 * false after a message.
 */
bool regex_match(const struct profile *profile, const struct patterns *patterns,
                 const char *option, bool needs_match, bool *marked);

/*
 * Text that the user copied from a label. "…" (U+2026) in it stands for any
 * text, because labels leave parts of names out. Blanks make no difference,
 * because labels break lines at them.
 */

/* A text, ready to be compared with many others. */
struct literal {
    struct str *pieces; /* the texts between ellipses, without blanks; may be
                           "" */
    size_t n;
    struct buf compared; /* scratch */
};

/* The pieces are in the arena; end with literal_free. */
struct literal literal_of(struct arena *arena, const char *text);
void literal_free(struct literal *literal);

/* Does it match the whole text? A literal of ellipses and blanks alone matches
   nothing. */
bool literal_is(struct literal *literal, struct str text);
/* Does it match a part of the text? */
bool literal_is_in(struct literal *literal, struct str text);
