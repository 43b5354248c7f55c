/*
 * Tells on standard error how far the work is, once that has taken a second:
 * what is being done, and of what is read, how much.
 */
#ifndef UTIL_PROGRESS_H
#define UTIL_PROGRESS_H

#include <stdbool.h>

/* Only on a terminal, unless one of these was called last. Wanted: at once,
   and where it is no terminal, in lines of their own. */
void progress_wanted(bool wanted);

/* Begins another phase of the work, until the next one. The text lives on. */
void progress_phase(const char *what);
/* So many of so many bytes of it were read; 0: nobody knows of how many. May
   be called often. */
void progress_bytes(double done, double total);
/* Time passes. */
void progress_tick(void);
/* The work is done: nothing is left on the terminal. */
void progress_end(void);

#endif
