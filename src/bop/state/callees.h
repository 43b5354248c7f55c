/*
 * Functions that the program calls and of which nobody knows what they read and
 * write: they are neither traced nor wrapped. Those of C++'s streams keep the
 * order of output and input; others have a bit in the statements and loops that
 * call them.
 */
#pragma once

#include "bop/base/base.h"

struct thread;

/* Notes a call of such a function by the present thread. `name` is NULL if a
   pointer leads to it. */
void bop_callees_called(struct thread *t, uintptr_t function, const char *name);
/* Returns the name that bit i stands for; NULL: others. */
const char *bop_callees_name(unsigned i);
