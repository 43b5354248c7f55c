#include "view/select.h"

#include "graph/bfs.h"

/* ---- By root, leaf and depth ---- */

/* Clears `kept` for functions that are not within `depth` calls of the marked
   functions. */
static void keep_reachable(const struct profile *profile,
                           const struct graph *graph, bool down,
                           const bool *marked, long depth, bool *kept)
{
    LOCAL_ARENA(scratch);
    bool *reached = NEW_N(&scratch, bool, profile->n_functions);
    uint32_t max_distance =
        depth < 0 || depth > NO_ID ? NO_ID : (uint32_t)depth;
    bfs_mark_reachable(profile, graph, down, marked, max_distance, reached);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        kept[f] = kept[f] && reached[f];
}

/* Marks where the profile is entered: functions with an entry, functions
   without callers, functions below tags, and the members of cycles that nothing
   enters. */
static void mark_entries(const struct profile *profile,
                         const struct graph *graph, const struct costs *costs,
                         bool *marked)
{
    const struct call_lists *in = &graph->in;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        uint32_t cycle = costs->cycle[f];
        marked[f] = profile->functions[f].entry > 0 ||
                    in->first[f] == in->first[f + 1] ||
                    (cycle && costs->cycles[cycle - 1].inflow <= 0);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (profile->functions[profile->calls[c].caller].is_tag)
            marked[profile->calls[c].callee] = true;
}

bool select_functions(const struct profile *profile, const struct costs *costs,
                      const struct view_options *options, bool *kept)
{
    LOCAL_ARENA(scratch);
    struct graph *graph = graph_of(&scratch, profile);
    uint32_t n = profile->n_functions;
    bool *roots = NEW_N(&scratch, bool, n), *leaves = NEW_N(&scratch, bool, n);
    bool by_root = options->root.n > 0, by_leaf = options->leaf.n > 0;
    bool good = patterns_match_names(profile, options->aliases, &options->root,
                                     "--root", roots) &&
                patterns_match_names(profile, options->aliases, &options->leaf,
                                     "--leaf", leaves);
    if (!by_root && !by_leaf && options->depth >= 0) {
        mark_entries(profile, graph, costs, roots);
        by_root = true;
    }
    for (uint32_t f = 0; f < n; f++)
        kept[f] = !profile->functions[f].is_tag;
    if (good && by_root)
        keep_reachable(profile, graph, true, roots, options->depth, kept);
    if (good && by_leaf)
        keep_reachable(profile, graph, false, leaves, options->depth, kept);
    return good;
}

/* ---- Tags ---- */

struct ranked_tag {
    uint32_t function;
    double total;
};

static int by_total(const void *left, const void *right)
{
    const struct ranked_tag *a = left, *b = right;
    if (a->total != b->total)
        return a->total < b->total ? 1 : -1;
    return (a->function > b->function) - (a->function < b->function);
}

void tags_keep(const struct profile *profile, const struct costs *costs,
               long most, bool *kept)
{
    LOCAL_ARENA(scratch);
    struct ranked_tag *tags =
        NEW_N(&scratch, struct ranked_tag, profile->n_functions);
    struct strings keys = { 0 };
    uint32_t *n_kept = NEW_N(&scratch, uint32_t, profile->n_functions);
    size_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].is_tag)
            tags[n++] = (struct ranked_tag){ f, costs->total[f] };
    if (n)
        qsort(tags, n, sizeof *tags, by_total);
    for (size_t i = 0; i < n; i++) {
        uint32_t f = tags[i].function;
        struct str key = profile->functions[f].is.tag;
        uint32_t id = strings_add(&keys, &scratch, key);
        kept[f] = most == 0 || n_kept[id]++ < (uint64_t)most;
    }
}

/* A call to a tag comes from a tag of the key before, so there are as many
   rounds as there are keys. */
void tags_drop_unused(const struct profile *profile, struct view *view,
                      bool *kept)
{
    LOCAL_ARENA(scratch);
    const struct function *functions = profile->functions;
    bool *used = NEW_N(&scratch, bool, profile->n_functions);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t c = 0; c < view->n_calls; c++) {
            const struct view_call *call = &view->calls[c];
            bool leads_on = !functions[call->callee].is_tag ||
                            used[call->callee];
            if (!functions[call->caller].is_tag || used[call->caller] ||
                !leads_on)
                continue;
            changed = used[call->caller] = true;
        }
    }
    for (uint32_t f = 0; f < profile->n_functions; f++)
        kept[f] = kept[f] && (!functions[f].is_tag || used[f]);
    uint32_t n = 0;
    for (uint32_t c = 0; c < view->n_calls; c++)
        if (kept[view->calls[c].callee] && kept[view->calls[c].caller])
            view->calls[n++] = view->calls[c];
    view->n_calls = n;
}
