/* Layouts that fit on a page or a screen. dot is not asked: DOT is written
   without it. */
#ifndef OUTPUT_DOT_FIT_H
#define OUTPUT_DOT_FIT_H

#include "output/dot/caption.h"

/* The columns at which names are to be broken so that the picture is hardly
   wider than 48 inches: as few lines as go. */
size_t fit_names(const struct captions *captions);

/* Functions without an arrow, of a call or of dependences, by falling total; n:
   how many. */
uint32_t *fit_find_unconnected(struct arena *arena, const struct report *report,
                      uint32_t *n);
/* In how many columns so many are to stand. */
uint32_t fit_unconnected_columns(uint32_t n);

/*
 * By call in view, how many ranks its arrow spans at least. Leaves that only
 * one function calls, where it calls many such, take turns in several ranks.
 */
uint32_t *fit_rank_spans(struct arena *arena, const struct report *report);

#endif
