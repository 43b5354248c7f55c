/*
 * The brackets in a function's name: which belong together, and which hold
 * arguments, without which the name is still a name:
 *
 *     std::map<int, A<int> >::find(int const&)   <> and (): arguments
 *     <Vec<T> as Drop>::drop                     outer <>: part of the name
 *     net/http.(*conn).serve                     part of the name
 *     operator<<(A&, B<int> const&)              "<<" is no bracket
 */
#ifndef NAMES_BRACKETS_H
#define NAMES_BRACKETS_H

#include "util/arena.h"
#include "util/str.h"

enum group { NO_GROUP, NAME_GROUP, ARGUMENT_GROUP };

/* By byte of the name; both brackets of a pair say the same group. */
struct brackets {
    struct str name;
    size_t *partner; /* where the other bracket is */
    unsigned char *group;
};

/* False when the brackets do not fit together: nest is then of no use. */
bool brackets_find(struct brackets *nest, struct arena *arena, struct str name);

/* Does a pair of brackets begin at this byte? */
bool brackets_open_at(const struct brackets *nest, size_t at);

/* The bytes of "operator" and of the symbol behind it, "operator<<", that
   begin at this byte; 0 when none do. A type that may follow, "operator bool",
   is not included, nor is the blank before it. */
size_t brackets_operator_length(struct str name, size_t at);
/* Letters, digits, '_', '$' and everything beyond ASCII. */
bool brackets_is_word(char c);

/* Does the path of a type, as "alloc::vec::Vec<T>", begin at this byte? */
bool brackets_path_begins(struct str name, size_t at);
/* The bytes of what leads to the type, "alloc::vec::"; 0 for none. */
size_t brackets_path_length(const struct brackets *nest, size_t at);

#endif
