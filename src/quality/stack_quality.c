#include "quality/stack_quality.h"

#include "quality/frame.h"
#include "util/array.h"
#include "util/sum.h"

/* Properties of a function that matter to its stacks. */
struct function_traits {
    bool unresolved;
    bool no_module; /* unresolved, and of an unknown module */
    bool begins_threads; /* unresolved, and of a C++ library */
    bool truncates; /* it stands for outer frames that are missing */
    bool called;    /* by a function, on some stack */
    uint32_t least; /* frames of the shortest stack that begins with it; 0:
                       none does */
    /* Only root_of fills in these, because most functions are no root. */
    bool has_root;
    enum frame_root root;
    bool library; /* of a shared library */
    bool libc;    /* of the C library */
};

/* Describes the stack that ends at a context. */
struct stack_traits {
    uint32_t depth; /* frames, without labels */
    uint32_t root;  /* the outermost function, or NO_ID */
    uint32_t named; /* the outermost function that is resolved, or NO_ID */
    bool truncated; /* the input says that outer frames are missing */
    bool passes;    /* an unresolved frame is between the outermost and the
                       innermost */
};

struct stack_facts {
    const struct profile *profile;
    struct function_traits *functions; /* by function */
    struct stack_traits *stacks;       /* by context */
    LIST(uint32_t) ends; /* contexts with a cost of their own */
    bool has_labels; /* outermost frames can be labels */
    uint32_t deepest; /* frames of the deepest stack, also those that the reader
                         removed */
    uint32_t left_out; /* frames that the reader removed from the deepest
                          stack */
    struct frame_limit limit; /* the limit of the stacks; without frames:
                                 none */
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

/* Is it "libstdc++.so.6" or "libc++.so.1"? What calls a program's functions
   there is the beginning of std::thread, for which no symbol is exported, and
   which is compiled without frame pointers. */
static bool is_cxx_library(struct str module)
{
    static const struct str names[] = { STR("libstdc++.so"), STR("libc++.so") };
    return str_starts_any(str_basename(module), names, ROWS(names));
}

static struct function_traits traits_of(const struct function *function)
{
    const struct identity *is = &function->is;
    bool unresolved = frame_is_unresolved(function);
    return (struct function_traits){
        .unresolved = unresolved,
        .no_module = unresolved &&
                     (is->module.len == 0 || str_eq(is->module, UNRESOLVED)),
        .begins_threads = unresolved && is_cxx_library(is->module),
        .truncates = frame_is_truncation(is->name),
    };
}

static enum frame_root root_of(const struct stack_facts *s, uint32_t f)
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
static bool may_be_label(const struct stack_facts *s, uint32_t f)
{
    return s->profile->functions[f].is.module.len == 0 &&
           !s->functions[f].unresolved && root_of(s, f) == ROOT_NONE;
}

/* Nothing calls _start. So if it is below an outermost frame without a module,
   this frame is a label, and so are all others that look like it. The name
   "start" could be that of any function, so an underscore is required. */
static bool find_labels(const struct stack_facts *s)
{
    const struct profile *profile = s->profile;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t f = context->function;
        if (context->parent == NO_ID)
            continue;
        const struct context *parent = &profile->contexts[context->parent];
        if (parent->parent == NO_ID && may_be_label(s, parent->function) &&
            str_has(profile->functions[f].is.name, S("_")) &&
            root_of(s, f) == ROOT_START)
            return true;
    }
    return false;
}

