/*
 * The readers of each byte since it was last written, for anti dependences. A
 * second shadow memory has a word for each granule: the pseudo time of the last
 * read and the number of a set of readers, or 0 if there is none. A set marks
 * the readers in the execution of a statement that made the last read, because
 * they are no dependence of a write in the same execution.
 */
#pragma once

#include "bop/base/base.h"
#include "bop/state/dependences.h"

struct thread;

/* The most readers of a set; others are missing. It has only the first reader
   of each statement and its loops since the byte was written, because sets of
   all combinations of lines would take too much memory and time. */
#define MAX_READERS 16
/* With more than MANY_SETS sets, a set is full at FEW_READERS readers. */
#define MANY_SETS 65536
#define FEW_READERS 4
/* With more states than this, readers of earlier executions are
   dropped. */
#define MANY_STATES 262144
/* The most readers that one execution of a statement adds to a set. */
#define MAX_RUN_READERS 2

/* Records a read by the present reference. The clocks must have advanced. */
void bop_reads_remember(struct thread *t, uintptr_t addr, size_t n, site at);
/* Counts the dependences of a write (or free) on the recorded reads, and
   removes these. */
void bop_reads_overwrite(struct thread *t, uintptr_t addr, size_t n, site at,
                         enum dependence_order order);
/* Removes the recorded reads of n bytes. */
void bop_reads_clear(uintptr_t addr, size_t n);
