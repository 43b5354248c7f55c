/*
 * Work that one thread hands over to another one. A thread that runs no
 * function under study works on behalf of the statement whose thread has
 * started it, or has last handed work over to it; its dependences then name
 * that statement as the toplev location.
 *
 * Work is handed over through a mutex with a condition variable: from the
 * thread that unlocks or signals to the one that locks next. A semaphore does
 * the same.
 */
#pragma once

#include "bop/base/base.h"

struct thread;

/* Sets the toplev location of a thread that runs no function under study to
   that of another thread, and advances the clocks. */
void bop_handover_take(struct thread *t, site top);

/* Call these when the present thread waits with this mutex, which then hands
   over work; when it gives work; and when it gets the work that was given
   last. */
void bop_handover_waits(const void *mutex);
void bop_handover_give(const void *mutex);
void bop_handover_get(const void *mutex);
