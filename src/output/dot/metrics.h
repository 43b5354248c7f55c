/* The width of text in a picture, by the advance widths that Arial, Helvetica
   and Liberation Sans share. Boxes have the same size whatever fonts a machine
   has. */
#pragma once

#include "util/text/str.h"

/* Returns the width of one line of text in points. Characters beyond ASCII,
   except some signs, have the width of a wide letter. */
double metrics_width(struct str text, double size, bool bold);

/* Returns the height of a line of text of that size, and how far its baseline
   is below its top. */
double metrics_height(double size);
double metrics_ascent(double size);
