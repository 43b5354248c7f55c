/* How pictures look: what the options of that name choose. */
#ifndef OUTPUT_DOT_LOOK_H
#define OUTPUT_DOT_LOOK_H

#include <stdbool.h>
#include <stddef.h>

enum color_by { BY_THEME, BY_SELF, BY_TOTAL };

/* Other colours where people want a dark ground: SVG and HTML can do that. */
enum dark { DARK_BY_OUTPUT, DARK_AUTO, DARK_NEVER };

/* Between what dependences are drawn. */
enum deps_by { DEPS_FUNCTION, DEPS_TOPLEV, DEPS_SITE, DEPS_NONE };
/* Self-calls and calls back into a cycle: told in the box of the caller, drawn,
   or told there with the members of a cycle in one box. */
enum recursion { RECURSION_NOTE, RECURSION_EDGES, RECURSION_CLUSTER };

/* What --node-label can show. */
enum measure {
    SELF_TIME,
    SELF_TIME_PERCENTAGE,
    TOTAL_TIME,
    TOTAL_TIME_PERCENTAGE,
    N_MEASURES
};

struct look {
    const struct theme *theme;
    double skew; /* of the colour ramp; 1: none */
    enum color_by color_by;
    bool strip; /* names without parameters, template arguments... */
    bool wrap;  /* names on several lines */
    long label_length; /* columns of a name in a box; 0: as many as it has */
    enum measure measures[N_MEASURES]; /* in the order given */
    size_t n_measures; /* 0: self and total percentage on one line */
    bool show_samples;
    const char *time_format; /* printf format of one double, or NULL */
    const char *rankdir;     /* TB or LR */
    const char *title;       /* or NULL */
    const char *name; /* of the graph, and what ids begin with; or NULL */
    const char *url, *url_target; /* see link.h; or NULL */
    enum recursion recursion;
    bool by_module; /* functions of one module in one box */
    enum dark dark; /* by output: pages have it, pictures do not */
    bool legend;
    enum deps_by deps;
    long deps_min; /* reads of a dependence that is drawn; 0: those that come
                      first */
};

/* Do colours show self cost? Else total. */
bool look_by_self(const struct look *look);

#endif
