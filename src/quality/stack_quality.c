#include "quality/stack_quality.h"

#include "quality/frame.h"

/* This is the default of kernel.perf_event_max_stack. */
enum { PERF_MAX_FRAMES = 127 };

/* Holds what matters of a function to the stacks that it is on. */
struct function_traits {
    enum frame_root root;
    bool unresolved;
    bool no_module; /* unresolved, and of an unknown module */
    bool library;   /* of a shared library */
    bool libc;      /* of the C library */
    bool called;    /* by a function, on some stack */
};

/* Describes the stack that ends at a context. */
struct stack_traits {
    uint32_t depth; /* frames; a label is none */
    uint32_t root;  /* the outermost function, or NO_ID */
    uint32_t named; /* the outermost function that is resolved, or NO_ID */
    bool passes;    /* an unresolved frame is between the outermost and the
                       innermost */
};

struct survey {
    const struct profile *profile;
    struct function_traits *functions; /* by function */
    struct stack_traits *stacks;       /* by context */
    bool has_labels; /* the outermost frames of stacks can be labels */
    uint32_t deepest; /* frames of the deepest stack */
};

/* Returns whether a module is a shared library, such as "libc.so.6" or
   "libfoo.so (deleted)". */
static bool is_library(struct str module)
{
    struct str name = str_basename(module), before, after;
    return str_cut_last(name, S(".so"), &before, &after) &&
           (after.len == 0 || after.s[0] == '.' || after.s[0] == ' ');
}

/* Is it "libc.so.6", "libc-2.31.so" or musl's "ld-musl-x86_64.so.1"? */
static bool is_libc(struct str module)
{
    static const struct str names[] = { STR("libc.so"), STR("libc-"),
                                        STR("ld-musl-") };
    return is_library(module) &&
           str_starts_any(str_basename(module), names, ROWS(names));
}

static struct function_traits traits_of(const struct function *function)
{
    const struct identity *is = &function->is;
    bool unresolved = frame_is_unresolved(function);
    return (struct function_traits){
        .root = unresolved ? ROOT_NONE : frame_root(is->name),
        .unresolved = unresolved,
        .no_module = unresolved &&
                     (is->module.len == 0 || str_eq(is->module, UNRESOLVED)),
        .library = is_library(is->module),
        .libc = is_libc(is->module),
    };
}

/* Returns whether this could be the name of a process or thread instead of a
   function. */
static bool may_be_label(const struct survey *s, uint32_t f)
{
    return s->functions[f].root == ROOT_NONE && !s->functions[f].unresolved &&
           s->profile->functions[f].is.module.len == 0;
}

/* Nothing calls _start. So if it is below an outermost frame without a module,
   this frame is a label, and so are all others that look like it. The name
   "start" could be that of any function, so an underscore is required. */
static bool find_labels(const struct survey *s)
{
    const struct profile *profile = s->profile;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t f = context->function;
        if (s->functions[f].root != ROOT_START || context->parent == NO_ID)
            continue;
        const struct context *parent = &profile->contexts[context->parent];
        if (parent->parent == NO_ID && may_be_label(s, parent->function) &&
            str_has(profile->functions[f].is.name, S("_")))
            return true;
    }
    return false;
}

/* The stack of a context is the stack of its parent and one frame more. */
static struct stack_traits add_frame(const struct survey *s, uint32_t c)
{
    const struct context *context = &s->profile->contexts[c];
    uint32_t f = context->function;
    struct stack_traits stack = { .root = NO_ID, .named = NO_ID };
    if (context->parent != NO_ID) {
        uint32_t caller = s->profile->contexts[context->parent].function;
        stack = s->stacks[context->parent];
        stack.passes |= stack.depth > 1 && s->functions[caller].unresolved;
    } else if (s->has_labels && may_be_label(s, f)) {
        return stack;
    }
    if (stack.depth++ == 0)
        stack.root = f;
    else
        s->functions[f].called = true;
    if (stack.named == NO_ID && !s->functions[f].unresolved)
        stack.named = f;
    return stack;
}

static bool is_cut(const struct survey *s, const struct stack_traits *stack)
{
    if (stack->depth < PERF_MAX_FRAMES)
        return false;
    const struct function_traits *root = &s->functions[stack->root];
    /* If the name of a process was not recognised as a label, the deepest
       stacks have 128 frames. */
    if (s->deepest <= PERF_MAX_FRAMES + 1)
        return stack->depth == s->deepest && root->root != ROOT_RUNTIME;
    /* Other profilers than perf have no such limit. */
    bool may_be_perf =
        s->profile->functions[stack->root].is.module.len || s->has_labels;
    return may_be_perf && root->called && root->root == ROOT_NONE;
}

