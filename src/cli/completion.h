/* Completions of the command line for shells, from the table of options. */
#pragma once

#include "util/text/buf.h"

/* Prints a script that defines the completions of bash, zsh or fish. The script
   asks the program for the events and functions of files that are named on the
   line. Returns false after a message. */
bool completion_print(struct buf *out, const char *shell);
