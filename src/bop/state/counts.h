/* Adds up the counts of threads (dependences, calls, costs and totals) in a
   struct thread that belongs to no thread. */
#pragma once

#include "bop/state/thread.h"

/* Returns an empty sum. */
struct thread *bop_counts_new(void);
/* Adds what a thread has counted to a sum, without its running functions. */
void bop_counts_add(struct thread *sum, const struct thread *t);

/* Empties a sum, or the state of a thread that has ended. */
void bop_counts_clear(struct thread *t);
/* Sets the counts of the thread that goes on in the child of a fork to 0. */
void bop_counts_restart(struct thread *t);

/* Returns the sum of all threads, ended or not, as if all running functions
   returned now. It is valid until the next call. */
const struct thread *bop_counts_sum(void);
