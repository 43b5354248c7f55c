/* The file of the trace, its path and when it is written. */
#pragma once

#include "bop/base/base.h"

/* Finds the path of the trace and writes its head, so that a killed program
   leaves a trace without an end. */
void bop_output_start(void);
/* Starts the trace of the child of a fork, which has one of its own. */
void bop_output_forked(void);

/* Writes the results so far to path, or to the trace itself if path is NULL.
   Returns 0 or an errno value. */
int bop_output_write(const char *path);

/* Opens a written file, the trace or another one, for appending. Returns a
   descriptor or -1. */
int bop_output_reopen(const char *path);

/* Returns the path of the trace. */
const char *bop_output_path(void);