/* Returns the traits of a context: those of its parent with one more frame. */
static struct stack_traits add_frame(const struct stack_facts *s, uint32_t c)
{
    const struct context *context = &s->profile->contexts[c];
    uint32_t f = context->function;
    struct stack_traits stack = { .root = NO_ID, .named = NO_ID };
    if (context->parent == NO_ID && s->functions[f].truncates) {
        stack.truncated = true;
        return stack;
    }
    if (context->parent != NO_ID) {
        uint32_t caller = s->profile->contexts[context->parent].function;
        stack = s->stacks[context->parent];
        stack.passes |= stack.depth > 1 && s->functions[caller].unresolved &&
                        !s->functions[caller].begins_threads;
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

/* Can stacks have more frames than the limit? Labels show that perf recorded
   the folded stacks, to which it adds inlined functions without a mark. */
static bool can_grow(const struct stack_facts *s,
                     const struct frame_limit *limit)
{
    return limit->grows || s->profile->has_inlines || s->has_labels;
}

/* Did the limit of frames cut the stack off? If so, its outermost function is
   no root, and no shorter stack begins with it. Only some profilers show
   callers of main. Inlined functions can make stacks deeper; then another stack
   must show a caller of the outermost function. */
static bool is_at_limit(const struct stack_facts *s,
                        const struct stack_traits *stack)
{
    const struct frame_limit *limit = &s->limit;
    uint32_t depth = stack->depth + s->left_out;
    uint32_t fewest = limit->frames - limit->unnamed;
    if (limit->frames == 0 || stack->root == NO_ID || depth < fewest ||
        (depth > limit->frames && !can_grow(s, limit)))
        return false;
    const struct function_traits *root = &s->functions[stack->root];
    enum frame_root kind = root_of(s, stack->root);
    bool begins_stacks = root->least + s->left_out < fewest &&
                         !(limit->breaks && root->called);
    return (kind == ROOT_NONE || (kind == ROOT_MAIN && root->called)) &&
           !begins_stacks && (depth <= limit->frames || root->called);
}

static bool is_cut(const struct stack_facts *s,
                   const struct stack_traits *stack)
{
    return stack->truncated || (root_of(s, stack->named) != ROOT_START &&
                                is_at_limit(s, stack));
}

/* The cost of a sample counts in one of these: see struct stack_quality. */
enum kind_of_stack { FULL, SHALLOW, CUT, HEADLESS, N_KINDS };

static enum kind_of_stack kind_of(const struct stack_facts *s,
                                  const struct stack_traits *stack)
{
    enum frame_root named = root_of(s, stack->named);
    enum frame_root outermost = root_of(s, stack->root);
    if (is_cut(s, stack))
        return CUT;
    if (!s->profile->stats.walked || named == ROOT_START ||
        named == ROOT_MAIN || named == ROOT_RUNTIME || outermost == ROOT_KERNEL)
        return FULL;
    if (stack->depth <= 1)
        return SHALLOW;
    if (s->functions[stack->root].begins_threads)
        return FULL;
    return s->functions[stack->root].no_module ||
                   s->functions[stack->root].library
               ? HEADLESS
               : FULL;
}

/* ---- The limit of frames ---- */

/* Finds the traits of all stacks. */
static void find_stacks(struct stack_facts *s)
{
    const struct profile *profile = s->profile;
    s->deepest = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        s->functions[f].called = false;
        s->functions[f].least = 0;
    }
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        s->stacks[c] = add_frame(s, c);
    for (size_t i = 0; i < s->ends.n; i++) {
        const struct stack_traits *stack = &s->stacks[s->ends.of[i]];
        if (stack->root == NO_ID)
            continue;
        uint32_t *least = &s->functions[stack->root].least;
        if (stack->depth > s->deepest)
            s->deepest = stack->depth;
        if (!*least || stack->depth < *least)
            *least = stack->depth;
    }
    s->left_out = profile->stats.deepest > s->deepest
                      ? profile->stats.deepest - s->deepest
                      : 0;
    s->deepest += s->left_out;
}

/* Returns whether a limit holds for the event of the profile. */
static bool is_of_event(const struct frame_limit *limit, struct str event)
{
    struct str events = str_of(limit->events ? limit->events : ""), one;
    if (!limit->events || !event.len)
        return true;
    while (str_take_word(&events, &one))
        if (str_eq(one, event))
            return true;
    return false;
}

/* Returns the limit that the deepest stacks have, or NULL. If stacks can grow
   beyond it, that is the largest limit below their depth. */
static const struct frame_limit *limit_of_deepest(const struct stack_facts *s)
{
    const struct frame_limit *found = NULL;
    const struct profile *profile = s->profile;
    for (const struct frame_limit *row = profile->stats.limits;
         row && row->cure; row++) {
        if (row->frames == ANY_FRAMES || !is_of_event(row, profile->event) ||
            s->deepest < row->frames - row->unnamed)
            continue;
        if (s->deepest <= row->frames)
            return row;
        if (can_grow(s, row) && (!found || row->frames > found->frames))
            found = row;
    }
    return found;
}

/* Finds a limit that options of the profiler have set. Then several stacks have
   as many frames, none has more, and their outermost functions have callers on
   other stacks. Stacks of fewer than LEAST_FRAMES are not tested, because a
   short recursion looks the same. */
static void guess_limit(struct stack_facts *s)
{
    enum { SEVERAL = 2, LEAST_FRAMES = 8 };
    const struct profile *profile = s->profile;
    const struct frame_limit *any = profile->stats.limits;
    uint32_t n = 0;
    while (any && any->cure && !(any->frames == ANY_FRAMES &&
                                 is_of_event(any, profile->event)))
        any++;
    if (!any || !any->cure)
        return;
    s->limit = *any;
    if (s->deepest < LEAST_FRAMES)
        return;
    s->limit.frames = s->deepest;
    for (size_t i = 0; i < s->ends.n && n < SEVERAL; i++) {
        const struct stack_traits *stack = &s->stacks[s->ends.of[i]];
        n += !stack->truncated && is_cut(s, stack) &&
             s->functions[stack->root].called;
    }
    if (n < SEVERAL)
        s->limit.frames = 0;
}

/* Does the input state the limit? The cure is that of the reader's first row,
   unless another row has this limit. */
static bool take_stated_limit(struct stack_facts *s)
{
    const struct input_stats *stats = &s->profile->stats;
    const struct frame_limit *row = stats->limits;
    if (!stats->frame_limit || !row)
        return false;
    s->limit = *row;
    for (; row->cure; row++)
        if (row->frames == stats->frame_limit)
            s->limit = *row;
    s->limit.frames = stats->frame_limit;
    return true;
}

static bool any_is_cut(const struct stack_facts *s)
{
    for (size_t i = 0; i < s->ends.n; i++)
        if (is_cut(s, &s->stacks[s->ends.of[i]]))
            return true;
    return false;
}

/* Finds the limit of frames that the profiler had: the one that the input
   states, or one of the reader's row, or any that the stacks show. */
static void find_limit(struct stack_facts *s)
{
    const struct frame_limit *row;
    if (take_stated_limit(s))
        return;
    row = limit_of_deepest(s);
    if (row)
        s->limit = *row;
    else
        guess_limit(s);
}

/* Do the deepest stacks begin with a function that can be a label, since it has
   no caller? */
static bool may_have_labels(const struct stack_facts *s)
{
    for (uint32_t c = 0; c < s->profile->n_contexts; c++) {
        const struct stack_traits *stack = &s->stacks[c];
        if (stack->depth == s->deepest &&
            (s->functions[stack->root].called || !may_be_label(s, stack->root)))
            return false;
    }
    return true;
}

/* Finds the limit if stacks begin with labels that find_labels cannot
   recognize: the deepest stacks then have one frame more than the limit. */
static void find_limit_below_labels(struct stack_facts *s)
{
    find_limit(s);
    if (s->has_labels || any_is_cut(s) || !may_have_labels(s))
        return;
    struct frame_limit without = s->limit;
    s->has_labels = true;
    find_stacks(s);
    const struct frame_limit *row = limit_of_deepest(s);
    s->limit = row && s->deepest == row->frames ? *row
                                                : (struct frame_limit){ 0 };
    if (any_is_cut(s))
        return;
    s->limit = without;
    s->has_labels = false;
    find_stacks(s);
}

static void judge_stacks(struct stack_facts *s, struct stack_quality *quality)
{
    const struct context *contexts = s->profile->contexts;
    struct sum kinds[N_KINDS] = { 0 }, passing = { 0 }, in_libc = { 0 };
    bool walked = s->profile->stats.walked;
    find_stacks(s);
    if (s->deepest <= 1)
        return;
    if (walked)
        find_limit_below_labels(s);
    else
        find_limit(s);
    for (size_t i = 0; i < s->ends.n; i++) {
        const struct stack_traits *stack = &s->stacks[s->ends.of[i]];
        const struct context *context = &contexts[s->ends.of[i]];
        double cost = context->self;
        if (stack->passes && !s->functions[context->function].unresolved)
            sum_add(&passing, cost);
        enum kind_of_stack kind = kind_of(s, stack);
        sum_add(&kinds[kind], cost);
        if ((kind == SHALLOW || kind == HEADLESS) && stack->named != NO_ID &&
            s->functions[stack->named].libc)
            sum_add(&in_libc, cost);
    }
    quality->limit = s->limit.frames;
    quality->cure = s->limit.cure;
    quality->deeper = s->limit.frames && s->deepest > s->limit.frames;
    quality->cut = sum_value(&kinds[CUT]);
    if (!walked)
        return;
    quality->shallow = sum_value(&kinds[SHALLOW]);
    quality->headless = sum_value(&kinds[HEADLESS]);
    quality->in_libc = sum_value(&in_libc);
    quality->passing = sum_value(&passing);
}

/* Adds up the costs of all samples and of those in unresolved code. From
   stacks, this adds up contexts, because sums by function depend on the order
   of the input. */
static void judge_costs(const struct stack_facts *s,
                        struct stack_quality *quality)
{
    const struct profile *profile = s->profile;
    struct sum samples = { 0 }, unresolved = { 0 };
    struct sum in_kernel = { 0 }, at_run_time = { 0 }, in_files = { 0 };
    bool has_contexts = profile->n_contexts > 0;
    size_t n = has_contexts ? s->ends.n : profile->n_functions;
    for (size_t i = 0; i < n; i++) {
        uint32_t c = has_contexts ? s->ends.of[i] : NO_ID;
        uint32_t f = c == NO_ID ? (uint32_t)i : profile->contexts[c].function;
        double self = c == NO_ID ? profile->functions[f].self
                                 : profile->contexts[c].self;
        sum_add(&samples, self);
        if (!s->functions[f].unresolved)
            continue;
        struct str module = profile->functions[f].is.module;
        sum_add(&unresolved, self);
        if (identity_is_of_kernel(&profile->functions[f].is))
            sum_add(&in_kernel, self);
        else if (str_eq(module, S("[JIT]")))
            sum_add(&at_run_time, self);
        else if (module.len && module.s[0] != '[')
            sum_add(&in_files, self);
    }
    quality->samples = sum_value(&samples);
    quality->unresolved = sum_value(&unresolved);
    quality->in_kernel = sum_value(&in_kernel);
    quality->at_run_time = sum_value(&at_run_time);
    quality->in_files = sum_value(&in_files);
}

static struct stack_facts new_facts(struct arena *arena,
                                const struct profile *profile)
{
    struct stack_facts s = {
        .profile = profile,
        .functions =
            NEW_N(arena, struct function_traits, profile->n_functions),
        .stacks = NEW_N(arena, struct stack_traits, profile->n_contexts),
    };
    for (uint32_t f = 0; f < profile->n_functions; f++)
        s.functions[f] = traits_of(&profile->functions[f]);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (profile->contexts[c].self > 0)
            *PUSH_IN(arena, &s.ends) = c;
    return s;
}

/* Is the function none where a stack begins? Then it stands for frames that are
   missing, or comes from a broken chain of frame pointers. */
static bool is_false_root(const struct stack_facts *s, uint32_t f)
{
    return s->functions[f].truncates ||
           (s->profile->stats.walked && s->functions[f].no_module &&
            str_eq(s->profile->functions[f].is.name, UNRESOLVED));
}

static bool *find_false_roots(const struct stack_facts *s, struct arena *arena)
{
    const struct profile *profile = s->profile;
    uint32_t f = 0;
    while (f < profile->n_functions && !is_false_root(s, f))
        f++;
    if (f == profile->n_functions)
        return NULL;
    bool *marked = NEW_N(arena, bool, profile->n_contexts), any = false;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t parent = context->parent;
        bool is_outermost =
            parent == NO_ID || marked[parent] ||
            (profile->contexts[parent].parent == NO_ID && s->has_labels &&
             may_be_label(s, profile->contexts[parent].function));
        marked[c] = is_outermost && is_false_root(s, context->function);
        any |= marked[c];
    }
    return any ? marked : NULL;
}

