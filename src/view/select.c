#include "view/select.h"

#include "graph/bfs.h"

/* Takes from kept what is not within depth steps of the marked functions. */
static void keep_reached(const struct profile *profile,
                         const struct graph *graph, bool down,
                         const bool *marked, long depth, bool *kept)
{
    struct arena scratch = { 0 };
    bool *reached = NEW_N(&scratch, bool, profile->n_functions);
    bfs_mark_reachable(profile, graph, down, marked, depth, reached);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        kept[f] = kept[f] && reached[f];
    arena_free(&scratch);
}

/* Where the profile is entered: functions with entry, functions that nothing
   calls, and members of cycles that nothing enters. */
static void mark_entries(const struct profile *profile,
                         const struct graph *graph, const struct costs *costs,
                         bool *marked)
{
    const struct links *in = &graph->in;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        uint32_t cycle = costs->cycle[f];
        marked[f] = profile->functions[f].entry > 0 ||
                    in->first[f] == in->first[f + 1] ||
                    (cycle && costs->cycles[cycle - 1].inflow <= 0);
    }
}

bool select_functions(const struct profile *profile, const struct costs *costs,
                      const struct view_options *options, bool *kept)
{
    struct arena scratch = { 0 };
    struct graph *graph = graph_of(&scratch, profile);
    uint32_t n = profile->n_functions;
    bool *roots = NEW_N(&scratch, bool, n), *leaves = NEW_N(&scratch, bool, n);
    bool good =
        patterns_match_names(profile, options->aliases, &options->root, "--root", roots) &&
        patterns_match_names(profile, options->aliases, &options->leaf, "--leaf", leaves);
    for (uint32_t f = 0; f < n; f++)
        kept[f] = true;
    if (!options->root.n && !options->leaf.n && options->depth >= 0)
        mark_entries(profile, graph, costs, roots);
    if (good && (options->root.n || (!options->leaf.n && options->depth >= 0)))
        keep_reached(profile, graph, true, roots, options->depth, kept);
    if (good && options->leaf.n)
        keep_reached(profile, graph, false, leaves, options->depth, kept);
    arena_free(&scratch);
    return good;
}
