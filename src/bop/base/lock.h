/*
 * Critical sections. A traced program may have several threads, and a traced
 * signal handler may interrupt the library anywhere. So state that changes in
 * several steps is changed with signals blocked and, if other threads use it,
 * with the one lock of the library held.
 */
#pragma once

#include <stdint.h>

/* A critical section restores these when it ends. */
struct lock_state {
    int error;            /* errno */
    uint64_t signals[16]; /* the signal mask, a sigset_t */
};

/* Blocks all signals and takes the lock; undoes both. Sections may nest. */
void bop_lock_acquire(struct lock_state *saved);
void bop_lock_release(const struct lock_state *saved);

/* Blocks all signals; undoes that. This is enough for the state of one
   thread. */
void bop_lock_block_signals(struct lock_state *saved);
void bop_lock_unblock_signals(const struct lock_state *saved);
