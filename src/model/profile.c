#include "model/profile.h"

#include <stdlib.h>

#include "util/array.h"

static void start(struct profile *profile)
{
    *profile = (struct profile){ .unit = S("samples"), .event = S(""),
                                 .part = S(""),
                                 .stats = input_stats_unknown() };
    strings_add(&profile->names, &profile->texts, S(""));
}

struct profile *profile_new(struct arena *arena)
{
    struct profile *profile = NEW(arena, struct profile);
    start(profile);
    return profile;
}

struct profile *profile_like(struct arena *arena, const struct profile *other)
{
    struct profile *profile = profile_new(arena);
    profile->kind = other->kind;
    profile_unit(profile, other->unit);
    profile_event(profile, other->event);
    profile_each(profile, other->each);
    profile_part(profile, other->part);
    profile->dependences.recorded = other->dependences.recorded;
    return profile;
}

void profile_free(struct profile *profile)
{
    free(profile->functions);
    free(profile->calls);
    free(profile->contexts);
    free(profile->named);
    dependences_free(&profile->dependences);
    free(profile->path_contexts);
    arena_free(&profile->texts);
    strings_free(&profile->names);
    pairs_free(&profile->places);
    pairs_free(&profile->labels);
    pairs_free(&profile->identities);
    pairs_free(&profile->ends);
    pairs_free(&profile->paths);
}

void profile_clear(struct profile *profile)
{
    struct input_stats stats = profile->stats;
    profile_free(profile);
    start(profile);
    profile->stats = stats;
}

void profile_unit(struct profile *profile, struct str unit)
{
    profile->unit = arena_copy(&profile->texts, unit);
}

void profile_event(struct profile *profile, struct str event)
{
    profile->event = arena_copy(&profile->texts, event);
}

void profile_each(struct profile *profile, struct str each)
{
    profile->each = arena_copy(&profile->texts, each);
}

void profile_part(struct profile *profile, struct str part)
{
    profile->part = arena_copy(&profile->texts, part);
}

static uint32_t name_id(struct profile *profile, struct str text)
{
    return text.len ? strings_add(&profile->names, &profile->texts, text) : 0;
}

static struct function new_function(const struct profile *profile,
                                    const uint32_t ids[4])
{
    const struct str *texts = profile->names.texts;
    return (struct function){
        .is = { .name = texts[ids[0]],
                .module = texts[ids[1]],
                .file = texts[ids[2]],
                .tag = texts[ids[3]] },
        .count = UNKNOWN,
    };
}

uint32_t profile_function(struct profile *profile, struct identity is)
{
    uint32_t ids[4] = { name_id(profile, is.name), name_id(profile, is.module),
                        name_id(profile, is.file), name_id(profile, is.tag) };
    uint32_t place = pairs_add(&profile->places, ids[1], ids[2]);
    uint32_t label = pairs_add(&profile->labels, ids[0], ids[3]);
    uint32_t id = pairs_add(&profile->identities, place, label);
    if (id < profile->n_functions)
        return id;
    profile->functions =
        array_grow(profile->functions, id, &profile->functions_room,
                   sizeof *profile->functions);
    profile->functions[id] = new_function(profile, ids);
    profile->n_functions++;
    return id;
}

uint32_t profile_find_function(const struct profile *profile,
                               const struct identity *is)
{
    const struct strings *names = &profile->names;
    uint32_t place =
        pairs_find(&profile->places, strings_find(names, is->module),
                   strings_find(names, is->file));
    uint32_t label =
        pairs_find(&profile->labels, strings_find(names, is->name),
                   strings_find(names, is->tag));
    return pairs_find(&profile->identities, place, label);
}

uint32_t profile_copy_function(struct profile *profile,
                               const struct function *from)
{
    uint32_t id = profile_function(profile, from->is);
    profile->functions[id].nameless = from->nameless;
    profile->functions[id].detail = from->detail;
    profile->functions[id].line = from->line;
    profile->functions[id].count = from->count;
    return id;
}

uint32_t profile_named(struct profile *profile, struct str name)
{
    uint32_t text = name_id(profile, name);
    profile->named = array_reach(profile->named, text, &profile->named_room,
                                 sizeof *profile->named);
    if (!profile->named[text])
        profile->named[text] =
            profile_function(profile, (struct identity){ .name = name }) + 1;
    return profile->named[text] - 1;
}

static uint32_t add_call(struct profile *profile, uint32_t caller,
                         uint32_t callee)
{
    uint32_t id = pairs_add(&profile->ends, caller, callee);
    if (id < profile->n_calls)
        return id;
    profile->calls = array_grow(profile->calls, id, &profile->calls_room,
                                sizeof *profile->calls);
    profile->calls[id] = (struct call){
        .caller = caller, .callee = callee, .count = UNKNOWN, .cost = UNKNOWN
    };
    profile->n_calls++;
    return id;
}

