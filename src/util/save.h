/* Writing a file at once or not at all. */
#ifndef UTIL_SAVE_H
#define UTIL_SAVE_H

#include "util/str.h"

/*
 * Writes bytes to a file, or to standard output for "-". An absent or regular
 * file is replaced in one step by a new one in the same folder, symbolic
 * links followed; anything else (a device, a pipe) is written in place. False
 * after a message, without one when nobody reads the pipe any more.
 */
bool save_file(const char *path, struct str bytes);

/* The same, but a regular file that has these very bytes stays as it is. */
bool save_file_if_changed(const char *path, struct str bytes);

#endif
