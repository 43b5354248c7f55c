/* Keeps pictures from becoming too wide for a page or a screen. Since DOT is
   written without running dot, the ranks of the boxes are estimated. */
#pragma once

#include "output/dot/caption.h"

/* Returns the most columns of a line of a name at which the picture is hardly
   wider than 48 inches. */
size_t fit_columns(const struct captions *captions);

/* Returns the functions without an arrow of a call or a dependence, by falling
   self cost, and stores their number in *n. */
uint32_t *fit_find_unconnected(struct arena *arena,
                               const struct report *report, uint32_t *n);
/* Returns the number of columns for n unconnected functions. */
uint32_t fit_unconnected_columns(const struct look *look, uint32_t n);

/*
 * Returns, by call of the view, the least number of ranks that its arrow spans.
 * Most have 1. Calls of leaves have more if the leaves are moved further down,
 * from ranks that would be too wide.
 */
uint32_t *fit_rank_spans(struct arena *arena, const struct captions *captions);
