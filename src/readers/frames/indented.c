#include "readers/frames/indented.h"

/* A line on the way from the root to the last line. */
struct indented_level {
    size_t depth;
    uint32_t function; /* or NO_ID */
    uint32_t context;  /* of the last function from the root to here, or NO_ID;
                          not used if the tree stands upside down */
    double cost;       /* as the line says */
    double below;      /* inclusive: the sum of the costs of its children */
};

/* Returns the self cost of a line. Differences of decimal fractions are never
   quite exact, so that tiny ones are no cost. */
static double self_cost(struct indented *tree,
                        const struct indented_level *level)
{
    double self = level->cost - level->below;
    if (tree->costs == INDENTED_SELF)
        return level->cost;
    if (self > level->cost * 1e-9)
        return self;
    if (-self > level->below * 1e-9)
        tree->excess -= self;
    return 0;
}

static const struct sample *sample_of(struct indented *tree, double cost)
{
    tree->sample.cost = cost;
    tree->sample.n = (size_t)cost;
    return &tree->sample;
}

/* Adds a sample whose stack is the functions of all levels, the innermost of
   which is that of the first level. */
static void add_callers(struct indented *tree, double cost)
{
    tree->functions.n = 0;
    tree->stacks.arena = tree->arena;
    for (size_t i = tree->levels.n; i-- > 0;)
        if (tree->levels.of[i].function != NO_ID)
            *PUSH_IN(tree->arena, &tree->functions) = tree->levels.of[i].function;
    uint32_t n = (uint32_t)tree->functions.n;
    if (n && tree->sink)
        sink_sample(tree->sink, sample_of(tree, cost), tree->functions.of, n);
    else if (n)
        stacks_add(&tree->stacks, tree->profile, tree->functions.of, n, cost);
    else
        tree->without_stack += cost;
}

/* Removes the last level and adds the samples that end in it. */
static void pop(struct indented *tree)
{
    const struct indented_level *level = LAST(&tree->levels);
    double cost = self_cost(tree, level);
    if (cost > 0 && tree->callers)
        add_callers(tree, cost);
    else if (cost > 0 && level->context != NO_ID && tree->sink) {
        if (sink_take(tree->sink, sample_of(tree, cost)))
            sink_add_context(tree->sink, &tree->sample, level->context);
    } else if (cost > 0 && level->context != NO_ID)
        profile_sample(tree->profile, level->context, cost);
    else
        tree->without_stack += cost;
    tree->levels.n--;
}

void indented_add(struct indented *tree, size_t depth, uint32_t function,
                  double cost)
{
    uint32_t context = NO_ID;
    while (tree->levels.n && LAST(&tree->levels)->depth >= depth)
        pop(tree);
    if (tree->levels.n) {
        struct indented_level *above = LAST(&tree->levels);
        above->below += cost;
        context = above->context;
    }
    if (function != NO_ID && !tree->callers)
        context = profile_context(tree->profile, context, function);
    *PUSH_IN(tree->arena, &tree->levels) = (struct indented_level){
        .depth = depth,
        .function = function,
        .context = context,
        .cost = cost,
    };
}

void indented_end(struct indented *tree)
{
    while (tree->levels.n)
        pop(tree);
}
