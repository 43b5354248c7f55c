/*
 * Finds the newest mapping of an address in a state of a process, in a time
 * that grows with the logarithm of the number of mappings, no matter how many
 * lie elsewhere and from how many ancestors the process has them.
 *
 * All addresses at which a mapping starts or ends divide the address space into
 * parts, over which stands a binary tree. A mapping is stored at the nodes that
 * together cover exactly its parts. A new mapping copies the nodes that it
 * changes and those above them, so that each state of a process has its own
 * root and shares the rest with the previous state, which may be that of a
 * parent.
 *
 * A mapping takes 12 bytes for each of up to 4 log2(parts) nodes, made when a
 * state with it is first looked up.
 */
#pragma once

#include "util/array.h"
#include "util/index.h"

/* A part of a file in memory. */
struct perfdata_mapping {
    uint64_t start, end; /* addresses; `end` is excluded */
    uint64_t offset;     /* file offset of the byte at `start` */
    uint32_t module;     /* the number that the caller gave */
};

/* A change of the memory of a process: a new mapping or, if its end is 0, the
   removal of all mappings. A new process then gets those of its parent. */
struct perfdata_change {
    uint32_t process;
    uint32_t order; /* the order in which changes were added */
    uint64_t time;
    struct perfdata_mapping mapping;
    uint32_t parent; /* the process whose mappings it gets, or NO_ID; after
                        perfdata_processes_sort the state of that, the original
                        one */
};

/* Returns the state before the last change of a state: that of the parent if
   the process begins with the change, or 0 if nothing was mapped. */
static inline uint32_t
mapping_tree_before(const struct perfdata_change *changes, uint32_t state)
{
    const struct perfdata_change *change = &changes[state - 1];
    if (!change->mapping.end)
        return change->parent == NO_ID ? 0 : change->parent;
    return state > 1 && change[-1].process == change->process ? state - 1 : 0;
}

/* The most changes of a tree, which need less than 2^32 nodes. */
enum { MAPPING_TREE_CHANGES = 1 << 22 };

/* Has no nodes if zeroed; an arena owns everything. */
struct mapping_tree {
    struct arena *arena;
    const struct perfdata_change *changes; /* the caller's */
    uint64_t *edges; /* starts of parts, ascending */
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
