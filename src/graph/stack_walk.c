#include "graph/stack_walk.h"

struct pending_context {
    uint32_t context, depth;
};

/* The contexts that are roots or have siblings, each with its group. */
struct forks {
    const uint32_t *rank;
    LIST(uint32_t) contexts, groups, ranks;
};

static void add(struct forks *forks, const struct context *contexts,
                uint32_t context, uint32_t group)
{
    if (contexts[context].function == NO_ID)
        return;
    *PUSH(&forks->contexts) = context;
    *PUSH(&forks->groups) = group;
    *PUSH(&forks->ranks) = forks->rank[contexts[context].function];
}

/* Lists the roots, and all children of contexts that have several. Returns the
   number of groups. */
static uint32_t find_forks(const struct profile *profile, uint32_t *fork,
                           struct forks *forks)
{
    const struct context *contexts = profile->contexts;
    uint32_t n_groups = 1;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        uint32_t parent = contexts[c].parent;
        if (parent == NO_ID) {
            add(forks, contexts, c, 0);
            continue;
        }
        uint32_t first = contexts[parent].child;
        if (first == c)
            continue;
        if (!fork[parent]) {
            fork[parent] = n_groups++;
            add(forks, contexts, first, fork[parent]);
        }
        add(forks, contexts, c, fork[parent]);
    }
    return n_groups;
}

/* Enters a group: its first context is reached now, the others later. */
static void enter(struct stack_walk *walk, uint32_t group, uint32_t depth)
{
    const struct sorted_groups *children = &walk->children;
    for (uint32_t i = children->first[group + 1]; i-- > children->first[group];)
        *PUSH(&walk->pending) =
            (struct pending_context){ children->ids[i], depth };
}

struct stack_walk stack_walk_start(const struct profile *profile,
                                   const uint32_t *rank)
{
    struct stack_walk walk = { .profile = profile, .at = NO_ID };
    struct forks forks = { .rank = rank };
    walk.fork = NEW_N(&walk.arena, uint32_t, profile->n_contexts);
    uint32_t n_groups = find_forks(profile, walk.fork, &forks);
    walk.children =
        counting_sort_by(&walk.arena, forks.groups.of, n_groups, forks.ranks.of,
                         profile->n_functions, (uint32_t)forks.contexts.n);
    for (size_t i = 0; i < forks.contexts.n; i++)
        walk.children.ids[i] = forks.contexts.of[walk.children.ids[i]];
    LIST_FREE(&forks.contexts);
    LIST_FREE(&forks.groups);
    LIST_FREE(&forks.ranks);
    enter(&walk, 0, 0);
    return walk;
}

bool stack_walk_next(struct stack_walk *walk)
{
    uint32_t child = NO_ID;
    if (walk->at != NO_ID && walk->fork[walk->at])
        enter(walk, walk->fork[walk->at], walk->depth + 1);
    else if (walk->at != NO_ID)
        child = walk->profile->contexts[walk->at].child;
    if (child != NO_ID && walk->profile->contexts[child].function != NO_ID) {
        walk->at = child;
        walk->depth++;
        return true;
    }
    if (!walk->pending.n)
        return false;
    const struct pending_context *next = &walk->pending.of[--walk->pending.n];
    walk->at = next->context;
    walk->depth = next->depth;
    if (walk->pending.n)
        __builtin_prefetch(&walk->profile->contexts[next[-1].context]);
    return true;
}

void stack_walk_free(struct stack_walk *walk)
{
    arena_free(&walk->arena);
    LIST_FREE(&walk->pending);
}
