/* Keeps pictures from becoming too wide for a page or a screen. dot itself is
   not asked, because DOT is written without running it: the ranks of the boxes
   are estimated. */
#pragma once

#include "output/dot/caption.h"

/* Returns the most columns of a line of a name at which the picture is hardly
   wider than 48 inches. */
size_t fit_columns(const struct captions *captions);

/* Returns the functions without an arrow, neither of a call nor of a
   dependence, by falling self cost, and stores their number in *n. */
uint32_t *fit_find_unconnected(struct arena *arena,
                               const struct report *report, uint32_t *n);
/* Returns the number of columns for n unconnected functions. */
uint32_t fit_unconnected_columns(const struct look *look, uint32_t n);

/*
 * Returns, by call of the view, the least number of ranks that its arrow spans.
 * That is 1 for most calls. From ranks whose boxes would be wider than the
 * picture may be, leaves are moved to ranks further down.
 */
uint32_t *fit_rank_spans(struct arena *arena, const struct captions *captions);
