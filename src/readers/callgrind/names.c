#include "readers/callgrind/names.h"

#include "readers/frames/frame_text.h"

void callgrind_names_init(struct callgrind_names *names)
{
    strings_add(&names->texts, &names->arena, S(""));
}

static uint32_t pair_id(struct callgrind_names *names, struct pairs *pairs,
                        uint32_t a, uint32_t b)
{
    return pairs_add_in(pairs, &names->arena, a, b);
}

/* Takes "(7)" and blanks from a value. Names such as "(below main)" have no
   number. */
static bool take_number(struct str *value, uint32_t *number)
{
    struct str s = *value;
    uint64_t n;
    if (!str_take(&s, S("(")) || !str_take_digits(&s, &n) ||
        !str_take(&s, S(")")) || n > UINT32_MAX)
        return false;
    str_take_blanks(&s);
    *number = (uint32_t)n;
    *value = s;
    return true;
}

static uint32_t text_id(struct callgrind_names *names, struct str text)
{
    if (!text.len || str_eq(text, S("???")))
        return 0;
    return strings_add(&names->texts, &names->arena, text);
}

/* Returns the id of a number. If a name follows the number, that is its name
   from now on. */
static uint32_t numbered(struct callgrind_names *names,
                         enum callgrind_table table, uint32_t number,
                         struct str name)
{
    uint32_t n = names->numbers.n;
    uint32_t id = pair_id(names, &names->numbers, table, number);
    if (id == n)
        *PUSH_IN(&names->arena, &names->numbered) =
            (struct callgrind_numbered){ NO_ID, NO_ID };
    if (!name.len)
        return id;
    struct callgrind_numbered *it = &names->numbered.of[id];
    uint32_t text = text_id(names, name);
    if (it->function != NO_ID && it->text == NO_ID)
        names->functions.of[it->function].name = text;
    else if (it->text != text)
        it->function = NO_ID;
    it->text = text;
    return id;
}

uint32_t callgrind_names_text(struct callgrind_names *names,
                              enum callgrind_table table, struct str value)
{
    uint32_t number;
    struct str name = value;
    if (!take_number(&name, &number))
        return text_id(names, value);
    uint32_t id = numbered(names, table, number, name);
    uint32_t text = names->numbered.of[id].text;
    return text == NO_ID ? text_id(names, value) : text;
}

static uint32_t new_function(struct callgrind_names *names, uint32_t name,
                             uint32_t file, uint32_t object)
{
    uint32_t id = (uint32_t)names->functions.n;
    *PUSH_IN(&names->arena, &names->functions) = (struct callgrind_function){
        .name = name, .file = file, .object = object, .number = NO_ID,
        .within = NO_ID
    };
    return id;
}

static uint32_t plain_function(struct callgrind_names *names, struct str value,
                               uint32_t file, uint32_t object)
{
    uint32_t name = text_id(names, value), n = names->plain.n;
    uint32_t place = pair_id(names, &names->places, file, object);
    uint32_t id = pair_id(names, &names->plain, name, place);
    if (id == n)
        *PUSH_IN(&names->arena, &names->plain_functions) =
            new_function(names, name, file, object);
    return names->plain_functions.of[id];
}

uint32_t callgrind_names_function(struct callgrind_names *names,
                                  struct str value, uint32_t file,
                                  uint32_t object)
{
    uint32_t number;
    struct str name = value;
    if (!take_number(&name, &number))
        return plain_function(names, value, file, object);
    uint32_t id = numbered(names, CALLGRIND_FUNCTION, number, name);
    uint32_t function = names->numbered.of[id].function;
    if (function != NO_ID)
        return function;
    function = new_function(names, names->numbered.of[id].text, file, object);
    names->functions.of[function].number = number;
    names->numbered.of[id].function = function;
    return function;
}

