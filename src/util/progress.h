/*
 * Reports progress on standard error while the program works: the phase, and
 * while it reads, how many bytes were read and how fast.
 *
 * By default it reports only on a terminal, and only once the work has taken a
 * second. The state belongs to the whole process, as standard error does; only
 * the main thread may call these functions.
 */
#pragma once

#include <stdbool.h>

/* Overrides the default; call it before the first phase. True: reports begin at
   once on any standard error, one per line if it is not a terminal. False:
   nothing is reported. */
void progress_wanted(bool wanted);

/* Begins a phase of the work and ends the one before. The text must stay valid
   until the next phase. */
void progress_phase(const char *what);
/* Tells how many bytes of the phase's input were read, of `total`, which is 0
   if it is not known. It is cheap enough for every block. */
void progress_bytes(double done, double total);
/* Reports if a report is due. Call it now and then during long work. */
void progress_tick(void);
/* Ends the last phase and erases the report from the terminal. */
void progress_end(void);
