/* The trace stores the source lines and the variables of its places, so that it
   can be drawn after the program has changed or is gone. Only prof2dot reads
   debug information, so it runs as a process of its own when the trace is
   complete. */
#pragma once

/* Adds these records to a complete trace, if it is a file and bop-cc has linked
   the program, which then has the path of prof2dot. */
void bop_places_add(const char *trace);
