/* Protects the inputs from being overwritten by the output. */
#ifndef CLI_OVERWRITE_H
#define CLI_OVERWRITE_H

#include "cli/options.h"

/*
 * Returns false after a message if a file that the program writes (-o or
 * --depfile) is also one that it reads or runs, is also another one that it
 * writes, or is a program: the readers open programs that an input names. Files
 * are compared as util/files/file_id.h says. Nothing is read except the first
 * bytes of old outputs. The graph that is kept if dot takes too long replaces
 * no file (draw_kept_name).
 */
bool overwrite_check(const struct options *options);

#endif
