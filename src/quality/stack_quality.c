#include "quality/stack_quality.h"

#include "quality/frame.h"
#include "util/sum.h"

/* This is the default of kernel.perf_event_max_stack. */
enum { PERF_MAX_FRAMES = 127 };

/* Holds what matters of a function to the stacks that it is on. */
struct function_traits {
    bool unresolved;
    bool no_module; /* unresolved, and of an unknown module */
    bool called;    /* by a function, on some stack */
    /* root_of fills in the others, since most functions are no root. */
    bool has_root;
    enum frame_root root;
    bool library; /* of a shared library */
    bool libc;    /* of the C library */
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
        .unresolved = unresolved,
        .no_module = unresolved &&
                     (is->module.len == 0 || str_eq(is->module, UNRESOLVED)),
    };
}

static enum frame_root root_of(const struct survey *s, uint32_t f)
{
    if (f == NO_ID)
        return ROOT_NONE;
    struct function_traits *traits = &s->functions[f];
    const struct identity *is = &s->profile->functions[f].is;
    if (!traits->has_root) {
        traits->has_root = true;
        traits->root = traits->unresolved ? ROOT_NONE : frame_root(is->name);
        traits->library = is_library(is->module);
        traits->libc = is_libc(is->module);
    }
    return traits->root;
}

/* Returns whether this could be the name of a process or thread instead of a
   function. */
static bool may_be_label(const struct survey *s, uint32_t f)
{
    return s->profile->functions[f].is.module.len == 0 &&
           !s->functions[f].unresolved && root_of(s, f) == ROOT_NONE;
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
        if (context->parent == NO_ID)
            continue;
        const struct context *parent = &profile->contexts[context->parent];
        if (parent->parent == NO_ID && root_of(s, f) == ROOT_START &&
            may_be_label(s, parent->function) &&
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
    enum frame_root root = root_of(s, stack->root);
    /* If the name of a process was not recognised as a label, the deepest
       stacks have 128 frames. */
    if (s->deepest <= PERF_MAX_FRAMES + 1)
        return stack->depth == s->deepest && root != ROOT_RUNTIME;
    /* Other profilers than perf have no such limit. */
    bool may_be_perf =
        s->profile->functions[stack->root].is.module.len || s->has_labels;
    return may_be_perf && s->functions[stack->root].called && root == ROOT_NONE;
}

/* The cost of a sample counts in one of these: see struct stack_quality. */
enum kind_of_stack { FULL, SHALLOW, CUT, HEADLESS, N_KINDS };

static enum kind_of_stack kind_of(const struct survey *s,
                                  const struct stack_traits *stack)
{
    enum frame_root named = root_of(s, stack->named);
    enum frame_root outermost = root_of(s, stack->root);
    if (named == ROOT_START)
        return FULL;
    if (is_cut(s, stack))
        return CUT;
    if (named == ROOT_MAIN || named == ROOT_RUNTIME || outermost == ROOT_KERNEL)
        return FULL;
    if (stack->depth <= 1)
        return SHALLOW;
    return s->functions[stack->root].no_module ||
                   s->functions[stack->root].library
               ? HEADLESS
               : FULL;
}

static void survey_stacks(struct survey *s, struct stack_quality *quality)
{
    const struct context *contexts = s->profile->contexts;
    uint32_t n = s->profile->n_contexts;
    struct sum kinds[N_KINDS] = { 0 }, passing = { 0 }, in_libc = { 0 };
    s->has_labels = find_labels(s);
    for (uint32_t c = 0; c < n; c++) {
        s->stacks[c] = add_frame(s, c);
        if (s->stacks[c].depth > s->deepest)
            s->deepest = s->stacks[c].depth;
    }
    if (s->deepest <= 1)
        return;
    for (uint32_t c = 0; c < n; c++) {
        const struct stack_traits *stack = &s->stacks[c];
        double cost = contexts[c].self;
        if (cost <= 0)
            continue;
        if (stack->passes && !s->functions[contexts[c].function].unresolved)
            sum_add(&passing, cost);
        enum kind_of_stack kind = kind_of(s, stack);
        sum_add(&kinds[kind], cost);
        if ((kind == SHALLOW || kind == HEADLESS) && stack->named != NO_ID &&
            s->functions[stack->named].libc)
            sum_add(&in_libc, cost);
    }
    quality->deeper = s->deepest > PERF_MAX_FRAMES + 1;
    quality->shallow = sum_value(&kinds[SHALLOW]);
    quality->cut = sum_value(&kinds[CUT]);
    quality->headless = sum_value(&kinds[HEADLESS]);
    quality->in_libc = sum_value(&in_libc);
    quality->passing = sum_value(&passing);
}

/* Adds up the costs of all samples and of those in unresolved code. What a
   function of a profile from stacks costs was added up in the order of the
   input, so the costs of contexts count there. */
static void survey_costs(const struct survey *s, struct stack_quality *quality)
{
    const struct profile *profile = s->profile;
    struct sum samples = { 0 }, unresolved = { 0 };
    bool has_contexts = profile->n_contexts > 0;
    uint32_t n = has_contexts ? profile->n_contexts : profile->n_functions;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = has_contexts ? profile->contexts[i].function : i;
        double self = has_contexts ? profile->contexts[i].self
                                   : profile->functions[i].self;
        sum_add(&samples, self);
        if (s->functions[f].unresolved)
            sum_add(&unresolved, self);
    }
    quality->samples = sum_value(&samples);
    quality->unresolved = sum_value(&unresolved);
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
    survey_costs(&s, &quality);
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
    if (!profile->stats.walked)
        return NULL;
    bool *marked = NEW_N(arena, bool, profile->n_contexts), any = false;
    struct survey s = new_survey(&scratch, profile);
    s.has_labels = find_labels(&s);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
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
