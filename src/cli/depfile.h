/*
 * What the output was made from, in make's language (--depfile):
 *
 *     out: in1 in2
 *     in1:
 *     in2:
 *
 * An input that is gone the next time has an empty rule, so that make goes on.
 */
#ifndef CLI_DEPFILE_H
#define CLI_DEPFILE_H

#include "cli/options.h"

/* Writes the file if one was asked for. False after a message. */
bool depfile_save(const struct options *options);

#endif
