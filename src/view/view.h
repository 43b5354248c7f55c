/*
 * The view is the part of a profile that is drawn. Functions are selected by
 * root, leaf and depth, then thresholds and a limit on their number drop more
 * of them. The costs of functions do not change. The calls of profiles from
 * stacks are counted again between the functions that are kept, so that calls
 * over dropped functions appear. Tags above the functions have no part in the
 * selection: no threshold, limit or depth counts them.
 */
#pragma once

#include "cost/costs.h"
#include "filter/patterns.h"
#include "view/view_call.h"

/* Are chains (view/chains.h) one box each in pictures, and one of nodecount? */
enum chains_by { CHAINS_KEEP, CHAINS_FOLD };

struct view_options {
    struct patterns root, leaf;
    struct aliases aliases; /* names that root and leaf match as well */
    long depth;             /* calls from root or leaf; -1: no limit */
    double node_thres;      /* percent of the whole */
    double edge_thres;      /* percent of the whole */
    bool for_picture;       /* edge_thres is at least a fifth of the least
                               total, but the costliest call to each function
                               stays, and so does the costliest of one that
                               nothing calls; calls over functions left out are
                               estimated in profiles from calls
                               (view/join.h) */
    bool drops_needless;    /* once 90 % of the whole is shown, functions are
                               left out that have less than a twentieth of the
                               hottest one's self cost and lead to no others */
    long nodecount;         /* the most functions; 0: no limit */
    const double *priority; /* by function, or NULL: no threshold drops those
                               above 0, and the limit takes them first, with
                               their costliest callers */
    const double *heat;     /* by function, or NULL: the limit takes those of
                               the greatest heat first, in place of those of the
                               greatest self cost. Functions with a heat above
                               0, or without heat with a priority above 0, are
                               in no chain */
    enum chains_by chains;
    const uint32_t *alone;  /* by function, or NULL: those that are not 0 are
                               in no chain */
};

struct chains;
struct ranking;

struct view {
    uint32_t *functions; /* those that are kept, in ascending order */
    uint32_t n_functions;
    uint32_t n_tags; /* of these functions, those that are tags */
    struct view_call *calls; /* in ascending order of caller, then callee */
    uint32_t n_calls;
    uint32_t n_direct; /* calls that are in the profile too; calls of tags do
                          not count */
    uint32_t n_tag_calls; /* calls of tags */
    double call_thres;   /* percent of the whole: cheaper calls are left out */
    double dropped_cost; /* whole - self costs of the functions kept */
    bool capped;         /* nodecount dropped some functions */
    bool is_enough;      /* drops_needless dropped some: more functions would
                            show no more */
    const struct chains *chains; /* NULL with CHAINS_KEEP */
};

/* The selected functions, of which views with several limits are made. */
struct view_source {
    struct arena *arena; /* all of it lives there */
    const struct profile *profile;
    const struct costs *costs;
    double whole;           /* the cost that percentages refer to */
    const bool *selected;   /* by function: those that root, leaf, depth and
                               node_thres select */
    struct ranking *ranking; /* of the selected functions; NULL until a limit
                                needs it */
};

/* Selects the functions of views, or returns NULL after a message if a pattern
   matches nothing. */
struct view_source *view_source_of(struct arena *arena,
                                   const struct profile *profile,
                                   const struct costs *costs, double whole,
                                   const struct view_options *options);

/* Returns the view, which lives in the arena and may be empty. The options are
   those of the source, but for nodecount, edge_thres, for_picture and
   chains. */
struct view *view_of(struct arena *arena, struct view_source *source,
                     const struct view_options *options);

/* Sets kept (by function) for the functions, not the tags, that the options
   select: those that a root calls and those that call a leaf, directly or not,
   and within depth calls; if both are given, those that do both. If only a depth
   is given, it counts from where the profile is entered. Returns false after a
   message if a pattern matches nothing. */
bool view_select_functions(const struct profile *profile,
                           const struct costs *costs,
                           const struct view_options *options, bool *kept);
