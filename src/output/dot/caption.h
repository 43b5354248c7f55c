/* What boxes and arrows of a picture say: escaped for DOT, in the arena. */
#ifndef OUTPUT_DOT_CAPTION_H
#define OUTPUT_DOT_CAPTION_H

#include "output/output.h"

/* What captions depend on besides their function or call. */
struct captions {
    const struct report *report;
    struct arena *arena;
    bool show_modules; /* more than one is drawn, and no box tells it */
    size_t columns;    /* at which names are broken: what --wrap says */
    uint32_t n_arrows; /* calls that are drawn */
    const struct str *names; /* by function: what its box says, shortened as
                                --label-length wants it */
    const bool *ambiguous;   /* by function: another one drawn looks the same */
};

struct captions captions_of(struct arena *arena, const struct report *report);

struct str caption_node_label(const struct captions *captions, uint32_t function);
struct str caption_node_tooltip(const struct captions *captions, uint32_t function);
/* pen is the width of the arrow in points: the label keeps off it. */
struct str caption_edge_label(const struct captions *captions,
                      const struct view_call *call, double pen);
struct str caption_edge_tooltip(const struct captions *captions,
                        const struct view_call *call);

#endif
