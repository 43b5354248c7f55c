/*
 * Code without a symbol in memory without a known file. If the recording may
 * have several processes, it is one function for each of them, because one for
 * all would connect the functions of unrelated programs.
 */
#pragma once

#include "model/profile.h"

/* Returns the function of such code in the processes of this name; "": in
   all. */
uint32_t unmapped_function(struct profile *profile, struct str process);
/* Removes the name of the process if only one has such code. Call it when the
   profile is complete. If it returns true, functions, calls and contexts have
   new ids. */
bool unmapped_join(struct profile *profile);
