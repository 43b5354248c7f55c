/* Prints the versions that --version shows. */
#pragma once

#include "output/graphviz/draw.h"
#include "util/text/buf.h"

/* Prints the version of prof2dot, of each library, and of the program that
   draws, which is run for that. */
void version_print(struct buf *out, const struct layout *layout);
