/* Descriptors that the program inherits open from its parent process. */
#pragma once

/*
 * Closes those above standard error, so that dot, and code that an input
 * smuggles in, cannot write to them. A descriptor that an argument names stays
 * open (such as /dev/fd/63, which is the shell's "<(command)"), but other
 * programs do not inherit it. One that is marked close-on-exec stays as it is,
 * because a library has opened it.
 */
void inherited_close(int argc, char *const *argv);
