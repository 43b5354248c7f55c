#include "filter/granularity.h"

#include "filter/copy.h"
#include "filter/patterns.h"
#include "names/owner.h"
#include "util/diag.h"

/* The functions of one key. */
struct group {
    struct key key;
    struct str module, file; /* if all functions have the same one, else "" */
};

static const struct {
    const char *name, *what; /* `what` names what an input without keys lacks */
} rows[] = {
    [GRANULARITY_FUNCTION] = { "function", "functions" },
    [GRANULARITY_LINE] = { "line", "source lines" },
    [GRANULARITY_FILE] = { "file", "source files" },
    [GRANULARITY_MODULE] = { "module", "modules" },
    [GRANULARITY_CLASS] = { "class", "classes" },
    [GRANULARITY_PACKAGE] = { "package", "packages" },
    [GRANULARITY_ADDRESS] = { "address", "addresses" },
};

const char *granularity_name(enum granularity granularity)
{
    return rows[granularity].name;
}

/* ---- Keys ---- */

/* Returns "json.decoder" for "/usr/lib/python3.11/json/decoder.py", "pkg" for
   "pkg/__init__.py", and "" for files of other languages. */
static struct str python_module(struct arena *arena, struct str file)
{
    static const struct str roots[] = { STR("/site-packages/"),
                                        STR("/dist-packages/"),
                                        STR("/python3.") };
    struct str path = file, before, after, name = S("");
    if (!str_ends(path, S(".py")))
        return S("");
    path.len -= 3;
    for (size_t i = 0; i < ROWS(roots) && path.len == file.len - 3; i++)
        if (str_cut_last(path, roots[i], &before, &after)) {
            struct str version;
            path = after;
            if (str_ends(roots[i], S(".")))
                str_cut(after, S("/"), &version, &path);
        }
    if (path.len == file.len - 3 && str_starts(path, S("/")))
        path = str_basename(path);
    if (str_ends(path, S("/__init__")))
        path.len -= 9;
    while (str_cut(path, S("/"), &before, &path))
        name = arena_printf(arena, "%s%.*s.", name.s, (int)before.len,
                            before.s);
    return arena_printf(arena, "%s%.*s", name.s, (int)path.len, path.s);
}

/* Returns a key with this text, or `other` if it is "". */
static struct key key_or(enum key_kind kind, struct str text, struct key other)
{
    return text.len ? (struct key){ kind, text } : other;
}

/* `name` is demangled. */
static struct key key_of(struct arena *arena, const struct function *function,
                         struct str name, enum granularity granularity)
{
    struct key none = { KEY_NONE, S("") };
    struct key file = key_or(KEY_FILE, function->is.file, none);
    struct key module = key_or(KEY_MODULE, function->is.module, none);
    switch (granularity) {
    case GRANULARITY_FUNCTION:
    case GRANULARITY_LINE:
    case GRANULARITY_ADDRESS:
        break;
    case GRANULARITY_FILE:
        return file;
    case GRANULARITY_MODULE:
        return module;
    case GRANULARITY_CLASS:
        return key_or(KEY_NAME, owner_class(arena, name), file);
    case GRANULARITY_PACKAGE:
        module = key_or(KEY_NAME, python_module(arena, function->is.file),
                        module);
        return key_or(KEY_NAME, owner_package(arena, name), module);
    }
    return none;
}

struct key *granularity_keys(struct arena *arena, const struct profile *profile,
                             enum granularity granularity)
{
    struct demangler demangler = { .shown = DEMANGLE_SIMPLE };
    LOCAL_ARENA(scratch);
    const struct demangled *forms =
        patterns_forms(&scratch, profile, &demangler);
    struct key *keys = NEW_N(arena, struct key, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        keys[f] =
            key_of(arena, &profile->functions[f], forms[f].simple, granularity);
        keys[f].text = arena_copy(arena, keys[f].text);
    }
    demangler_free(&demangler);
    return keys;
}

/* ---- Groups ---- */

/* The groups of a profile, by the id of their key in `keys`. */
struct groups {
    struct arena scratch;
    struct strings keys; /* kind and text */
    LIST(struct group) list;
    uint32_t *group_of; /* by function; NO_ID: it has no key */
};

