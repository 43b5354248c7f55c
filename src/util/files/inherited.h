/* Descriptors that whoever started the program has left open. */
#pragma once

/*
 * Closes those above standard error, so that neither code that an input
 * smuggled in nor dot can write to them. A descriptor stays open if an argument
 * names it, as /dev/fd/63 does and with it the shell's "<(command)", but other
 * programs do not inherit it. One that is marked close-on-exec is not from
 * whoever started the program: a library has opened it, and it stays as it is.
 */
void inherited_close(int argc, char *const *argv);
