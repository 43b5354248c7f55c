/* Pipes that other programs do not inherit. */
#pragma once

#include <stdbool.h>

/* Opens a pipe whose ends close when the process becomes another program.
   Returns false with errno set if that fails; the ends then stay as they
   are. */
bool pipe_open(int *reader, int *writer);
/* Closes an end of a pipe and sets it to -1. An end that is -1 stays so. */
void pipe_close(int *end);
