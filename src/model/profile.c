#include "model/profile.h"

#include "model/profile_index.h"
#include "util/hash.h"
#include "util/text/unit.h"

struct profile *profile_new(struct arena *arena)
{
    struct profile *profile = NEW(arena, struct profile);
    struct profile_index *index = NEW(arena, struct profile_index);
    strings_add(&index->names, &index->texts, S(""));
    *profile = (struct profile){ .unit = S("samples"),
                                 .event = S(""),
                                 .sample_period = S(""),
                                 .selected_threads = S(""),
                                 .stats = input_stats_unknown(),
                                 .index = index };
    return profile;
}

struct profile *profile_like(struct arena *arena, const struct profile *other)
{
    struct profile *profile = profile_new(arena);
    profile->kind = other->kind;
    profile->is_raw = other->is_raw;
    profile->is_sampled = other->is_sampled;
    profile->weighs = other->weighs;
    profile->has_inlines = other->has_inlines;
    profile->has_plain_names = other->has_plain_names;
    profile->inlines_by = other->inlines_by;
    profile->rate = other->rate;
    profile->counted_samples = other->counted_samples;
    dependences_like(&profile->dependences, other->dependences);
    profile->samples.kept = other->samples.kept;
    profile->samples.most_slices = other->samples.most_slices;
    profile_set_unit(profile, other->unit);
    profile_set_event(profile, other->event);
    profile_set_sample_period(profile, other->sample_period);
    profile_set_selected_threads(profile, other->selected_threads);
    inventory_merge(&profile->inventory, &other->inventory);
    return profile;
}

/* Adds a call without a search. */
static uint32_t new_call(struct profile *profile, uint32_t caller,
                         uint32_t callee)
{
    uint32_t id = profile->n_calls++;
    profile->calls = array_list_grow(
        NULL, profile->calls, id, &profile->calls_room, sizeof *profile->calls);
    profile->calls[id] = (struct call){
        .caller = caller, .callee = callee, .count = UNKNOWN, .cost = UNKNOWN
    };
    return id;
}

bool identity_is_of_kernel(const struct identity *is)
{
    static const struct str names[] = {
        STR("[kernel"), STR("[guest.kernel"), STR("vmlinux"),
        STR("no-vmlinux"), STR("ntoskrnl"),
    };
    return str_starts_any(str_basename(is->module), names, ROWS(names)) > 0;
}

struct profile *profile_twin(struct arena *arena, const struct profile *other)
{
    struct profile *profile = profile_like(arena, other);
    uint32_t n = other->n_functions, n_calls = other->n_calls;
    profile->functions = array_new(n, sizeof *profile->functions);
    profile->functions_room = profile->n_functions = n;
    for (uint32_t f = 0; f < n; f++)
        profile->functions[f] = (struct function){
            .is = other->functions[f].is, .count = UNKNOWN, .total = UNKNOWN
        };
    profile->calls = array_new(n_calls, sizeof *profile->calls);
    profile->calls_room = n_calls;
    for (uint32_t c = 0; c < n_calls; c++)
        new_call(profile, other->calls[c].caller, other->calls[c].callee);
    return profile;
}

void profile_make_room(struct profile *profile, const struct profile *other)
{
    profile->functions_room = other->n_functions;
    profile->functions =
        array_new(other->n_functions, sizeof *profile->functions);
    profile->calls_room = other->n_calls;
    profile->calls = array_new(other->n_calls, sizeof *profile->calls);
    profile->contexts_room = other->n_contexts;
    profile->contexts = array_new(other->n_contexts, sizeof *profile->contexts);
}

void profile_shrink(struct profile *profile)
{
    struct profile_index *index = profile->index;
    profile->functions =
        array_shrink(profile->functions, profile->n_functions,
                     &profile->functions_room, sizeof *profile->functions);
    profile->calls =
        array_shrink(profile->calls, profile->n_calls, &profile->calls_room,
                     sizeof *profile->calls);
    profile->contexts =
        array_shrink(profile->contexts, profile->n_contexts,
                     &profile->contexts_room, sizeof *profile->contexts);
    struct strings names = index->names;
    index->names = (struct strings){ 0 };
    strings_keep(&index->names, &index->texts, names.texts[0]);
    arena_resize(&index->texts, names.texts,
                 names.texts_room * sizeof *names.texts, 0);
    index_free_in(&names.index, &index->texts);
    index_free_in(&index->functions, &index->texts);
    index_free_in(&index->calls, &index->texts);
    profile_index_free_contexts(index);
    arena_resize(&index->texts, index->named.of,
                 index->named.room * sizeof *index->named.of, 0);
    index->named.of = NULL;
    index->named.n = index->named.room = 0;
    index->n_calls = 0;
    index->lacks_functions = index->lacks_contexts = true;
}

