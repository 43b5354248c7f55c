#include "analysis/select.h"

struct reach {
    const struct profile *profile;
    const struct links *links;
    bool down; /* from callers to callees, else upwards */
    uint32_t *depth, *queue;
    uint32_t end;
};

static void visit(struct reach *r, uint32_t f, uint32_t depth)
{
    if (r->depth[f] != NO_ID)
        return;
    r->depth[f] = depth;
    r->queue[r->end++] = f;
}

static void visit_neighbours(struct reach *r, uint32_t f)
{
    for (uint32_t i = r->links->first[f]; i < r->links->first[f + 1]; i++) {
        const struct call *call = &r->profile->calls[r->links->calls[i]];
        visit(r, r->down ? call->callee : call->caller, r->depth[f] + 1);
    }
}

/* Takes from kept what is not within depth steps of the marked functions. */
static void keep_reached(const struct profile *profile,
                         const struct links *links, bool down,
                         const bool *marked, long depth, bool *kept)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    struct reach r = { profile, links, down, NEW_N(&scratch, uint32_t, n),
                       NEW_N(&scratch, uint32_t, n), 0 };
    for (uint32_t f = 0; f < n; f++)
        r.depth[f] = NO_ID;
    for (uint32_t f = 0; f < n; f++)
        if (marked[f])
            visit(&r, f, 0);
    for (uint32_t i = 0; i < r.end; i++)
        if (depth < 0 || r.depth[r.queue[i]] < (unsigned long)depth)
            visit_neighbours(&r, r.queue[i]);
    for (uint32_t f = 0; f < n; f++)
        kept[f] = kept[f] && r.depth[f] != NO_ID;
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
    const struct collapsed *members = options->collapsed;
    bool good =
        match_names(profile, members, &options->root, "--root", roots) &&
        match_names(profile, members, &options->leaf, "--leaf", leaves);
    for (uint32_t f = 0; f < n; f++)
        kept[f] = true;
    if (!options->root.n && !options->leaf.n && options->depth >= 0)
        mark_entries(profile, graph, costs, roots);
    if (good && (options->root.n || (!options->leaf.n && options->depth >= 0)))
        keep_reached(profile, &graph->out, true, roots, options->depth, kept);
    if (good && options->leaf.n)
        keep_reached(profile, &graph->in, false, leaves, options->depth, kept);
    arena_free(&scratch);
    return good;
}
