/*
 * The text in the box of a function, and its size:
 *
 *     std::vector<int>          context: class, namespace, file or module
 *     push_back                 name, bold, larger with the cost
 *     8.2% of 23%               own share, bold, and that of the total
 *     ↺ itself 3,504×           notes
 *     ##====------              bar: own, rest of the total, remainder
 */
#pragma once

#include "output/dot/caption.h"

/* Text that a line has in one style. */
struct box_run {
    struct str text;
    double size; /* points */
    bool bold;
    bool muted; /* grey, if that is legible */
};

struct box_line {
    struct box_run runs[3]; /* beside each other, from the left */
    size_t n;
    double width, height; /* points */
};

struct box {
    struct box_line *lines;
    size_t n;
    bool has_bar;
    double own, total;    /* shares that the bar shows */
    double width, height; /* points, with the margins */
};

/* The space between the border of a box and its content, and the height of the
   bar, in points. */
#define BOX_MARGIN_X 5.
#define BOX_MARGIN_Y 3.
#define BOX_BAR 3.

/* Returns the box of a function or of the chain that it begins, in the arena of
   the captions. `size` is that of its name in points. */
struct box box_of(const struct captions *captions, uint32_t function,
                  double size);

/* Finds the costliest callers of a hot function that its box names because they
   have no arrow, by falling cost, and returns how many they are. Their costs
   are without samples in which the callee is already higher on the stack. */
enum { BOX_CALLERS = 3 };
uint32_t box_callers(const struct captions *captions, uint32_t function,
                     struct view_call callers[BOX_CALLERS]);

/* Returns a box of plain lines, such as that of a statement. */
struct box box_of_text(struct arena *arena, struct str text, double size);

/* Returns the box as an HTML-like label for dot, without its brackets. */
struct str box_label(struct arena *arena, const struct box *box,
                     const struct theme *theme, struct color fill);

/* Returns the colour of text on a background. */
struct color box_ink(const struct theme *theme, struct color fill, bool muted);
