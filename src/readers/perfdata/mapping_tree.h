/*
 * Finds the newest mapping of an address in a state of a process, in a time
 * that grows with the logarithm of the number of mappings, no matter how many
 * lie elsewhere and from how many ancestors the process has them.
 *
 * All addresses at which a mapping starts or ends divide the address space into
 * parts, over which stands a binary tree. A mapping is noted at the nodes that
 * together have just its parts. A new mapping copies the nodes that it changes
 * and those above, so that each state of a process has a root of its own and
 * shares the rest with the state before, which may be that of a parent.
 *
 * A mapping takes 12 bytes for each of up to 4 log2(parts) nodes, once a state
 * is asked for that has it.
 */
#ifndef READERS_PERFDATA_MAPPING_TREE_H
#define READERS_PERFDATA_MAPPING_TREE_H

#include "readers/perfdata/processes.h"
#include "util/array.h"

/* The most changes that a tree can have: so many need less than 2^32 nodes. */
enum { MAPPING_TREE_CHANGES = 1 << 22 };

/* All is in an arena. */
struct mapping_tree {
    struct arena *arena;
    const struct perfdata_change *changes; /* the caller's */
    uint64_t *edges; /* where parts begin, ascending */
    size_t n_edges;
    unsigned levels; /* below the root */
    LIST(struct mapping_node) nodes;
    uint32_t *roots; /* nodes, by state; 0: none yet, or no mapping */
    uint32_t *path;  /* states whose roots are being made */
};

/* Makes the tree of n changes, which perfdata_processes_sort has sorted, at
   most MAPPING_TREE_CHANGES. They must live as long as the tree. */
struct mapping_tree mapping_tree_of(struct arena *arena,
                                    const struct perfdata_change *changes,
                                    uint32_t n);
/* Returns the mapping that has an address in a state, or NULL. */
const struct perfdata_mapping *mapping_tree_find(struct mapping_tree *tree,
                                                 uint32_t state,
                                                 uint64_t address);

#endif