void profile_free_functions(struct profile *profile)
{
    free(profile->functions);
    profile->functions = NULL;
    profile->functions_room = 0;
}

void profile_free_texts(struct profile *profile)
{
    struct profile_index *index = profile->index;
    arena_free(&index->texts);
    profile_index_free_contexts(index);
    *index = (struct profile_index){ 0 };
}

void profile_free(struct profile *profile)
{
    if (!profile)
        return;
    struct profile_index *index = profile->index;
    free(profile->functions);
    free(profile->calls);
    free(profile->contexts);
    dependences_free(profile->dependences);
    arena_free(&profile->inventory.arena);
    samples_free(&profile->samples);
    arena_free(&index->texts);
    profile_index_free_contexts(index);
}

void profile_move(struct profile *profile, struct profile *from)
{
    struct input_stats stats = profile->stats;
    struct profile_index *index = profile->index;
    profile_free(profile);
    *index = *from->index;
    *profile = *from;
    profile->index = index;
    profile->stats = stats;
}

void profile_set_unit(struct profile *profile, struct str unit)
{
    profile->unit = arena_copy(&profile->index->texts, unit);
}

void profile_set_event(struct profile *profile, struct str event)
{
    profile->event = arena_copy(&profile->index->texts, event);
}

bool profile_counts_event(const struct profile *profile, uint32_t event)
{
    const struct inventory *inventory = &profile->inventory;
    return inventory->sums.of[event].is_counted ||
           str_eq(inventory->events.texts.texts[event], profile->event);
}

void profile_list_event(struct profile *profile)
{
    struct event_sum sum = { profile_whole(profile), profile->unit, true };
    double n = profile->counted_samples.n;
    double samples = str_eq(profile->unit, S("samples")) ? sum.cost
                     : n > 0                             ? n
                                                         : UNKNOWN;
    if (profile->event.len)
        inventory_add_event(&profile->inventory, profile->event, samples, sum);
}

void profile_set_sample_period(struct profile *profile, struct str period)
{
    profile->sample_period = arena_copy(&profile->index->texts, period);
}

void profile_set_selected_threads(struct profile *profile, struct str threads)
{
    profile->selected_threads = arena_copy(&profile->index->texts, threads);
}

static struct strings *names_of(const struct profile *profile)
{
    struct profile_index *index = profile->index;
    uint32_t n = index->names.n == 1 ? profile->n_functions : 0;
    for (uint32_t f = 0; f < n; f++) {
        const struct identity *is = &profile->functions[f].is;
        const struct str texts[] = { is->name, is->module, is->file, is->tag };
        for (size_t i = 0; i < ROWS(texts); i++)
            strings_keep(&index->names, &index->texts, texts[i]);
    }
    return &index->names;
}

uint32_t profile_text_id(struct profile *profile, struct str text)
{
    return text.len
               ? strings_add(names_of(profile), &profile->index->texts, text)
               : 0;
}

struct str profile_text(const struct profile *profile, uint32_t id)
{
    return names_of(profile)->texts[id];
}

static uint32_t hash_ids(const struct identity_ids *is)
{
    uint32_t ids[] = { is->name, is->module, is->file, is->tag };
    return hash_numbers(ids, ROWS(ids));
}

static struct identity identity_of(const struct str *texts,
                                   const struct identity_ids *is)
{
    return (struct identity){ .name = texts[is->name],
                              .module = texts[is->module],
                              .file = texts[is->file],
                              .tag = texts[is->tag] };
}

/* The index has each text only once, so equal texts have equal addresses. */
static bool is_function(const void *functions, uint32_t id, const void *key)
{
    const struct identity *is = &((const struct function *)functions)[id].is;
    const struct identity *wanted = key;
    return is->name.s == wanted->name.s && is->module.s == wanted->module.s &&
           is->file.s == wanted->file.s && is->tag.s == wanted->tag.s;
}

