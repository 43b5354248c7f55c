/*
 * Functions that the program calls and whose reads and writes are unknown,
 * because they are neither traced nor wrapped. Those of C++'s streams keep the
 * order of output and input; others have a bit in the statements and loops that
 * call them.
 */
#pragma once

#include "bop/base/base.h"

struct thread;

/* Records a call of such a function by the present thread. `name` is NULL for a
   call through a pointer. */
void bop_callees_called(struct thread *t, uintptr_t function, const char *name);
/* Returns the name of bit i; NULL if it stands for all others. */
const char *bop_callees_name(unsigned i);
