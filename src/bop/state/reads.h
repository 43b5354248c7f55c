/*
 * Who has read each byte since it was last written, for anti dependences. A
 * second shadow memory has a word for each granule: the pseudo time of the last
 * read and the number of a set of readers, or 0 if nobody has read. A set knows
 * which of its readers belong to the step of DETAIL code in which the last read
 * took place, because these and a write in the same step are no dependence.
 */
#pragma once

#include "bop/base/base.h"
#include "bop/state/dependences.h"

struct thread;

/* A set has at most this many readers; others are missing. It has one for
   each statement and its loops, the first of them since the byte was written: a
   set of each choice of the lines of a sorting function would take more memory
   and time than all else. */
#define MAX_READERS 16
/* Once there are many sets, one that has few readers is full. */
#define MANY_SETS 65536
#define FEW_READERS 4
/* Once there are many states, readers of earlier steps are not kept. */
#define MANY_STATES 262144
/* It gets only the first readers of an execution of a statement, whose loops
   may differ. */
#define MAX_STEP_READERS 2

/* Remembers a read by the present reference. The clocks must have advanced. */
void bop_reads_remember(struct thread *t, uintptr_t addr, size_t n, site at);
/* Counts the dependences of a write, or of giving the memory back, on the reads
   that it finds, and forgets these. */
void bop_reads_overwrite(struct thread *t, uintptr_t addr, size_t n, site at,
                         enum dependence_order order);
/* Forgets who has read n bytes. */
void bop_reads_clear(uintptr_t addr, size_t n);
