/* Signals that end the program. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* Installs a handler that writes the trace, for each signal that ends the
   program and for which the program has no handler. */
void bop_signals_start(void);
/* Does the same for one signal, if it ends programs by default. */
void bop_signals_watch(int number);
/* Is an action that handler? */
bool bop_signals_is_ours(const struct sigaction *action);
/* Blocks signals for which the program has handlers, except those of errors.
   The program's destructors have run, so its handlers might use objects that
   are destroyed; without the tracer the process would have ended by now. */
void bop_signals_hold_back(void);
