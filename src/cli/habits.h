/* Words that people type because other programs have them. */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/*
 * Replaces pprof's options with a single dash, such as -top and -focus=RE, by
 * ours. Only the words of the table in habits.c are replaced, and only before
 * an argument "--"; none of them is an option of ours or the beginning of one
 * with its argument. Returns the new arguments in the arena, which end with
 * NULL, and their number in *argc; NULL after a message that says what to give
 * instead.
 */
char **habits_replaced(struct arena *arena, int *argc, char **argv);

/* Returns advice on a long option of another program, such as "give -T svg" for
   "svg"; "" if it is not in the table. */
struct str habits_advice(struct arena *arena, struct str name);