/* Returns the line or address of a function that has this number. */
static struct callgrind_function *part_of(struct callgrind_names *names,
                                          uint32_t function, uint32_t file,
                                          uint64_t number, uint32_t *id)
{
    uint32_t n = names->parts.n;
    uint32_t halves = pair_id(names, &names->halves, (uint32_t)(number >> 32),
                              (uint32_t)number);
    uint32_t spot = pair_id(names, &names->spots, file, halves);
    uint32_t part = pair_id(names, &names->parts, function, spot);
    if (part == n) {
        const struct callgrind_function *whole = &names->functions.of[function];
        uint32_t object = whole->object, name = whole->name;
        *id = new_function(names, name, file, object);
        *PUSH_IN(&names->arena, &names->part_functions) = *id;
        names->functions.of[*id].within = function;
    }
    *id = names->part_functions.of[part];
    return &names->functions.of[*id];
}

uint32_t callgrind_names_line(struct callgrind_names *names, uint32_t function,
                              uint32_t file, uint64_t line)
{
    uint32_t id;
    part_of(names, function, file, line, &id)->line = line;
    return id;
}

uint32_t callgrind_names_address(struct callgrind_names *names,
                                 uint32_t function, uint64_t address,
                                 uint64_t line)
{
    uint32_t id;
    uint32_t file = names->functions.of[function].file;
    struct callgrind_function *part =
        part_of(names, function, file, address, &id);
    part->is_address = true;
    part->address = address;
    part->line = line;
    return id;
}

void callgrind_names_define(struct callgrind_names *names,
                            enum callgrind_table table, struct str value)
{
    uint32_t number;
    if (take_number(&value, &number))
        numbered(names, table, number, value);
}

struct callgrind_call *callgrind_names_call(struct callgrind_names *names,
                                            uint32_t caller, uint32_t callee)
{
    uint32_t n = names->call_ends.n;
    uint32_t id = pair_id(names, &names->call_ends, caller, callee);
    if (id == n)
        *PUSH_IN(&names->arena, &names->calls) =
            (struct callgrind_call){ caller, callee, 0, 0 };
    return &names->calls.of[id];
}

/* ---- The end of the input ---- */

/* Is it the address of a function without a symbol, perhaps with the callers
   that --separate-callers puts behind it? */
static bool is_address(struct str name, uint64_t *address)
{
    return str_take(&name, S("0x")) && str_take_hex(&name, address) &&
           (!name.len || str_starts(name, S("'")));
}

/* Is the function code without a symbol? */
static bool is_nameless(const struct callgrind_names *names,
                        const struct callgrind_function *from)
{
    uint64_t address;
    return from->name == 0 || from->name == NO_ID ||
           is_address(names->texts.texts[from->name], &address);
}

/* Returns the identity of a function that is neither a line nor an address. */
static struct identity identity_of(struct callgrind_names *names,
                                   const struct callgrind_function *from)
{
    const struct str *texts = names->texts.texts;
    uint64_t address;
    struct identity is = { .name = UNRESOLVED,
                           .module = texts[from->object],
                           .file = texts[from->file] };
    if (from->name == NO_ID)
        is.name = arena_printf(&names->arena, "(%u)", (unsigned)from->number);
    else if (from->name != 0)
        is.name = texts[from->name];
    /* The address of code without a symbol counts from the start of its
       object. */
    if (is.module.len && is_address(is.name, &address) &&
        !str_has(is.name, S("'")))
        is.name = frame_text_place(&names->arena, is.module, address);
    return is;
}

static uint32_t add_function(struct callgrind_names *names,
                             const struct callgrind_function *from,
                             struct profile *profile)
{
    struct identity is = identity_of(names, from);
    uint32_t id = profile_function(profile, is);
    struct function *function = &profile->functions[id];
    function->nameless = is_nameless(names, from);
    function->self += from->self;
    /* The function that stands above its lines has none itself. */
    if (from->line && !names->parts.n &&
        (!function->line || from->line < function->line))
        function->line = from->line;
    return id;
}

