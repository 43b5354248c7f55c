/* Keeps pictures from becoming too wide for a page or a screen. Since DOT is
   written without running dot, the ranks of the boxes are estimated. */
#pragma once

#include "output/dot/caption.h"

/* Returns the most columns of a line of a name at which the picture is hardly
   wider than 48 inches. */
size_t fit_columns(const struct captions *captions);

/* Functions without an arrow of a call or a dependence. They stand in rows, as
   many beside each other as there is width. */
struct fit_loose {
    const uint32_t *functions; /* by falling self cost */
    const uint32_t *above;     /* by these: the function whose box stands above,
                                  or NO_ID at the top */
    const uint32_t *row;       /* by these: 0 is the first row */
    uint32_t n;
    bool is_below; /* the rows begin below all other functions */
};

/* Returns them in the arena. */
struct fit_loose fit_find_loose(struct arena *arena,
                                const struct captions *captions);

/*
 * Returns, by call of the view, the least number of ranks that its arrow spans.
 * Most have 1. Calls of leaves have more if the leaves are moved further down,
 * from ranks that would be too wide.
 */
uint32_t *fit_rank_spans(struct arena *arena, const struct captions *captions);
