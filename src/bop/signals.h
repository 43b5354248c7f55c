/* Signals that end the program. */
#ifndef BOP_SIGNALS_H
#define BOP_SIGNALS_H

/* Installs a handler that writes the trace, for each signal that ends the
   program and for which the program has no handler. */
void bop_signals_start(void);

#endif
