/* Prints the versions that --version shows. */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#include "output/graphviz/draw.h"
#include "util/text/buf.h"

/* Prints the version of prof2dot, of each library as it is loaded, and of the
   program that draws, which runs for that. */
void version_print(struct buf *out, const struct layout *layout);

#endif
