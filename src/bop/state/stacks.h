/* The stacks of threads in one address space. A thread may write to the stack
   of another, and may read data there that a returned function left. */
#pragma once

#include "bop/base/base.h"
#include "bop/state/shadow.h"
#include "bop/state/thread.h"

/* Tells, by block of memory as in shadow.h, whether it contains a part of a
   stack. */
extern bool bop_stacks_blocks[BLOCKS];

/* Adds the stack of a thread. */
void bop_stacks_add(const struct thread *t);

/* Returns the other thread that has the address on its stack, or NULL. */
struct thread *bop_stacks_owner(const struct thread *t, uintptr_t addr);

/* If the address is on the stack of another thread, records there that this
   thread writes n bytes. */
void bop_stacks_tell(const struct thread *t, uintptr_t addr, size_t n);

/* May the address be on the stack of another thread? */
INLINE bool bop_stacks_may_own(const struct thread *t, uintptr_t addr)
{
    return addr - t->stack >= t->stack_size && addr >> BLOCK_BITS < BLOCKS &&
           bop_stacks_blocks[addr >> BLOCK_BITS];
}

/* Clears writes of other threads below this end of a frame, because the
   function has returned. */
void bop_stacks_forget(struct thread *t, uintptr_t cfa);
