/* The signals with which users end a program: HUP, INT, QUIT and TERM. Code
   that must clean up before the end catches them for a while. */
#pragma once

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

enum { SIGNALS = 4 };

/* The set of these signals. */
sigset_t signals_set(void);
/* Installs a handler, which runs with all of them blocked, and stores the old
   handlers. Ignored signals, as under nohup, stay ignored. */
void signals_catch(void (*handler)(int), struct sigaction before[SIGNALS]);
/* Installs the old handlers again. */
void signals_restore(const struct sigaction before[SIGNALS]);
/* Removes all handlers. Signals that are ignored stay ignored. */
void signals_reset(void);
/* Ends the program by the signal, or with status 128 + its number if the
   program may not signal itself. For handlers; does not return. */
void signals_end(int signal_number);
/* Creates a thread that gets only signals that it causes itself. Returns false
   if that is not possible. */
bool signals_thread(pthread_t *thread, void *work(void *), void *context);
