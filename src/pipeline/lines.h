/* The costs of source lines and instructions for a page whose boxes are
   functions. */
#pragma once

#include "pipeline/run.h"

/* Reads the files of a run once more so that functions are lines, or with
   --assembly instructions, filters that profile as the other, and finds its
   costs. The filters take the lines of a function for the function, because
   they have its name. Sets report.lines, which stays NULL if the files have no
   lines. Returns EXIT_OK, or another status after a message. */
enum exit_status lines_find(struct run *run);
