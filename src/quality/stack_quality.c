#include "quality/stack_quality.h"

#include "quality/frame.h"

/* perf's kernel.perf_event_max_stack unless somebody changes it. */
enum { MOST_FRAMES = 127 };

/* What a function is to the stacks that begin in it. */
struct trait {
    enum stack_start start;
    bool unresolved;
    bool nowhere; /* unresolved, and of no known module */
    bool library; /* of a shared library */
    bool called;  /* by a function */
};

/* The stack of a context. */
struct stack {
    uint32_t depth; /* frames; a label is none */
    uint32_t root;  /* the outermost function, or NO_ID */
    uint32_t named; /* the outermost one that is resolved, or NO_ID */
    bool passes;    /* an unresolved one is between root and leaf */
};

struct examination {
    const struct profile *profile;
    struct trait *traits; /* by function */
    struct stack *stacks; /* by context */
    bool labels;          /* the outermost frames of stacks can be labels */
    uint32_t deepest;
};

/* libc.so.6, libfoo.so (deleted) */
static bool is_library(struct str module)
{
    struct str name = str_basename(module), before, after;
    return str_cut_last(name, S(".so"), &before, &after) &&
           (after.len == 0 || after.s[0] == '.' || after.s[0] == ' ');
}

static struct trait trait_of(const struct function *function)
{
    const struct identity *is = &function->is;
    bool unresolved = frame_is_unresolved(function);
    return (struct trait){
        .start = unresolved ? START_NONE : frame_stack_start(is->name),
        .unresolved = unresolved,
        .nowhere = unresolved &&
                   (is->module.len == 0 || str_eq(is->module, UNRESOLVED)),
        .library = is_library(is->module),
    };
}

/* Could the root of a stack be the name of a process or a thread? */
static bool label_like(const struct examination *e, uint32_t f)
{
    return e->traits[f].start == START_NONE && !e->traits[f].unresolved &&
           e->profile->functions[f].is.module.len == 0;
}

/* Is this the outermost but one frame, where a program begins? */
static bool begins_below(const struct examination *e, uint32_t c)
{
    const struct context *context = &e->profile->contexts[c];
    return e->traits[context->function].start == START_SURE &&
           context->parent != NO_ID &&
           e->profile->contexts[context->parent].parent == NO_ID;
}

/* Nothing calls _start: if it has a caller without a module, that is a label,
   and so are all that look like it. "start" alone can be anything. */
static bool has_labels(const struct examination *e)
{
    const struct profile *profile = e->profile;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        if (begins_below(e, c) &&
            str_has(profile->functions[context->function].is.name, S("_")) &&
            label_like(e, profile->contexts[context->parent].function))
            return true;
    }
    return false;
}

/* The stack of a context is that of its parent and one frame. */
static struct stack stack_of(const struct examination *e, uint32_t c)
{
    const struct context *context = &e->profile->contexts[c];
    uint32_t f = context->function;
    struct stack stack = { .root = NO_ID, .named = NO_ID };
    if (context->parent != NO_ID) {
        uint32_t caller = e->profile->contexts[context->parent].function;
        stack = e->stacks[context->parent];
        stack.passes |= stack.depth > 1 && e->traits[caller].unresolved;
    } else if (e->labels && label_like(e, f)) {
        return stack;
    }
    if (stack.depth++ == 0)
        stack.root = f;
    else
        e->traits[f].called = true;
    if (stack.named == NO_ID && !e->traits[f].unresolved)
        stack.named = f;
    return stack;
}

static void find_stacks(struct examination *e)
{
    e->labels = has_labels(e);
    for (uint32_t c = 0; c < e->profile->n_contexts; c++) {
        e->stacks[c] = stack_of(e, c);
        if (e->stacks[c].depth > e->deepest)
            e->deepest = e->stacks[c].depth;
    }
}

/* In text that is not perf's, the depth of a stack says nothing. */
static bool is_cut_later(const struct examination *e, const struct stack *stack)
{
    const struct function *root = &e->profile->functions[stack->root];
    return (root->is.module.len || e->labels) && e->traits[stack->root].called;
}

/* With the name of a process that was not seen to be one, 127 are 128. */
static bool is_cut(const struct examination *e, const struct stack *stack)
{
    if (stack->depth < MOST_FRAMES)
        return false;
    if (e->deepest <= MOST_FRAMES + 1)
        return stack->depth == e->deepest &&
               e->traits[stack->root].start != START_TOP;
    return is_cut_later(e, stack) && e->traits[stack->root].start == START_NONE;
}

static enum stack_start start_at(const struct examination *e, uint32_t f)
{
    return f == NO_ID ? START_NONE : e->traits[f].start;
}

/* Adds the cost of the samples with this stack where they belong. */
static void judge(const struct examination *e, const struct stack *stack,
                  double cost, struct stack_quality *found)
{
    enum stack_start named = start_at(e, stack->named);
    enum stack_start begin = start_at(e, stack->root);
    if (named == START_SURE)
        return;
    if (is_cut(e, stack))
        found->cut += cost;
    else if (named == START_MAIN || named == START_TOP || begin == START_KERNEL)
        return;
    else if (stack->depth <= 1)
        found->shallow += cost;
    else if (e->traits[stack->root].nowhere || e->traits[stack->root].library)
        found->headless += cost;
}

static void judge_all(struct examination *e, struct stack_quality *found)
{
    const struct context *contexts = e->profile->contexts;
    found->deeper = e->deepest > MOST_FRAMES + 1;
    found->passing = 0;
    for (uint32_t c = 0; c < e->profile->n_contexts; c++) {
        const struct stack *stack = &e->stacks[c];
        if (contexts[c].self <= 0)
            continue;
        if (stack->passes && !e->traits[contexts[c].function].unresolved)
            found->passing += contexts[c].self;
        judge(e, stack, contexts[c].self, found);
    }
}

static void look_at_stacks(struct examination *e, struct stack_quality *found)
{
    find_stacks(e);
    if (e->deepest <= 1)
        return;
    found->shallow = found->cut = found->headless = 0;
    judge_all(e, found);
}

struct stack_quality stack_quality_of(const struct profile *profile)
{
    struct arena scratch = { 0 };
    struct stack_quality found = { .shallow = UNKNOWN,
                             .cut = UNKNOWN,
                             .headless = UNKNOWN,
                             .passing = UNKNOWN };
    struct examination e = {
        .profile = profile,
        .traits = NEW_N(&scratch, struct trait, profile->n_functions),
        .stacks = NEW_N(&scratch, struct stack, profile->n_contexts),
    };
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        e.traits[f] = trait_of(&profile->functions[f]);
        found.samples += profile->functions[f].self;
        if (e.traits[f].unresolved)
            found.unresolved += profile->functions[f].self;
    }
    if (profile->stats.walked)
        look_at_stacks(&e, &found);
    arena_free(&scratch);
    return found;
}
