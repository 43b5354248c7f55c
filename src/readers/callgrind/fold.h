/*
 * The names that callgrind makes of functions with the options --separate-recs
 * and --separate-callers:
 *
 *     fib'2               the second level of the recursion of fib
 *     fib'work'main       fib, called by work, called by main
 *     fib'2'work'main     the second level, below these callers
 *     (5)'2'(3)'(1)       the same with --compress-mangled: numbers of names
 *
 * By default there are two levels, and the last one stands for all later ones.
 * Names of C++ may have quotes, too: "f()::'lambda'(int)".
 *
 * Source: print_mangled_fn in callgrind/dump.c of Valgrind 3.19, and its files.
 */
#ifndef READERS_CALLGRIND_FOLD_H
#define READERS_CALLGRIND_FOLD_H

#include "readers/callgrind/names.h"

/* Gives all levels of a recursion, and a function in all its contexts, the name
   of the function, and sets is_nested and has_levels. Callers in a name count
   as such if the name of a function that calls it begins with them. */
void callgrind_fold(struct callgrind_names *names);

#endif
