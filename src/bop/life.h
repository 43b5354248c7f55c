/* What else happens to a process. */
#ifndef BOP_LIFE_H
#define BOP_LIFE_H

/* Handlers of the signals that end the program, where it has none. */
void bop_signals_start(void);

#endif
