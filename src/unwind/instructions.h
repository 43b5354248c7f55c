/*
 * The instructions of call frame information (DWARF 5, 6.4.2) become rows.
 *
 * A file may be damaged on purpose. The rows of a function end at the first
 * instruction that makes no sense, and a table has a limit of steps, in
 * proportion to its section, that no table of a compiler comes near: so neither
 * time nor memory can grow beyond that.
 */
#ifndef UNWIND_INSTRUCTIONS_H
#define UNWIND_INSTRUCTIONS_H

#include "unwind/rows.h"

/* Adds the rows of a function to its table. */
void unwind_instructions_run(struct unwind_table *table,
                             struct unwind_function *function);

#endif
