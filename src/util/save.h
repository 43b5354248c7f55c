/* Writes whole files, and replaces regular files in one step. */
#ifndef UTIL_SAVE_H
#define UTIL_SAVE_H

#include "util/str.h"

/*
 * Writes bytes to a file, or to standard output if the path is "-". An absent
 * or regular file is replaced in one step by a new file in the same folder;
 * symbolic links are followed. Anything else (a device, a pipe) is written in
 * place. Returns false if writing fails, after a message unless the reason is
 * that nobody reads the pipe any more (EPIPE).
 */
bool save_file(const char *path, struct str bytes);

/* Like save_file, but leaves a regular file alone, its time included, if it
   already has exactly these bytes. */
bool save_file_if_changed(const char *path, struct str bytes);

#endif
