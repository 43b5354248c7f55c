/*
 * Code without a symbol in memory of which the profiler does not know the file.
 * That of one process has nothing to do with that of another, so it is one
 * function for each process if the recording may have several: otherwise all
 * programs would flow through it into each other's functions.
 */
#pragma once

#include "model/profile.h"

/* Returns the function of such code in a process of this name; "": in all. */
uint32_t unmapped_function(struct profile *profile, struct str process);
/* Removes the name of the process if only one has such code. To be called when
   the profile is complete; ids of functions, calls and contexts are new if it
   returns true. */
bool unmapped_join(struct profile *profile);