/* Adds a line or an address. `base` is the least address of its function. */
static uint32_t add_part(struct callgrind_names *names,
                         const struct callgrind_function *from, uint64_t base,
                         struct profile *profile)
{
    const struct callgrind_function *within =
        &names->functions.of[from->within];
    struct identity is = identity_of(names, within);
    if (from->is_address)
        is.name = arena_printf(&names->arena, "%.*s+0x%llx", (int)is.name.len,
                               is.name.s,
                               (unsigned long long)(from->address - base));
    else {
        is.file = names->texts.texts[from->file];
        is.tag = arena_printf(&names->arena, "%llu",
                              (unsigned long long)from->line);
    }
    uint32_t id = profile_function(profile, is);
    struct function *function = &profile->functions[id];
    function->nameless = is_nameless(names, within);
    function->self += from->self;
    function->line = from->line;
    function->is_line = !from->is_address;
    return id;
}

/* Returns the inclusive costs of functions, lines and addresses, calls of a
   function by itself left out. That is exact if nothing is active twice. */
static double *inclusive_costs(struct callgrind_names *names)
{
    uint32_t n = names->functions.n;
    double *costs = NEW_N(&names->arena, double, n);
    for (uint32_t f = 0; f < n; f++)
        costs[f] = names->functions.of[f].self;
    for (uint32_t c = 0; c < names->call_ends.n; c++) {
        const struct callgrind_call *call = &names->calls.of[c];
        if (call->caller != call->callee)
            costs[call->caller] += call->cost;
    }
    for (uint32_t f = 0; f < n; f++)
        if (names->functions.of[f].within != NO_ID)
            costs[names->functions.of[f].within] += costs[f];
    return costs;
}

/* Adds all lines and addresses, and the calls of them from their functions. */
static void add_parts(struct callgrind_names *names, struct profile *profile,
                      const double *costs, uint32_t *ids)
{
    uint32_t n = names->functions.n;
    uint64_t *bases = NEW_N(&names->arena, uint64_t, profile->n_functions);
    for (uint32_t id = 0; id < profile->n_functions; id++)
        bases[id] = UINT64_MAX;
    for (uint32_t f = 0; f < n; f++) {
        const struct callgrind_function *part = &names->functions.of[f];
        if (part->within != NO_ID && part->address < bases[ids[part->within]])
            bases[ids[part->within]] = part->address;
    }
    for (uint32_t f = 0; f < n; f++) {
        const struct callgrind_function *part = &names->functions.of[f];
        if (part->within == NO_ID)
            continue;
        uint32_t whole = ids[part->within];
        ids[f] = add_part(names, part, bases[whole], profile);
        uint32_t call = profile_call(profile, whole, ids[f]);
        profile->calls[call].cost =
            add_known(profile->calls[call].cost, fmax(costs[f], 0));
    }
}

/* If the levels of recursions are apart, the first level of a function is never
   active twice, so that its inclusive cost is the total of the function. It
   calls itself only if the user had its levels not kept apart. Returns whether
   those of all functions are. */
static bool set_totals(struct callgrind_names *names, struct profile *profile,
                       const double *costs, const uint32_t *ids)
{
    bool *is_apart = NEW_N(&names->arena, bool, names->functions.n);
    bool all_apart = true;
    for (uint32_t f = 0; f < names->functions.n; f++) {
        uint32_t whole = names->functions.of[f].within;
        is_apart[f] =
            !names->functions.of[whole == NO_ID ? f : whole].is_nested;
    }
    for (uint32_t c = 0; c < names->call_ends.n; c++) {
        const struct callgrind_call *call = &names->calls.of[c];
        uint32_t whole = names->functions.of[call->caller].within;
        if (call->callee != (whole == NO_ID ? call->caller : whole))
            continue;
        all_apart &= !is_apart[call->caller];
        is_apart[call->caller] = is_apart[call->callee] = false;
    }
    for (uint32_t f = 0; f < names->functions.n; f++) {
        if (!is_apart[f] || ids[f] == NO_ID)
            continue;
        struct function *function = &profile->functions[ids[f]];
        function->total = add_known(function->total, fmax(costs[f], 0));
    }
    return all_apart;
}

/* Adds the calls. Counts are known unless all are zero: pprof writes no
   others. The count of a function is the sum of those of the calls of it. */
