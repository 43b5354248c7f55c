/* The names in boxes, the text at arrows, and tooltips, escaped for DOT, in the
   arena. */
#pragma once

#include "output/report.h"

/* The texts in the box of a function. */
struct caption {
    struct str name;    /* at most as long as --label-length says */
    struct str own;     /* the same without its class or namespace */
    struct str context; /* the class or namespace, else the module or file if
                           most functions have another one; or "" */
    struct str distinction; /* a line that distinguishes the box from others of
                               the same name and place, or "" */
    double width; /* of the box, with so many columns; 0: not known yet */
};

/* Everything that the captions of a picture have in common. */
struct captions {
    const struct report *report;
    struct arena *arena;
    size_t columns;     /* most columns of a line of a name */
    uint32_t n_arrows;  /* calls that are drawn as arrows */
    double max_self;    /* the share of the hottest function */
    struct caption **of; /* by function; NULL for those not in the view */
};

/* Returns the captions of a report and its view with folded chains
   (view/chains.h), which share all but the view. `columns` is set by --wrap;
   fit_columns may reduce it. */
struct captions captions_of(struct arena *arena, const struct report *report,
                            const struct report *folded);
/* The same for the texts of arrows alone: `of` is NULL. */
struct captions captions_of_arrows(struct arena *arena,
                                   const struct report *report);

struct str caption_node_tooltip(const struct captions *captions,
                                uint32_t function);
/* Returns the plain text beside an arrow, or "": its share and its count,
   without what the box of the callee has as well. Thick and bold arrows and
   those to the hottest function always have their share. */
struct str caption_edge_text(const struct captions *captions,
                             const struct view_call *call);
/* Does it have none because there are many larger arrows? */
bool caption_is_small(const struct captions *captions,
                      const struct view_call *call);
struct str caption_edge_tooltip(const struct captions *captions,
                                const struct view_call *call);
