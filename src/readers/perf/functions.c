#include "readers/perf/functions.h"

#include "model/merge.h"
#include "readers/frames/unmapped.h"

/* The functions of the profile, and what is to become of them. */
struct perf_functions {
    struct profile *profile;
    const struct perf_stack *stack;
    struct arena scratch;
    struct identity *identities; /* by function: its new one */
    uint32_t *joined; /* by function: the one that it joins, mostly itself */
    bool changed;
};

/* The functions by their names. */
struct by_name {
    struct strings names;
    uint32_t *only; /* by the id of a name: the only function with a known
                       module, NO_ID if there are several */
};

static struct by_name functions_by_name(struct perf_functions *functions)
{
    const struct profile *profile = functions->profile;
    struct by_name by_name = { .only = NEW_N(&functions->scratch, uint32_t,
                                             profile->n_functions) };
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct function *function = &profile->functions[f];
        uint32_t n = by_name.names.n;
        if (!function->is.module.len)
            continue;
        uint32_t name =
            strings_add(&by_name.names, &functions->scratch, function->is.name);
        by_name.only[name] = name == n ? f : NO_ID;
    }
    return by_name;
}

static void join_to(struct perf_functions *functions, uint32_t f, uint32_t to)
{
    functions->joined[f] = to;
    functions->identities[f] = functions->profile->functions[to].is;
    functions->changed = true;
}

static void join_inlined(struct perf_functions *functions)
{
    const struct perf_stack *stack = functions->stack;
    struct by_name by_name = { .only = NULL };
    for (uint32_t frame = 0; frame < stack->pairs.n; frame++) {
        if (stack->kinds.of[frame].module != PERF_INLINED_ALONE)
            continue;
        if (!by_name.only)
            by_name = functions_by_name(functions);
        uint32_t f = perf_stack_find(stack, functions->profile, frame);
        if (f == NO_ID)
            continue;
        const struct function *function = &functions->profile->functions[f];
        uint32_t name = strings_find(&by_name.names, function->is.name);
        if (!function->nameless && !str_eq(function->is.name, UNRESOLVED) &&
            name != NO_ID && by_name.only[name] != NO_ID)
            join_to(functions, f, by_name.only[name]);
    }
    strings_free(&by_name.names);
}

/* Returns a name of debug information without parameters, template arguments
   and scope. */
static struct str bare_name(struct str name)
{
    size_t n = 0;
    while (n < name.len && name.s[n] != '<' && name.s[n] != '(')
        n++;
    name = str_head(name, n);
    str_cut_last(name, S("::"), &(struct str){ 0 }, &name);
    return name;
}

/* Is `part` one of the names that `name` consists of, as "sort" is one of
   "std::sort<int>"? */
static bool has_name(struct str name, struct str part)
{
    struct str before, rest = name;
    while (part.len && str_cut(rest, part, &before, &rest)) {
        bool begins = !before.len || str_ends(before, S(":"));
        if (begins && (!rest.len || rest.s[0] == '<' || rest.s[0] == '('))
            return true;
    }
    return false;
}

/* Sets only: by the id of a start in the map that is returned, the only
   function with a known module whose code starts there, NO_ID if there are
   several. */
static struct pairs functions_by_start(struct perf_functions *functions,
                                       uint32_t *only)
{
    const struct perf_stack *stack = functions->stack;
    struct pairs starts = { 0 };
    for (uint32_t frame = 0; frame < stack->pairs.n; frame++) {
        const struct perf_frame_kind *kind = &stack->kinds.of[frame];
        uint32_t f = perf_stack_find(stack, functions->profile, frame);
        if (!kind->start || f == NO_ID ||
            !functions->profile->functions[f].is.module.len)
            continue;
        uint32_t n = starts.n;
        uint32_t start =
            pairs_add_in(&starts, &functions->scratch, kind->start, 0);
        only[start] = start == n || only[start] == f ? f : NO_ID;
    }
    return starts;
}

