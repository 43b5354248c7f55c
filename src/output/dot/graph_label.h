/* The title and the legend of a picture, which are the label of its graph. */
#pragma once

#include "output/dot/drawing.h"

/*
 * Sets the label of the graph: a table, as an HTML-like label, in which dot
 * ignores line ends. Unlike a box between functions it takes no width. A legend
 * is below the picture, but a title is above it, and takes the legend with it,
 * because a graph has one label. The tooltip has all lines of the legend.
 */
void graph_label_set(struct drawing *d);