static struct identity_ids find_ids(const struct profile *profile,
                                    const struct identity *is)
{
    const struct strings *names = names_of(profile);
    return (struct identity_ids){ .name = strings_find(names, is->name),
                                  .module = strings_find(names, is->module),
                                  .file = strings_find(names, is->file),
                                  .tag = strings_find(names, is->tag) };
}

static void index_functions(const struct profile *profile)
{
    struct profile_index *index = profile->index;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct identity_ids ids = find_ids(profile, &profile->functions[f].is);
        index_add_in(&index->functions, &index->texts, hash_ids(&ids), f);
    }
    index->lacks_functions = false;
}

static uint32_t find_function(const struct profile *profile, uint32_t hash,
                              const struct identity *is)
{
    if (profile->index->lacks_functions)
        index_functions(profile);
    return index_find(&profile->index->functions, hash, is_function,
                      profile->functions, is);
}

uint32_t profile_function_of_ids(struct profile *profile,
                                 struct identity_ids ids)
{
    struct profile_index *index = profile->index;
    uint32_t hash = hash_ids(&ids);
    struct identity is = identity_of(index->names.texts, &ids);
    uint32_t id = find_function(profile, hash, &is);
    if (id != NO_ID)
        return id;
    id = profile->n_functions++;
    profile->functions =
        array_list_grow(NULL, profile->functions, id, &profile->functions_room,
                        sizeof *profile->functions);
    profile->functions[id] = (struct function){
        .is = is, .count = UNKNOWN, .total = UNKNOWN
    };
    index_add_in(&index->functions, &index->texts, hash, id);
    return id;
}

uint32_t profile_function(struct profile *profile, struct identity is)
{
    struct identity_ids ids = { .name = profile_text_id(profile, is.name),
                                .module = profile_text_id(profile, is.module),
                                .file = profile_text_id(profile, is.file),
                                .tag = profile_text_id(profile, is.tag) };
    return profile_function_of_ids(profile, ids);
}

uint32_t profile_find_function(const struct profile *profile,
                               const struct identity *is)
{
    struct identity_ids ids = find_ids(profile, is);
    if (ids.name == NO_ID || ids.module == NO_ID || ids.file == NO_ID ||
        ids.tag == NO_ID)
        return NO_ID;
    struct identity same = identity_of(profile->index->names.texts, &ids);
    return find_function(profile, hash_ids(&ids), &same);
}

uint32_t profile_copy_function(struct profile *profile,
                               const struct function *from)
{
    uint32_t id = profile_function(profile, from->is);
    profile->functions[id].nameless = from->nameless;
    profile->functions[id].is_tag = from->is_tag;
    profile->functions[id].is_under_study = from->is_under_study;
    if (from->leaf.len)
        profile->functions[id].leaf =
            profile_text(profile, profile_text_id(profile, from->leaf));
    profile->functions[id].line = from->line;
    profile->functions[id].start = from->start;
    profile->functions[id].is_line = from->is_line;
    profile->functions[id].count = from->count;
    return id;
}

uint32_t profile_named(struct profile *profile, struct str name)
{
    struct profile_index *index = profile->index;
    uint32_t text = profile_text_id(profile, name);
    uint32_t *function = REACH_IN(&index->texts, &index->named, text);
    if (!*function)
        *function =
            profile_function(profile, (struct identity){ .name = name }) + 1;
    return *function - 1;
}

/* The key of a call: caller and callee; of a context: parent and function. */
struct id_pair {
    uint32_t from, to;
};

static bool is_call(const void *calls, uint32_t id, const void *key)
{
    const struct call *call = (const struct call *)calls + id;
    const struct id_pair *pair = key;
    return call->caller == pair->from && call->callee == pair->to;
}

static uint32_t find_call(const struct profile *profile, uint32_t hash,
                          uint32_t caller, uint32_t callee)
{
    struct id_pair pair = { caller, callee };
    return index_find(&profile->index->calls, hash, is_call, profile->calls,
                      &pair);
}

/* Indexes the calls that were added without a search. Of several between the
   same functions, the first gets the counts of all and is the one found. */
static void index_calls(const struct profile *profile)
{
    struct profile_index *index = profile->index;
    for (; index->n_calls < profile->n_calls; index->n_calls++) {
        struct call *call = &profile->calls[index->n_calls];
        uint32_t hash = hash_pair(call->caller, call->callee);
        uint32_t first = find_call(profile, hash, call->caller, call->callee);
        if (first == NO_ID)
            index_add_in(&index->calls, &index->texts, hash, index->n_calls);
        else
            call_move_count(&profile->calls[first], call);
    }
}

