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
#pragma once

#include "cli/options.h"
#include "util/text/buf.h"

/* Checks that make can read the names of all files in a rule. Returns false
   after a message. */
bool depfile_check(const struct options *options);

/* Appends the rule. */
void depfile_put(struct buf *rule, const struct options *options);