uint32_t profile_call(struct profile *profile, uint32_t caller,
                      uint32_t callee)
{
    if (profile->kind == KIND_NONE)
        profile->kind = FROM_CALLS;
    return add_call(profile, caller, callee);
}

void profile_expect_call(const struct profile *profile, uint32_t caller,
                         uint32_t callee)
{
    pairs_prefetch(&profile->ends, caller, callee);
}

uint32_t profile_find_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee)
{
    return pairs_find(&profile->ends, caller, callee);
}

static uint32_t new_context(struct profile *profile, uint32_t parent,
                            uint32_t function)
{
    uint32_t id = profile->n_contexts++;
    struct context context = { .parent = parent,
                               .function = function,
                               .call = NO_ID,
                               .child = NO_ID };
    if (parent != NO_ID)
        context.call = add_call(profile, profile->contexts[parent].function,
                                function);
    profile->contexts =
        array_grow(profile->contexts, id, &profile->contexts_room,
                   sizeof *profile->contexts);
    profile->contexts[id] = context;
    return id;
}

/* A root, or not the first child of its parent. */
static uint32_t path_context(struct profile *profile, uint32_t parent,
                             uint32_t function)
{
    uint32_t n = profile->paths.n;
    uint32_t path = pairs_add(&profile->paths, parent + 1, function);
    if (path < n)
        return profile->path_contexts[path];
    profile->path_contexts =
        array_grow(profile->path_contexts, path, &profile->path_contexts_room,
                   sizeof *profile->path_contexts);
    uint32_t id = new_context(profile, parent, function);
    return profile->path_contexts[path] = id;
}

/* Most contexts have one child, so that nothing has to be searched. */
uint32_t profile_context(struct profile *profile, uint32_t parent,
                         uint32_t function)
{
    if (profile->kind == KIND_NONE)
        profile->kind = FROM_STACKS;
    uint32_t child =
        parent == NO_ID ? NO_ID : profile->contexts[parent].child;
    if (child != NO_ID && profile->contexts[child].function == function)
        return child;
    if (child != NO_ID || parent == NO_ID)
        return path_context(profile, parent, function);
    child = new_context(profile, parent, function);
    profile->contexts[parent].child = child;
    return child;
}

void profile_sample_below(struct profile *profile, uint32_t root,
                          uint32_t context, double cost)
{
    profile->contexts[context].self += cost;
    profile->functions[profile->contexts[context].function].self += cost;
    profile->functions[root].entry += cost;
}

/* The outermost function. Most parents stand just before: the inner loop is a
   run through memory that does not wait for what it reads. */
static uint32_t root_of(const struct context *contexts, uint32_t context)
{
    for (;;) {
        const struct context *at = contexts + context;
        uint32_t before = context;
        while (at->parent == --before && before != NO_ID)
            at--;
        if (at->parent == NO_ID)
            return at->function;
        context = at->parent;
    }
}

void profile_sample(struct profile *profile, uint32_t context, double cost)
{
    uint32_t root = root_of(profile->contexts, context);
    profile_sample_below(profile, root, context, cost);
}

void profile_divide(struct profile *profile, double divisor)
{
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        profile->functions[f].self /= divisor;
        profile->functions[f].entry /= divisor;
    }
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        profile->contexts[c].self /= divisor;
}

uint32_t profile_path(const struct profile *profile, uint32_t context,
                      uint32_t *path)
{
    uint32_t depth = 0;
    for (; context != NO_ID; context = profile->contexts[context].parent)
        path[depth++] = profile->contexts[context].function;
    return depth;
}

bool *profile_stack_ends(struct arena *arena, const struct profile *profile)
{
    bool *ends = NEW_N(arena, bool, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        ends[c] = true;
        if (context->parent != NO_ID)
            ends[context->parent] = profile->contexts[context->parent].self > 0;
    }
    return ends;
}

double profile_whole(const struct profile *profile)
{
    double whole = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        whole += profile->functions[f].self;
    return whole;
}

void profile_entries_by_count(struct profile *profile)
{
    struct arena scratch = { 0 };
    double *incoming = NEW_N(&scratch, double, profile->n_functions);
    bool *called = NEW_N(&scratch, bool, profile->n_functions);
    double *self_calls = NEW_N(&scratch, double, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        double count = known_or(call->count, 0);
        if (call->caller == call->callee) {
            self_calls[call->callee] += count;
            continue;
        }
        incoming[call->callee] += count;
        called[call->callee] = true;
    }
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct function *function = &profile->functions[f];
        double calls = known_or(function->count, 0) - self_calls[f];
        function->entry = called[f] ? fmax(calls - incoming[f], 0) : 1;
    }
    arena_free(&scratch);
}

const char *profile_kind_name(const struct profile *profile)
{
    return profile->kind == FROM_CALLS ? "calls" : "stacks";
}