static void add_to_group(struct groups *groups, uint32_t f, struct key key,
                         const struct identity *is)
{
    struct str text = arena_printf(&groups->scratch, "%d%.*s", (int)key.kind,
                                   (int)key.text.len, key.text.s);
    uint32_t n = groups->keys.n;
    uint32_t id = strings_add(&groups->keys, &groups->scratch, text);
    groups->group_of[f] = id;
    if (id == n)
        *PUSH_IN(&groups->scratch, &groups->list) =
            (struct group){ key, is->module, is->file };
    struct group *group = &groups->list.of[id];
    if (!str_eq(group->module, is->module))
        group->module = S("");
    if (!str_eq(group->file, is->file))
        group->file = S("");
}

static void find_groups(struct groups *groups, const struct profile *profile,
                        const struct key *keys)
{
    groups->group_of = index_no_ids(&groups->scratch, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (keys[f].kind != KEY_NONE)
            add_to_group(groups, f, keys[f], &profile->functions[f].is);
}

static struct identity group_identity(const struct group *group)
{
    struct identity is = { group->key.text, group->module, group->file, S("") };
    if (group->key.kind != KEY_NAME)
        is.name = str_basename(group->key.text);
    return is;
}

/* Returns "f (a.c:12)" for the function f if it stands for a line. */
static struct identity line_identity(struct arena *arena,
                                     const struct function *function)
{
    struct identity is = function->is;
    struct str file = str_basename(is.file);
    is.tag = S("");
    is.name = arena_printf(arena, "%.*s (%.*s:%llu)", (int)is.name.len,
                           is.name.s, (int)file.len, file.s,
                           (unsigned long long)function->line);
    return is;
}

/* Maps old functions to new ones. */
struct joined {
    uint32_t *ids;  /* by old function: the new one */
    bool *is_group; /* by new function: it stands for a group */
    bool any;       /* some function has a key */
};

/* Adds the functions to result. */
static struct joined add_functions(struct arena *arena, struct profile *result,
                                   const struct profile *from,
                                   const struct key *keys, bool by_line)
{
    struct groups groups = { 0 };
    struct joined joined = {
        .ids = NEW_N(arena, uint32_t, from->n_functions),
        .is_group = NEW_N(arena, bool, from->n_functions),
    };
    find_groups(&groups, from, keys);
    for (uint32_t f = 0; f < from->n_functions; f++) {
        const struct function *function = &from->functions[f];
        uint32_t group = groups.group_of[f];
        bool is_line = by_line && function->line;
        joined.any |= is_line || group != NO_ID;
        if (group == NO_ID && !is_line) {
            joined.ids[f] = profile_copy_function(result, function);
            continue;
        }
        struct identity is =
            is_line ? line_identity(&groups.scratch, function)
                    : group_identity(&groups.list.of[group]);
        uint32_t id = joined.ids[f] = profile_function(result, is);
        struct function *box = &result->functions[id];
        box->is_under_study |= function->is_under_study;
        box->count = add_known(box->count, function->count);
        if (is_line) {
            box->line = function->line;
            box->is_line = true;
        }
        joined.is_group[id] = !is_line;
    }
    arena_free(&groups.scratch);
    return joined;
}

/* ---- Stacks ---- */

static void join_stacks(struct profile *result, const struct profile *from,
                        const struct joined *joined)
{
    LOCAL_ARENA(scratch);
    const uint32_t *ids = joined->ids;
    uint32_t *contexts = NEW_N(&scratch, uint32_t, from->n_contexts);
    for (uint32_t c = 0; c < from->n_contexts; c++) {
        const struct context *context = &from->contexts[c];
        uint32_t f = ids[context->function];
        uint32_t parent =
            context->parent == NO_ID ? NO_ID : contexts[context->parent];
        bool same = joined->is_group[f] && parent != NO_ID &&
                    result->contexts[parent].function == f;
        contexts[c] = same ? parent : profile_context(result, parent, f);
        result->contexts[contexts[c]].self += context->self;
    }
    for (uint32_t f = 0; f < from->n_functions; f++) {
        result->functions[ids[f]].self += from->functions[f].self;
        result->functions[ids[f]].entry += from->functions[f].entry;
    }
    samples_merge(&result->samples, &from->samples, contexts);
}

/* ---- Calls ---- */

/* Describes what enters a function, self-calls left out, and what it costs. */
struct incoming {
    double weight, cost; /* of the calls whose cost is estimated */
    double outgoing;     /* estimated cost of its own calls */
    uint32_t n_calls;
};

static struct incoming *find_incoming(struct arena *arena,
                                      const struct profile *profile,
                                      const double *costs)
{
    struct incoming *in = NEW_N(arena, struct incoming, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (call->caller == call->callee || !call_happened(call))
            continue;
        in[call->callee].n_calls++;
        if (!known(costs[c]))
            continue;
        in[call->callee].weight += call->weight;
        in[call->callee].cost += costs[c];
        in[call->caller].outgoing += costs[c];
    }
    return in;
}

/* Returns the cost of a weight that enters a function: that of a call without
   an estimate, or the entry. Its cost per weight is that of the calls that have
   an estimate. */
static double cost_of_weight(const struct incoming *in, double weight)
{
    return in->weight > 0 ? weight * in->cost / in->weight : 0;
}

/* If only an entry leads to a function, it has the whole total. */
static double cost_of_entry(const struct incoming *in,
                            const struct function *function)
{
    bool is_only = in->weight <= 0 && (function->entry > 0 || in->n_calls == 0);
    return is_only ? function->self + in->outgoing
                   : cost_of_weight(in, function->entry);
}

static void join_calls(struct profile *result, const struct profile *from,
                       const uint32_t *ids, call_cost_estimate *estimate)
{
    LOCAL_ARENA(scratch);
    bool is_same = result->n_functions == from->n_functions;
    const double *costs = estimate(&scratch, from);
    const struct incoming *in = find_incoming(&scratch, from, costs);
    for (uint32_t f = 0; f < from->n_functions; f++) {
        const struct function *function = &from->functions[f];
        result->functions[ids[f]].self += function->self;
        result->functions[ids[f]].entry +=
            is_same ? function->entry : cost_of_entry(&in[f], function);
    }
    for (uint32_t c = 0; c < from->n_calls; c++) {
        const struct call *call = &from->calls[c];
        uint32_t caller = ids[call->caller], callee = ids[call->callee];
        uint32_t n_before = result->n_calls;
        uint32_t id = profile_call(result, caller, callee);
        struct call *sum = &result->calls[id];
        call_add_count(sum, call, id == n_before);
        sum->weight += is_same           ? call->weight
                       : known(costs[c]) ? costs[c]
                                         : cost_of_weight(&in[call->callee],
                                                          call->weight);
        if (caller != callee || is_same)
            sum->cost = add_known(sum->cost, call->cost);
    }
    if (is_same)
        result->call_costs = from->call_costs;
    dependences_merge(&result->dependences, from->dependences, ids);
}

/* Returns NULL if no function has a key or a line. */
static struct profile *join(struct arena *arena, const struct profile *profile,
                            const struct key *keys, bool by_line,
                            call_cost_estimate *estimate)
{
    LOCAL_ARENA(scratch);
    struct profile *result = profile_like(arena, profile);
    struct joined joined =
        add_functions(&scratch, result, profile, keys, by_line);
    if (!joined.any) {
        profile_free(result);
        result = NULL;
    } else if (profile->kind == FROM_CALLS) {
        join_calls(result, profile, joined.ids, estimate);
    } else {
        join_stacks(result, profile, &joined);
    }
    return result;
}

struct profile *granularity_apply(struct arena *arena,
                                  const struct profile *profile,
                                  enum granularity granularity,
                                  call_cost_estimate *estimate)
{
    LOCAL_ARENA(scratch);
    const struct key *keys = granularity_keys(&scratch, profile, granularity);
    struct profile *result =
        join(arena, profile, keys, granularity == GRANULARITY_LINE, estimate);
    if (!result)
        diag_error("--granularity=%s: the input has no %s",
                   rows[granularity].name, rows[granularity].what);
    return result;
}

struct profile *granularity_join(struct arena *arena,
                                 const struct profile *profile,
                                 const struct key *keys,
                                 call_cost_estimate *estimate)
{
    struct profile *result = join(arena, profile, keys, false, estimate);
    return result ? result : copy_profile(arena, profile);
}