struct stack_quality stack_quality_of(const struct profile *profile,
                                      struct arena *arena, bool **false_roots)
{
    LOCAL_ARENA(scratch);
    struct stack_quality quality = { .shallow = UNKNOWN,
                                     .cut = UNKNOWN,
                                     .headless = UNKNOWN,
                                     .passing = UNKNOWN };
    struct stack_facts s = new_facts(&scratch, profile);
    s.has_labels = profile->stats.walked && find_labels(&s);
    if (false_roots)
        *false_roots = find_false_roots(&s, arena);
    judge_costs(&s, &quality);
    if (profile->stats.walked || profile->stats.limits)
        judge_stacks(&s, &quality);
    return quality;
}

static void add_limit(struct stack_quality *quality,
                      const struct stack_quality *more)
{
    bool has_cut = known_or(quality->cut, 0) > 0;
    if (has_cut && !(known_or(more->cut, 0) > 0))
        return;
    quality->deeper = more->deeper ||
                      (has_cut && (quality->deeper ||
                                   quality->limit != more->limit));
    if (!has_cut || more->limit < quality->limit) {
        quality->limit = more->limit;
        quality->cure = more->cure;
    }
}

void stack_quality_add(struct stack_quality *quality,
                       const struct stack_quality *more)
{
    add_limit(quality, more);
    quality->samples += more->samples;
    quality->unresolved += more->unresolved;
    quality->in_kernel += more->in_kernel;
    quality->at_run_time += more->at_run_time;
    quality->in_files += more->in_files;
    quality->shallow = add_known(quality->shallow, more->shallow);
    quality->cut = add_known(quality->cut, more->cut);
    quality->headless = add_known(quality->headless, more->headless);
    quality->in_libc += more->in_libc;
    quality->passing = add_known(quality->passing, more->passing);
}

double stack_quality_incomplete(const struct stack_quality *quality)
{
    return add_known(add_known(quality->shallow, quality->headless),
                     quality->cut);
}
