/* The look of pictures as the options choose it. */
#pragma once

#include "filter/patterns.h"
#include "output/space.h"
#include "output/theme.h"
#include "output/wing.h"

/* The cost that colours show. */
enum color_by { BY_THEME, BY_SELF, BY_TOTAL };

/* Do SVG pictures and HTML pages have other colours for readers whose system
   asks for a dark background? By default pages do and pictures do not. */
enum dark { DARK_BY_OUTPUT, DARK_AUTO, DARK_NEVER, DARK_ALWAYS };

/* Self-calls and calls back into a cycle are notes in the caller's box, arrows,
   or notes with a frame around the boxes of each cycle. */
enum recursion { RECURSION_NOTE, RECURSION_EDGES, RECURSION_CLUSTER };

/* The measures that --node-label can show. */
enum measure {
    SELF_TIME,
    SELF_TIME_PERCENTAGE,
    TOTAL_TIME,
    TOTAL_TIME_PERCENTAGE,
    N_MEASURES
};

/* The order of the functions in a table. */
enum sort { SORT_SELF, SORT_TOTAL, SORT_COUNT, SORT_NAME };

/* Reports have at most so many bytes of rows by default: with the lines around
   them, less than 6 kB. */
enum { LOOK_MOST_BYTES = 5500 };

/* If there are more arrows than this, only those of at least this share have a
   label. */
enum { LOOK_FEW_ARROWS = 60 };
#define LOOK_LABELLED_SHARE .05

enum clusters_by {
    CLUSTERS_NONE,
    CLUSTERS_MODULE,
    CLUSTERS_CLASS,
    CLUSTERS_PACKAGE,
    CLUSTERS_FILE,
    CLUSTERS_COMM, /* the functions are those of filter/tag_frames.h */
};

struct look {
    const struct theme *theme;
    double skew; /* of the colour ramp; 1: none */
    enum color_by color_by;
    bool strip; /* names lose parameters, template arguments and so on */
    bool wrap;  /* break names at LABEL_WIDTH columns */
    long label_length; /* most code points of a name in a box; 0: only
                          SHORTEN_LIMIT */
    enum measure measures[N_MEASURES]; /* in the order of the options */
    size_t n_measures; /* 0: self and total percentage on one line */
    bool show_samples;
    const char *time_format; /* printf format of one double, or NULL */
    const char *rankdir;     /* "TB" or "LR" */
    const struct space *space; /* the picture fits in it; or NULL */
    const char *title;       /* or NULL */
    const char *name;        /* of the graph, and a prefix of ids; or NULL */
    const char *url, *url_target; /* templates of dot/link.h; or NULL */
    enum recursion recursion;
    enum clusters_by clusters; /* what boxes in one frame have in common */
    bool bare;      /* names and shares in plain boxes, for other programs */
    bool invert;    /* a flame graph has the callees on top */
    enum dark dark;
    bool legend;
    bool has_outer_legend; /* there is one outside the picture instead */
    struct deps_look deps;
    long columns;   /* of what a person reads a report on; 0: programs may
                       read it */
    bool markdown;  /* reports are Markdown */
    bool shows_all; /* no report leaves rows out to stay small */
    enum sort sort;
    double least_part;      /* of the whole: the tree leaves out what costs
                               less */
    struct patterns listed; /* the functions of -T peek and -T list */
    const char *source;     /* the folder whose files pages and -T list may
                               show; NULL: none */
    bool assembly;          /* pages and -T list show instructions */
    const struct html_live *live; /* the form of a page that is served; NULL:
                                     the page is a file */
};

/* Do colours show self cost? Otherwise they show total cost. */
static inline bool look_by_self(const struct look *look)
{
    return look->color_by == BY_THEME ? look->theme->by_self
                                      : look->color_by == BY_SELF;
}
