/*
 * The file of --depfile: a rule for make that names the inputs of the output.
 *
 *     out: in1 in2
 *     in1:
 *     in2:
 *
 * Each input has an empty rule as well, so that make does not stop when one of
 * them is gone.
 */
#ifndef CLI_DEPFILE_H
#define CLI_DEPFILE_H

#include "cli/options.h"
#include "util/buf.h"

/* Appends the rule. */
void depfile_put(struct buf *rule, const struct options *options);

#endif
