/* Words that people type because other programs know them. */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/*
 * Replaces pprof's options with a single dash, such as -top and -focus=RE, by
 * ours. Only the words of the table in habits.c are replaced, and only before an
 * argument "--"; none of them is an option of ours or the beginning of one with
 * its argument. Returns the new arguments in the arena, which end with NULL, and
 * their number in *argc; NULL after a message that says what to give instead.
 */
char **habits_replaced(struct arena *arena, int *argc, char **argv);

/* Returns what stands here for a long option that is none of ours, such as "give
   -T svg" for "svg"; "" for one that nobody types by habit. */
struct str habits_advice(struct arena *arena, struct str name);
