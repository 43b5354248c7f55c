/* Parses lines of the edges language, for edges.c and, if they are about
   dependences, deps/reader/edges.c. */
#pragma once

#include "readers/reader.h"
#include "util/array.h"
#include "util/map.h"

/* Marked ids; those beyond the end are not marked. */
struct marks {
    LIST(bool);
};

/* The state while an input is read. */
struct edges {
    struct input *in;
    struct profile *profile;
    struct arena *scratch;
    struct strings keys;
    LIST(uint32_t) functions; /* by key */
    struct marks has_entry;   /* by function */
    struct marks has_weight;  /* by call */
};

/* The functions edges_take_... take something from the front of s, and return
   false if it does not stand there. */

/* Takes blanks and a text, which is in the scratch arena or a part of s. */
bool edges_take_text(struct edges *edges, struct str *s, struct str *text);
/* Takes a cost at the end of a word; "?" is UNKNOWN. */
bool edges_take_cost(struct str *s, double *cost);
/* Takes a cost that must be known. */
bool edges_take_known(struct str *s, double *number);
/* Takes a word, which sets the flag. */
bool edges_take_flag(struct str *s, struct str word, bool *flag);
/* Takes blanks. Returns true if another attribute follows. */
bool edges_has_more(struct str *s);

/* Does a word end here? */
bool edges_ends_word(struct str s);
/* Returns the function of a key. A new key is the name of a new function. */
uint32_t edges_function_named(struct edges *edges, struct str key);
/* Warns why the line is skipped. Returns true, because no other message is
   needed. */
bool edges_skip(struct edges *edges, const char *reason);

/* deps/reader/edges.c defines these two, or deps/none.c in a program without
   it. They return false, without a message, if the line is not understood.
 */

/* Reads a line "%WORD TEXT REST", which may be about dependences. */
bool deps_directive(struct edges *edges, struct str word, struct str text,
                    struct str rest);
/* Reads a line "KEY LINE" about a dependence, statement, loop, use of a loop or
   critical path: its second word begins with ~> or @. */
bool deps_line(struct edges *edges, struct str key, struct str line);
