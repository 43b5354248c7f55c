/* Prints the versions that --version shows. */
#pragma once

#include "output/graphviz/draw.h"
#include "util/text/buf.h"

/* Prints the version of prof2dot, of each library as it is loaded, and of the
   program that draws, which runs for that. */
void version_print(struct buf *out, const struct layout *layout);
