/*
 * This provides critical sections. A traced program may have several threads,
 * and a signal handler that is itself traced may interrupt the library
 * anywhere. Whatever changes in several steps therefore changes with signals
 * blocked and, if other threads use it too, with the one lock of the library
 * held.
 */
#pragma once

#include <stdint.h>

/* A critical section restores these when it ends. */
struct lock_state {
    int error;            /* errno */
    uint64_t signals[16]; /* the signal mask, a sigset_t */
};

/* Block all signals and take the lock, and undo both. Sections may nest. */
void bop_lock_acquire(struct lock_state *saved);
void bop_lock_release(const struct lock_state *saved);

/* Block all signals, and undo that. This is enough for the state of one
   thread. */
void bop_lock_block_signals(struct lock_state *saved);
void bop_lock_unblock_signals(const struct lock_state *saved);
