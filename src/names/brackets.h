/*
 * The brackets in a function's name: which of them form a pair, and whether
 * they enclose arguments or are part of the name:
 *
 *     std::map<int, A<int> >::find(int const&)   <> and (): arguments
 *     <Vec<T> as Drop>::drop                     outer <>: part of the name
 *     net/http.(*conn).serve                     part of the name
 *     operator<<(A&, B<int> const&)              "<<" is no bracket
 */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

enum bracket_kind { BRACKET_NONE, BRACKET_NAME, BRACKET_ARGUMENTS };

/* The arrays are by byte of the name. */
struct brackets {
    struct str name;
    uint32_t *partner;   /* the index of the other bracket of the pair */
    unsigned char *kind; /* enum bracket_kind, the same for both brackets;
                            BRACKET_NONE for other bytes, whose partner means
                            nothing */
};

/* Fills *brackets, in the arena. Returns false when the brackets do not match,
   or the name has more than 4 GB; *brackets must not be used then. */
bool brackets_find(struct brackets *brackets, struct arena *arena,
                   struct str name);

/* Does a pair of brackets begin at this byte? */
bool brackets_open_at(const struct brackets *brackets, size_t at);

/* If "operator" and a symbol begin at this byte, as in "operator<<", returns
   the length of both, else 0. For "operator bool" it returns the length of
   "operator". */
size_t brackets_operator_length(struct str name, size_t at);

/* Is it a letter, a digit, '_', '$' or a byte beyond ASCII? */
bool brackets_is_word(char c);

/* Does the path of a type, such as "alloc::vec::Vec<T>", begin at this byte? */
bool brackets_path_begins(struct str name, size_t at);
/* Returns the length of the scopes before that type, such as "alloc::vec::",
   which may be 0. */
size_t brackets_path_length(const struct brackets *brackets, size_t at);
