/*
 * What the output was made from, in make's language (--depfile):
 *
 *     out: in1 in2
 *     in1:
 *     in2:
 *
 * An input that is gone the next time has an empty rule, so that make goes on.
 */
#ifndef DEPFILE_H
#define DEPFILE_H

#include "options.h"

/* Writes the file if one was asked for. False after a message. */
bool save_depfile(const struct options *options);

#endif
