#include "readers/perfdata/mapping_tree.h"

struct mapping_node {
    uint32_t below[2]; /* nodes of the lower and the higher half, or 0 */
    uint32_t state;    /* after the newest mapping of all parts; 0: none */
};

static int by_address(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return COMPARE(*a, *b);
}

struct mapping_tree mapping_tree_of(struct arena *arena,
                                    const struct perfdata_change *changes,
                                    uint32_t n)
{
    struct mapping_tree tree = {
        .arena = arena,
        .changes = changes,
        .edges = NEW_N(arena, uint64_t, 2 * (size_t)n + 1),
        .roots = NEW_N(arena, uint32_t, (size_t)n + 1),
        .path = NEW_N(arena, uint32_t, (size_t)n + 1),
    };
    size_t all = 0;
    *PUSH_IN(arena, &tree.nodes) = (struct mapping_node){ 0 };
    for (uint32_t i = 0; i < n; i++) {
        if (!changes[i].mapping.end)
            continue;
        tree.edges[all++] = changes[i].mapping.start;
        tree.edges[all++] = changes[i].mapping.end;
    }
    SORT(tree.edges, all, by_address);
    for (size_t i = 0; i < all; i++)
        if (i == 0 || tree.edges[i] != tree.edges[i - 1])
            tree.edges[tree.n_edges++] = tree.edges[i];
    while ((size_t)1 << tree.levels < tree.n_edges)
        tree.levels++;
    return tree;
}

/* Returns the number of the edges up to an address. If it is not 0, the address
   is in the part that the last of them begins. */
static size_t edges_to(const struct mapping_tree *tree, uint64_t address)
{
    return array_count_to(tree->edges, tree->n_edges, sizeof *tree->edges,
                          address);
}

/* Returns a node that may be changed: a copy of this one, unless it belongs to
   the new state already. The nodes of the new state begin at `fresh`. */
static uint32_t own(struct mapping_tree *tree, uint32_t node, size_t fresh)
{
    if (node >= fresh)
        return node;
    struct mapping_node *copy = PUSH_IN(tree->arena, &tree->nodes);
    *copy = tree->nodes.of[node];
    return (uint32_t)tree->nodes.n - 1;
}

/* Notes a state at one node. The places of a full binary tree are numbered
   level by level, the root being 1, so that the binary digits of a number
   behind the first one tell the way from the root. */
static void note_at(struct mapping_tree *tree, uint32_t root, size_t fresh,
                    size_t place, uint32_t state)
{
    unsigned digits = 0;
    uint32_t at = root;
    while (place >> digits > 1)
        digits++;
    while (digits-- > 0) {
        unsigned side = place >> digits & 1;
        uint32_t below = own(tree, tree->nodes.of[at].below[side], fresh);
        tree->nodes.of[at].below[side] = below;
        at = below;
    }
    tree->nodes.of[at].state = state;
}

/* Returns the root of the state after a mapping. */
static uint32_t add_mapping(struct mapping_tree *tree, uint32_t before,
                            uint32_t state)
{
    const struct perfdata_mapping *mapping = &tree->changes[state - 1].mapping;
    size_t fresh = tree->nodes.n, leaves = (size_t)1 << tree->levels;
    size_t low = leaves + edges_to(tree, mapping->start) - 1;
    size_t high = leaves + edges_to(tree, mapping->end) - 1;
    uint32_t root = own(tree, before, fresh);
    /* On each level, this notes the nodes whose parent goes too far. */
    for (; low < high; low /= 2, high /= 2) {
        if (low & 1)
            note_at(tree, root, fresh, low++, state);
        if (high & 1)
            note_at(tree, root, fresh, --high, state);
    }
    return root;
}

/* Returns the root of a state. The states that it comes from get theirs first,
   the oldest at the beginning. */
static uint32_t root_of(struct mapping_tree *tree, uint32_t state)
{
    uint32_t at = state, n = 0;
    while (at && !tree->roots[at]) {
        tree->path[n++] = at;
        at = mapping_tree_before(tree->changes, at);
    }
    uint32_t root = tree->roots[at];
    while (n > 0) {
        at = tree->path[--n];
        if (tree->changes[at - 1].mapping.end)
            root = add_mapping(tree, root, at);
        tree->roots[at] = root;
    }
    return root;
}

/* Is a state, of those that one state comes from, newer than another? 0 is
   older than all. */
static bool is_newer(const struct mapping_tree *tree, uint32_t a, uint32_t b)
{
    if (!a || !b)
        return a != 0;
    const struct perfdata_change *x = &tree->changes[a - 1];
    const struct perfdata_change *y = &tree->changes[b - 1];
    return x->time != y->time ? x->time > y->time : x->order > y->order;
}

const struct perfdata_mapping *mapping_tree_find(struct mapping_tree *tree,
                                                 uint32_t state,
                                                 uint64_t address)
{
    size_t edges = edges_to(tree, address);
    uint32_t at = edges ? root_of(tree, state) : 0, found = 0;
    for (unsigned level = tree->levels; at; level--) {
        const struct mapping_node *node = &tree->nodes.of[at];
        if (is_newer(tree, node->state, found))
            found = node->state;
        at = level ? node->below[(edges - 1) >> (level - 1) & 1] : 0;
    }
    return found ? &tree->changes[found - 1].mapping : NULL;
}