static void add_calls(struct callgrind_names *names, struct profile *profile,
                      const uint32_t *ids)
{
    bool has_counts = false;
    for (uint32_t c = 0; c < names->call_ends.n; c++)
        has_counts |= names->calls.of[c].count > 0;
    for (uint32_t c = 0; c < names->call_ends.n; c++) {
        const struct callgrind_call *from = &names->calls.of[c];
        uint32_t callee = ids[from->callee];
        uint32_t id = profile_call(profile, ids[from->caller], callee);
        struct call *call = &profile->calls[id];
        call->cost = add_known(call->cost, fmax(from->cost, 0));
        if (!has_counts)
            continue;
        call->count = add_known(call->count, from->count);
        profile->functions[callee].count =
            add_known(profile->functions[callee].count, from->count);
    }
}

/* The later levels of recursions. */
struct nested {
    double *cost;  /* by call: of those between two of them */
    bool *returns; /* by function: another function calls one of them */
};

static struct nested find_nested(struct callgrind_names *names,
                                 const struct profile *profile,
                                 const uint32_t *ids)
{
    struct nested nested = {
        .cost = NEW_N(&names->arena, double, profile->n_calls),
        .returns = NEW_N(&names->arena, bool, profile->n_functions),
    };
    for (uint32_t c = 0; c < names->call_ends.n; c++) {
        const struct callgrind_call *from = &names->calls.of[c];
        uint32_t caller = ids[from->caller], callee = ids[from->callee];
        if (!names->functions.of[from->callee].is_nested)
            continue;
        nested.returns[callee] |= caller != callee;
        if (names->functions.of[from->caller].is_nested)
            nested.cost[profile_find_call(profile, caller, callee)] +=
                fmax(from->cost, 0);
    }
    return nested;
}

/*
 * Makes the costs of calls those of the time in which they are active at least
 * once. The first level of a function is never active twice, so that no call of
 * it or by it is below another one: their sum is the least cost. A call between
 * later levels may be below one of these or one of its own kind, so the most is
 * the sum of all, and at most the total of both ends. If a function is called
 * again by itself only, all calls of it by itself are below the first.
 *
 * Most calls between later levels are below one of the others, unless there are
 * hardly any of these. In the recordings of tests/accuracy, this choice is
 * wrong by 0.4 % of the whole in the mean, the most by 1.3 % and the least by
 * 2.2 %.
 */
static void bound_calls(struct profile *profile, const struct nested *nested)
{
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        double ends = fmin(profile->functions[call->caller].total,
                           profile->functions[call->callee].total);
        double most = fmin(call->cost, ends);
        double least = fmin(call->cost - nested->cost[c], most);
        bool is_measured = least >= most || (call->caller == call->callee &&
                                             !nested->returns[call->callee]);
        if (!(nested->cost[c] > 0))
            continue;
        call->cost = is_measured || least > most / 2 ? least : most;
        call->is_estimated = !is_measured;
    }
}

uint32_t callgrind_names_finish(struct callgrind_names *names,
                                struct profile *profile)
{
    uint32_t *ids = index_no_ids(&names->arena, names->functions.n);
    bool *used = NEW_N(&names->arena, bool, names->functions.n);
    uint32_t n_unknown = 0;
    for (uint32_t c = 0; c < names->call_ends.n; c++)
        used[names->calls.of[c].callee] = true;
    for (uint32_t f = 0; f < names->functions.n; f++) {
        const struct callgrind_function *function = &names->functions.of[f];
        if (function->within != NO_ID || (!used[f] && !function->placed))
            continue;
        ids[f] = add_function(names, function, profile);
        n_unknown += function->name == NO_ID;
    }
    const double *costs = inclusive_costs(names);
    add_parts(names, profile, costs, ids);
    add_calls(names, profile, ids);
    bool all_apart =
        names->has_levels && set_totals(names, profile, costs, ids);
    /* A line of a later level is seldom below the same line of the first. */
    if (all_apart && !names->parts.n) {
        struct nested nested = find_nested(names, profile, ids);
        bound_calls(profile, &nested);
        profile->call_costs = CALLS_MEASURED_ONCE;
    }
    return n_unknown;
}
