/*
 * Work that one thread hands over to another one. A thread that runs no
 * function under study works on behalf of the statement whose thread has
 * started it, or has last handed work over to it; its dependences then name
 * that statement as the toplev location.
 *
 * Work is handed over through a mutex that is used with a condition variable:
 * by who unlocks it or signals, to who locks it next. A semaphore does the
 * same.
 */
#pragma once

#include "bop/base/base.h"

struct thread;

/* Makes the toplev location of a thread that runs no function under study that
   of another thread, and lets the clocks advance. */
void bop_handover_take(struct thread *t, site top);

/* Call these for the present thread: it waits with this mutex, so that work is
   handed over through it; it gives work; it gets the work that was given
   last. */
void bop_handover_waits(const void *mutex);
void bop_handover_give(const void *mutex);
void bop_handover_get(const void *mutex);