static enum frame_root root_of(const struct survey *s, uint32_t f)
{
    return f == NO_ID ? ROOT_NONE : s->functions[f].root;
}

static void add_broken(const struct survey *s, const struct stack_traits *stack,
                       double cost, double *kind, struct stack_quality *quality)
{
    *kind += cost;
    if (stack->named != NO_ID && s->functions[stack->named].libc)
        quality->in_libc += cost;
}

/* Adds the cost of the samples with this stack where they belong. */
static void classify(const struct survey *s, const struct stack_traits *stack,
                     double cost, struct stack_quality *quality)
{
    enum frame_root named = root_of(s, stack->named);
    enum frame_root outermost = root_of(s, stack->root);
    if (named == ROOT_START)
        return;
    if (is_cut(s, stack))
        quality->cut += cost;
    else if (named == ROOT_MAIN || named == ROOT_RUNTIME ||
             outermost == ROOT_KERNEL)
        return;
    else if (stack->depth <= 1)
        add_broken(s, stack, cost, &quality->shallow, quality);
    else if (s->functions[stack->root].no_module ||
             s->functions[stack->root].library)
        add_broken(s, stack, cost, &quality->headless, quality);
}

static void survey_stacks(struct survey *s, struct stack_quality *quality)
{
    const struct context *contexts = s->profile->contexts;
    uint32_t n = s->profile->n_contexts;
    s->has_labels = find_labels(s);
    for (uint32_t c = 0; c < n; c++) {
        s->stacks[c] = add_frame(s, c);
        if (s->stacks[c].depth > s->deepest)
            s->deepest = s->stacks[c].depth;
    }
    if (s->deepest <= 1)
        return;
    quality->deeper = s->deepest > PERF_MAX_FRAMES + 1;
    quality->shallow = quality->cut = quality->headless = quality->passing = 0;
    for (uint32_t c = 0; c < n; c++) {
        const struct stack_traits *stack = &s->stacks[c];
        if (contexts[c].self <= 0)
            continue;
        if (stack->passes && !s->functions[contexts[c].function].unresolved)
            quality->passing += contexts[c].self;
        classify(s, stack, contexts[c].self, quality);
    }
}

static struct survey new_survey(struct arena *arena,
                                const struct profile *profile)
{
    struct survey s = {
        .profile = profile,
        .functions =
            NEW_N(arena, struct function_traits, profile->n_functions),
        .stacks = NEW_N(arena, struct stack_traits, profile->n_contexts),
    };
    for (uint32_t f = 0; f < profile->n_functions; f++)
        s.functions[f] = traits_of(&profile->functions[f]);
    return s;
}

struct stack_quality stack_quality_of(const struct profile *profile)
{
    struct arena scratch = { 0 };
    struct stack_quality quality = { .shallow = UNKNOWN,
                                     .cut = UNKNOWN,
                                     .headless = UNKNOWN,
                                     .passing = UNKNOWN };
    struct survey s = new_survey(&scratch, profile);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        quality.samples += profile->functions[f].self;
        if (s.functions[f].unresolved)
            quality.unresolved += profile->functions[f].self;
    }
    if (profile->stats.walked)
        survey_stacks(&s, &quality);
    arena_free(&scratch);
    return quality;
}

double stack_quality_incomplete(const struct stack_quality *quality)
{
    return quality->shallow + quality->cut + quality->headless;
}

/* May a frame of the function be no function at all? With --addresses it has
   the name of its address. */
static bool may_be_false(const struct survey *s, uint32_t f)
{
    return s->functions[f].no_module &&
           str_eq(s->profile->functions[f].is.name, UNRESOLVED);
}

bool *stack_quality_false_roots(struct arena *arena,
                                const struct profile *profile)
{
    struct arena scratch = { 0 };
    bool *marked = NEW_N(arena, bool, profile->n_contexts), any = false;
    struct survey s = new_survey(&scratch, profile);
    s.has_labels = profile->stats.walked && find_labels(&s);
    for (uint32_t c = 0; profile->stats.walked && c < profile->n_contexts;
         c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t parent = context->parent;
        bool is_outermost =
            parent == NO_ID || marked[parent] ||
            (profile->contexts[parent].parent == NO_ID && s.has_labels &&
             may_be_label(&s, profile->contexts[parent].function));
        marked[c] = is_outermost && may_be_false(&s, context->function);
        any |= marked[c];
    }
    arena_free(&scratch);
    return any ? marked : NULL;
}
