/* The stacks of threads in one address space. A thread may write to the stack
   of another, and may read what is left there from a function that has
   returned. */
#pragma once

#include "bop/base/base.h"
#include "bop/state/shadow.h"
#include "bop/state/thread.h"

/* This tells which blocks of memory, as in shadow.h, hold a part of a stack. */
extern bool bop_stacks_blocks[BLOCKS];

/* Makes the stack of a thread known. */
void bop_stacks_add(const struct thread *t);

/* Returns the other thread that has the address on its stack, or NULL. */
struct thread *bop_stacks_owner(const struct thread *t, uintptr_t addr);

/* Tells the other thread, if the address is on its stack, that this thread
   writes n bytes there. */
void bop_stacks_tell(const struct thread *t, uintptr_t addr, size_t n);

/* Tells whether the address may be on the stack of another thread. */
INLINE bool bop_stacks_may_own(const struct thread *t, uintptr_t addr)
{
    return addr - t->stack >= t->stack_size && addr >> BLOCK_BITS < BLOCKS &&
           bop_stacks_blocks[addr >> BLOCK_BITS];
}

/* Forgets what other threads wrote below that end of a frame, because the
   function has returned. */
void bop_stacks_forget(struct thread *t, uintptr_t cfa);
