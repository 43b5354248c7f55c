/* The text of boxes and arrows, escaped for DOT, in the arena. */
#ifndef OUTPUT_DOT_CAPTION_H
#define OUTPUT_DOT_CAPTION_H

#include "output/report.h"

/* Everything that the captions of a picture have in common. */
struct captions {
    const struct report *report;
    struct arena *arena;
    bool show_places;   /* output/place.h */
    struct str common_place; /* which boxes do not show; or "" */
    size_t columns;     /* most columns of a line of a name */
    uint32_t n_arrows;  /* calls that are drawn as arrows */
    const struct str *names; /* by function of the view: the name in its box,
                                as short as --label-length wants it */
    const struct str *distinctions; /* by function of the view: a line that
                                distinguishes its box from others of the same
                                name and place, or "" */
};

/* Returns the captions of a report and its view with folded chains
   (view/chains.h), which share all but the view. `columns` is what --wrap says;
   fit_columns may find less. */
struct captions captions_of(struct arena *arena, const struct report *report,
                            const struct report *folded);

struct str caption_node_label(const struct captions *captions,
                              uint32_t function);
struct str caption_node_tooltip(const struct captions *captions,
                                uint32_t function);
/* `pen` is the width of the arrow in points: the label keeps its distance. */
struct str caption_edge_label(const struct captions *captions,
                              const struct view_call *call, double pen);
struct str caption_edge_tooltip(const struct captions *captions,
                                const struct view_call *call);

#endif