uint32_t profile_call(struct profile *profile, uint32_t caller, uint32_t callee)
{
    uint32_t id, hash = hash_pair(caller, callee);
    if (profile->kind == KIND_NONE)
        profile->kind = FROM_CALLS;
    index_calls(profile);
    id = find_call(profile, hash, caller, callee);
    if (id != NO_ID)
        return id;
    profile->index->n_calls++;
    id = new_call(profile, caller, callee);
    index_add_in(&profile->index->calls, &profile->index->texts, hash, id);
    return id;
}

void profile_prefetch_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee)
{
    index_prefetch(&profile->index->calls, hash_pair(caller, callee));
}

uint32_t profile_find_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee)
{
    index_calls(profile);
    return find_call(profile, hash_pair(caller, callee), caller, callee);
}

/* Notes the root of a context, after that of its parent. */
static void add_root(struct profile *profile, uint32_t id)
{
    struct profile_index *index = profile->index;
    const struct context *context = &profile->contexts[id];
    uint32_t root = context->parent == NO_ID
                        ? context->function
                        : index->roots.of[context->parent];
    *PUSH(&index->roots) = root;
}

/* `call` leads to the context, or is NO_ID if the caller does not know it. */
static uint32_t new_context(struct profile *profile, uint32_t parent,
                            uint32_t function, uint32_t call)
{
    uint32_t id = profile->n_contexts++;
    struct context context = { .parent = parent,
                               .function = function,
                               .call = call,
                               .child = NO_ID };
    if (parent != NO_ID && call == NO_ID && !profile->is_raw)
        context.call = profile_call(profile, profile->contexts[parent].function,
                                    function);
    profile->contexts =
        array_list_grow(NULL, profile->contexts, id, &profile->contexts_room,
                        sizeof *profile->contexts);
    profile->contexts[id] = context;
    if (!profile->is_raw)
        add_root(profile, id);
    return id;
}

static bool is_context(const void *contexts, uint32_t id, const void *key)
{
    const struct context *context = (const struct context *)contexts + id;
    const struct id_pair *pair = key;
    return context->parent == pair->from && context->function == pair->to;
}

/* Finds or adds a root, or a child that is not its parent's first. */
static uint32_t root_or_later_child(struct profile *profile, uint32_t parent,
                                    uint32_t function, uint32_t call)
{
    struct id_pair pair = { parent, function };
    uint32_t hash = hash_pair(parent, function);
    uint32_t id = index_find(&profile->index->contexts, hash, is_context,
                             profile->contexts, &pair);
    if (id == NO_ID) {
        id = new_context(profile, parent, function, call);
        index_add(&profile->index->contexts, hash, id);
    }
    return id;
}

/* Indexes contexts that have moved, or were taken from another profile, in
   which their children had other functions. */
static void index_contexts(struct profile *profile)
{
    const struct context *contexts = profile->contexts;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        uint32_t parent = contexts[c].parent;
        if (!profile->is_raw)
            add_root(profile, c);
        if (parent == NO_ID || contexts[parent].child != c)
            index_add(&profile->index->contexts,
                      hash_pair(parent, contexts[c].function), c);
    }
    profile->index->lacks_contexts = false;
}

/* Most contexts have only one child, which is found without a look-up. */
uint32_t profile_context_of_call(struct profile *profile, uint32_t parent,
                                 uint32_t function, uint32_t call)
{
    if (profile->kind == KIND_NONE)
        profile->kind = FROM_STACKS;
    if (profile->index->lacks_contexts)
        index_contexts(profile);
    uint32_t child =
        parent == NO_ID ? NO_ID : profile->contexts[parent].child;
    if (child != NO_ID && profile->contexts[child].function == function)
        return child;
    if (child != NO_ID || parent == NO_ID)
        return root_or_later_child(profile, parent, function, call);
    child = new_context(profile, parent, function, call);
    profile->contexts[parent].child = child;
    return child;
}

uint32_t profile_context(struct profile *profile, uint32_t parent,
                         uint32_t function)
{
    return profile_context_of_call(profile, parent, function, NO_ID);
}

