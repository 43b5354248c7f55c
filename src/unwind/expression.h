/*
 * Expressions of call frame information (DWARF 5, 2.5 and 6.4.2): a machine
 * with a stack of numbers computes an address or a value from the registers
 * and the memory of a frame.
 */
#pragma once

#include "unwind/machine.h"
#include "unwind/memory.h"

/* Evaluates an expression. Its stack begins with *start, or empty if `start` is
   NULL. Returns false if the expression needs a register or memory that is not
   known, or is invalid, or takes more than 1000 or *steps steps. The steps that
   it took are subtracted from *steps. */
bool unwind_expression(struct bytes expression,
                       const struct unwind_registers *registers,
                       const struct unwind_memory *memory,
                       const uint64_t *start, uint64_t *steps,
                       uint64_t *result);
