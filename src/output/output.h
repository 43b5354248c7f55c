/*
 * What writers are given, and the writers of the profile itself. Every writer
 * makes bytes in memory; main writes them once.
 */
#ifndef OUTPUT_OUTPUT_H
#define OUTPUT_OUTPUT_H

#include "model/profile.h"
#include "util/buf.h"

/* The profile as read, in the language of readers/edges.c: reading it back
   prints the same bytes. */
void write_edges(struct buf *out, const struct profile *profile);

#endif
