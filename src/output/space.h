/* The space for a picture: a part of a page, a screen or a sheet of paper.
   Lengths are CSS pixels, 96 to an inch. */
#pragma once

#include "util/text/str.h"

#define SPACE_PIXELS_PER_INCH 96
#define SPACE_PIXELS_PER_POINT (96. / 72)

/* The width of pictures of statements, unless the user chooses another one. */
#define SPACE_OF_STATEMENTS 1500

/* The most columns of a line in a box where there is height to spare. */
#define SPACE_LOW_COLUMNS 26

struct space {
    double width, height; /* 0: no limit */
    double text;          /* the least size of text */
    bool is_sheet;        /* the picture is a sheet of paper: it has exactly
                             this size, perhaps turned */
    double most_height;   /* times the width of the picture; 0: no limit */
    bool is_wide;         /* ranks may be as wide as the space */
    bool is_low;          /* there is height to spare, so names may have more
                             lines */
    bool is_default;      /* it is space_default, which may become higher to
                             show most of the cost */
};

/* Returns "readme", the column of a README on code hosts, for pictures that are
   not much higher than wide. */
struct space space_default(void);

/* Reads "readme", "screen", "slide", "a4", "letter" or "WIDTHxHEIGHT", where
   either number may be missing, and perhaps ":TEXT". Returns false if the text
   is none of these. */
bool space_parse(struct str text, struct space *space);

/* Returns the factor, at most 1, by which a picture of this size in inches is
   scaled in the space. A sheet is turned if that gives more room. */
double space_scale(const struct space *space, double width, double height);

/* Is a picture of this size scaled on a sheet that is turned? */
bool space_is_turned(const struct space *space, double width, double height);
