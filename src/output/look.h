/* The look of pictures as the options choose it. */
#pragma once

#include <string.h>

#include "filter/patterns.h"
#include "output/space.h"
#include "output/theme.h"
#include "output/wing.h"

/* The cost that colours show. */
enum color_by { BY_THEME, BY_SELF, BY_TOTAL };

/* Do SVG pictures and HTML pages adapt to systems that ask for a dark
   background? By default pages do and pictures do not. */
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

/* The most bytes of rows in a report by default; with its other lines it stays
   below 6 kB. */
enum { LOOK_MOST_BYTES = 5500 };

/* A picture with more arrows than LOOK_FEW_ARROWS has labels only at those of
   at least LOOK_LABELLED_SHARE of the whole. */
enum { LOOK_FEW_ARROWS = 60 };
#define LOOK_LABELLED_SHARE .05
/* An arrow of this share is thick: it has a label even if the total of its callee
   is the same. */
#define LOOK_THICK_SHARE .15
/* The most width in points of back calls, which are not on the hot path. */
#define LOOK_BACK_PEN 1.5

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
    bool strip; /* names are shortened as by strip_name */
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
    enum clusters_by clusters; /* what the boxes in one frame share */
    bool bare;      /* plain boxes with names and shares, for other programs */
    bool invert;    /* a flame graph has the callees on top */
    enum dark dark;
    bool legend;
    bool has_outer_legend; /* the legend stands outside the picture */
    struct deps_look deps;
    long columns;   /* width of a report for a person; 0: programs may read
                       it */
    bool markdown;  /* reports are Markdown */
    bool shows_all; /* no report leaves rows out to stay small */
    enum sort sort;
    double least_part;      /* of the whole: the tree leaves out smaller
                               parts */
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

/* Do arrows lead down? */
static inline bool look_is_top_down(const struct look *look)
{
    return strcmp(look->rankdir, "TB") == 0;
}