void profile_take_contexts(struct profile *profile, struct profile *from,
                           const uint32_t *functions, const uint32_t *calls)
{
    for (uint32_t c = 0; c < from->n_calls; c++)
        if (calls[c] != NO_ID)
            profile->calls[calls[c]].count = from->calls[c].count;
    profile_index_free_contexts(from->index);
    profile->kind = FROM_STACKS;
    profile->contexts = from->contexts;
    profile->contexts_room = from->contexts_room;
    profile->n_contexts = from->n_contexts;
    from->contexts = NULL;
    from->contexts_room = from->n_contexts = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        struct context *context = &profile->contexts[c];
        context->function = functions[context->function];
        if (context->call != NO_ID)
            context->call = calls[context->call];
    }
    profile->index->lacks_contexts = true;
}

void profile_sample(struct profile *profile, uint32_t context, double cost)
{
    profile->contexts[context].self += cost;
    profile->functions[profile->contexts[context].function].self += cost;
    if (!profile->is_raw)
        profile->functions[profile->index->roots.of[context]].entry += cost;
}

void profile_count(struct profile *profile, uint32_t context, double n)
{
    struct context *node = &profile->contexts[context];
    struct function *function = &profile->functions[node->function];
    function->count = add_known(function->count, n);
    if (node->call == NO_ID && node->parent != NO_ID)
        node->call = new_call(profile, profile->contexts[node->parent].function,
                              node->function);
    if (node->call != NO_ID)
        profile->calls[node->call].count =
            add_known(profile->calls[node->call].count, n);
}

void profile_divide(struct profile *profile, double divisor)
{
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        profile->functions[f].self /= divisor;
        profile->functions[f].total /= divisor;
        if (profile->kind == FROM_STACKS)
            profile->functions[f].entry /= divisor;
    }
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].cost /= divisor;
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        profile->contexts[c].self /= divisor;
    samples_divide(&profile->samples, divisor);
    profile->unlisted /= divisor;
    profile->counted_samples.cost /= divisor;
    profile->counted_samples.squares /= divisor * divisor;
}

bool profile_is_sampled(const struct profile *profile)
{
    struct str unit = profile->unit;
    if (profile->is_sampled || str_eq(unit, S("samples")))
        return true;
    if (profile->kind == FROM_CALLS && profile->call_costs != CALLS_ESTIMATED)
        return false;
    return str_eq(unit, S(UNIT_COUNTS)) || str_eq(unit, S("seconds"));
}

double profile_sample_cost(const struct profile *profile)
{
    if (!profile_is_sampled(profile))
        return 0;
    if (str_eq(profile->unit, S("samples")) ||
        str_eq(profile->unit, S(UNIT_COUNTS)))
        return 1;
    return profile->counted_samples.n > 0
               ? profile->counted_samples.cost / profile->counted_samples.n
               : 0;
}

double profile_sample_quantum(const struct profile *profile)
{
    double mean = profile_sample_cost(profile);
    return mean > 0 && profile->counted_samples.squares > 0
               ? profile->counted_samples.squares /
                     profile->counted_samples.cost
               : mean;
}

void profile_count_samples(struct profile *profile, double cost)
{
    profile->counted_samples.cost = profile_whole(profile);
    profile->counted_samples.n = profile->counted_samples.cost / cost;
}

void profile_convert_unit(struct profile *profile)
{
    struct unit unit;
    if (!unit_find(profile->unit, &unit))
        return;
    if (unit.per_base != 1)
        profile_divide(profile, unit.per_base);
    profile_set_unit(profile, unit.base);
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
    double whole = profile->unlisted;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        whole += profile->functions[f].self;
    return whole;
}

void profile_entries_by_count(struct profile *profile)
{
    LOCAL_ARENA(scratch);
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
}

void profile_entries_by_weight(struct profile *profile)
{
    struct function *functions = profile->functions;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        functions[f].entry = known_or(functions[f].total, functions[f].self);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (call->caller == call->callee)
            continue;
        if (!known(functions[call->caller].total))
            functions[call->caller].entry += call->weight;
        functions[call->callee].entry -= call->weight;
    }
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        double rounding = known_or(functions[f].total, 0) * SUM_ERROR;
        double entry = functions[f].entry;
        functions[f].entry = entry > rounding ? entry : 0;
    }
}

const char *profile_kind_name(const struct profile *profile)
{
    return profile->kind == FROM_CALLS ? "calls" : "stacks";
}
