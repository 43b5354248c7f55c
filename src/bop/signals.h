/* Signals that end the program. */
#ifndef BOP_SIGNALS_H
#define BOP_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Installs a handler that writes the trace, for each signal that ends the
   program and for which the program has no handler. */
void bop_signals_start(void);
/* Does so for one signal, unless it does not end a program. */
void bop_signals_watch(int number);
/* Tells whether an action is that handler. */
bool bop_signals_is_ours(const struct sigaction *action);

#endif