/* perf prints a function that has code of its own by the name in its debug
   information, "each<main()::<lambda(int)> >+0x2c (inlined)", where others are
   inlined into it, and elsewhere by its symbol,
   "each<main::{lambda(int)#1}>+0x38 (/bin/prog)". */
static void join_starts(struct perf_functions *functions)
{
    const struct perf_stack *stack = functions->stack;
    const struct profile *profile = functions->profile;
    if (!stack->alone.n)
        return;
    uint32_t *only = NEW_N(&functions->scratch, uint32_t, stack->pairs.n);
    uint32_t *symbol_of = index_no_ids(&functions->scratch, profile->n_functions);
    struct pairs starts = functions_by_start(functions, only);
    for (uint32_t i = 0; i < stack->alone.n; i++) {
        struct pair at = stack->alone.keys[i];
        uint32_t f = perf_stack_find(stack, profile, at.a);
        uint32_t start = pairs_find(&starts, at.b, 0);
        uint32_t symbol = start == NO_ID ? NO_ID : only[start];
        if (f == NO_ID)
            continue;
        /* A name that several functions have stays apart: it joins itself. */
        if (symbol == NO_ID ||
            (symbol_of[f] != NO_ID && symbol_of[f] != symbol))
            symbol = f;
        symbol_of[f] = symbol;
    }
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        uint32_t symbol = symbol_of[f];
        if (symbol == NO_ID || functions->joined[f] != f ||
            !has_name(profile->functions[symbol].is.name,
                      bare_name(profile->functions[f].is.name)))
            continue;
        join_to(functions, f, symbol);
    }
}

/* Adds up the counts of a file over the frames of a function, and sets best: by
   function, the index + 1 of the sum that is largest so far. */
static void set_sources(struct perf_functions *functions)
{
    const struct perf_sources *sources = &functions->stack->sources;
    struct pairs keys = { 0 };
    struct perf_source_count *sums = NEW_N(
        &functions->scratch, struct perf_source_count, sources->counted.n);
    for (uint32_t i = 0; i < sources->counted.n; i++) {
        const struct perf_source_count *count = &sources->counts.of[i];
        uint32_t n = keys.n;
        uint32_t f =
            perf_stack_find(functions->stack, functions->profile, count->frame);
        if (f == NO_ID)
            continue;
        uint32_t id = pairs_add(&keys, functions->joined[f], count->file);
        if (id == n)
            sums[id] = *count;
        else
            sums[id].n += count->n;
        if (count->line < sums[id].line)
            sums[id].line = count->line;
    }
    uint32_t *best =
        NEW_N(&functions->scratch, uint32_t, functions->profile->n_functions);
    for (uint32_t id = 0; id < keys.n; id++) {
        uint32_t *b = &best[keys.keys[id].a];
        if (*b == 0 || sums[id].n > sums[*b - 1].n)
            *b = id + 1;
    }
    for (uint32_t f = 0; f < functions->profile->n_functions; f++) {
        uint32_t b = best[functions->joined[f]];
        if (b == 0 ||
            functions->profile->functions[functions->joined[f]].is.file.len)
            continue;
        functions->identities[f].file = sources->files.texts[sums[b - 1].file];
        functions->profile->functions[f].line = sums[b - 1].line;
        functions->changed = true;
    }
    pairs_free(&keys);
}

void perf_functions_finish(struct profile *profile,
                           const struct perf_stack *stack)
{
    unmapped_join(profile);
    struct perf_functions functions = { .profile = profile, .stack = stack };
    uint32_t n = profile->n_functions;
    functions.identities = NEW_N(&functions.scratch, struct identity, n);
    functions.joined = NEW_N(&functions.scratch, uint32_t, n);
    for (uint32_t f = 0; f < n; f++) {
        functions.identities[f] = profile->functions[f].is;
        functions.joined[f] = f;
    }
    join_inlined(&functions);
    join_starts(&functions);
    set_sources(&functions);
    if (functions.changed)
        profile_move(profile, merge_functions(&functions.scratch, profile,
                                              functions.identities));
    arena_free(&functions.scratch);
}
