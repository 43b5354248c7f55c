/* Breadth-first search along the calls of a profile. */
#ifndef GRAPH_BFS_H
#define GRAPH_BFS_H

#include "graph/graph.h"

/* Marks in reached what is within so many steps of the marked functions, them
   included; depth < 0: any number. down: from callers to callees, else against
   the calls. */
void bfs_mark_reachable(const struct profile *profile, const struct graph *graph,
                  bool down, const bool *marked, long depth, bool *reached);

#endif
