/* Signals that end the program. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* Installs a handler that writes the trace, for each signal that ends the
   program and for which the program has no handler. */
void bop_signals_start(void);
/* Does so for one signal, unless it does not end a program. */
void bop_signals_watch(int number);
/* Tells whether an action is that handler. */
bool bop_signals_is_ours(const struct sigaction *action);
/* Holds back signals for which the program has handlers, but not those of
   errors. Its destructors have run, so that handlers may find nothing of what
   they use, and without us the process would have ended by now. */
void bop_signals_hold_back(void);
