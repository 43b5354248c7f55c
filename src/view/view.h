/*
 * The view is the part of a profile that is drawn. Functions are selected by
 * root, leaf and depth, then thresholds and a limit on their number drop more
 * of them. The costs of functions do not change. The calls of profiles from
 * stacks are counted again between the functions that are kept, so that calls
 * over dropped functions appear. Tags above functions do not take part: no
 * threshold, limit or depth counts them.
 */
#pragma once

#include "cost/costs.h"
#include "filter/patterns.h"
#include "view/view_call.h"

/* Is a chain (view/chains.h) one box in pictures, which counts once for
   nodecount? */
enum chains_by { CHAINS_KEEP, CHAINS_FOLD };

/* Is a cost below a threshold? Not in a profile without cost, where there are
   no shares. */
static inline bool view_is_below(double cost, double whole, double percent)
{
    return whole > 0 && known(cost) && cost < whole * percent / 100;
}

struct view_options {
    struct patterns root, leaf;
    struct aliases aliases; /* other names that root and leaf match */
    long depth;             /* in calls from root or leaf; -1: no limit */
    double node_thres;      /* percent of the whole */
    double edge_thres;      /* percent of the whole */
    bool for_picture;       /* an arrow has at least a fifth of its callee's
                               total or, below edge_thres, half of it; calls
                               over functions left out are estimated in profiles
                               from calls (view/join.h) */
    bool drops_needless;    /* leaves out functions that lead to no others and
                               have little self cost: view/prune.h */
    long nodecount;         /* the most functions; 0: no limit */
    const double *priority; /* by function, or NULL: functions above 0 pass
                               every threshold, and the limit keeps them first,
                               with their costliest callers */
    const double *heat;     /* by function, or NULL: takes the place of self
                               cost for the limit. Functions with a heat above 0
                               (without heat, a priority above 0) are in no
                               chain */
    enum chains_by chains;
    const uint32_t *alone;  /* by function, or NULL: functions other than 0 are
                               in no chain */
};

struct chains;
struct ranking;

struct view {
    uint32_t *functions; /* those that are kept, in ascending order */
    uint32_t n_functions;
    uint32_t n_tags; /* number of these functions that are tags */
    struct view_call *calls; /* in ascending order of caller, then callee */
    uint32_t n_calls;
    struct view_call *small_calls; /* those that a picture leaves out although
                                      it has the caller and the callee */
    uint32_t n_small_calls;
    uint32_t n_direct; /* calls that the profile has too, without those of
                          tags */
    uint32_t n_tag_calls; /* calls of tags */
    double dropped_cost; /* whole - self costs of the functions kept */
    bool capped;         /* nodecount dropped some functions */
    bool is_flat;        /* nodecount left the hottest for half of the places,
                            and what divides the cost for the others */
    bool is_enough;      /* drops_needless dropped some, so more would show no
                            more */
    const struct chains *chains; /* NULL with CHAINS_KEEP */
};

/* The selected functions, from which views with different limits are made. */
struct view_source {
    struct arena *arena; /* it owns all memory */
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

/* Returns a view, which lives in the arena and may be empty. Only nodecount,
   edge_thres, for_picture, drops_needless and chains may differ from the
   options of the source. */
struct view *view_of(struct arena *arena, struct view_source *source,
                     const struct view_options *options);

/* Sets `kept` (by function) for the functions, but not tags, that the options
   select: those that a root calls or that call a leaf, directly or not, within
   depth calls; if root and leaf are given, those that do both. Depth alone
   counts from where the profile is entered. Returns false after a message if a
   pattern matches nothing. */
bool view_select_functions(const struct profile *profile,
                           const struct costs *costs,
                           const struct view_options *options, bool *kept);
