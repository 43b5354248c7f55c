#include "readers/perf_report/chains.h"

#include "readers/frames/frame_text.h"

void chains_modules_add(struct chains_modules *modules, uint32_t name,
                        uint32_t module)
{
    uint32_t *known_module = REACH(modules, name);
    *known_module = !*known_module || *known_module == module + 1 ? module + 1
                                                                  : NO_ID;
}

static struct str module_of(const struct chains_modules *modules,
                            const struct profile *profile, uint32_t name)
{
    if (name >= modules->n || !modules->of[name] || modules->of[name] == NO_ID)
        return S("");
    return profile_text(profile, modules->of[name] - 1);
}

uint32_t chains_add(struct chains *chains, uint32_t parent, uint32_t name,
                    double value)
{
    *PUSH(&chains->nodes) = (struct chains_node){ parent, name, value };
    return (uint32_t)chains->nodes.n - 1;
}

void chains_free(struct chains *chains)
{
    LIST_FREE(&chains->nodes);
    *chains = (struct chains){ 0 };
}

double chains_sum(const struct chains *chains)
{
    LOCAL_ARENA(scratch);
    bool *is_counted = NEW_N(&scratch, bool, chains->nodes.n);
    double sum = 0;
    for (uint32_t i = 0; i < chains->nodes.n; i++) {
        uint32_t parent = chains->nodes.of[i].parent;
        double value = chains->nodes.of[i].value;
        is_counted[i] = parent != NO_ID && is_counted[parent];
        if (!is_counted[i] && known(value)) {
            sum += value;
            is_counted[i] = true;
        }
    }
    return sum;
}

/* ---- Order ---- */

static bool is_self(const struct chains *chains, uint32_t node)
{
    return chains->nodes.of[node].name == chains->name;
}

/* Marks the nodes that have others after them. */
static bool *find_inner(const struct chains *chains, struct arena *arena)
{
    bool *inner = NEW_N(arena, bool, chains->nodes.n);
    for (uint32_t i = 0; i < chains->nodes.n; i++)
        if (chains->nodes.of[i].parent != NO_ID)
            inner[chains->nodes.of[i].parent] = true;
    return inner;
}

/* A chain that ends in the row's function and begins elsewhere is in caller
   order. If the function calls nothing, chains are of its own samples only, so
   that they tell where these begin and end. */
enum chains_order chains_order(const struct chains *chains)
{
    LOCAL_ARENA(scratch);
    bool *inner = find_inner(chains, &scratch);
    bool ends = false, all_end = true, all_begin = true, has_inner = false;
    for (uint32_t i = 0; i < chains->nodes.n; i++) {
        bool is_root = chains->nodes.of[i].parent == NO_ID;
        if (chains->nodes.of[i].name == NO_ID)
            continue;
        has_inner |= inner[i];
        ends |= !inner[i] && !is_root && is_self(chains, i);
        all_end &= inner[i] || is_self(chains, i);
        all_begin &= !is_root || is_self(chains, i);
    }
    if (!has_inner)
        return CHAINS_ANY;
    if (!all_begin)
        return ends ? CHAINS_CALLER
               : chains->skips_first && !chains->has_children
                   ? CHAINS_CALLEE
                   : CHAINS_ANY;
    if (all_end)
        return CHAINS_ANY;
    bool calls_none = !chains->has_children ||
                      chains->inclusive - chains->self < 0.006;
    return calls_none ? CHAINS_CALLEE : CHAINS_ANY;
}

/* ---- Shares ---- */

/* Returns the share of a node's parent, or of the row. */
static double share_above(const struct chains *chains, const double *shares,
                          uint32_t node)
{
    uint32_t parent = chains->nodes.of[node].parent;
    return parent == NO_ID ? chains->inclusive : shares[parent];
}

/* Are percentages those of the node before? They are if those of some branches
   add up to more than the node has. sums holds the sum of the values after each
   node, and of the roots at the end. */
static bool is_fractal(const struct chains *chains, const double *sums,
                       const double *shares, const uint32_t *branches)
{
    for (uint32_t i = 0; i <= chains->nodes.n; i++) {
        double above = i < chains->nodes.n ? shares[i] : chains->inclusive;
        if (sums[i] > above + 0.011 * (branches[i] + 1))
            return true;
    }
    return false;
}

/* Stores the inclusive shares in % of the whole, and what remains of them as
   self shares. */
static void find_shares(const struct chains *chains, double *shares,
                        double *self)
{
    LOCAL_ARENA(scratch);
    double *sums = NEW_N(&scratch, double, chains->nodes.n + 1);
    uint32_t *branches = NEW_N(&scratch, uint32_t, chains->nodes.n + 1);
    double unit = 1; /* percent */
    if (!chains->has_percents)
        unit = chains->whole > 0 ? 100 / chains->whole : 0;
    for (uint32_t i = 0; i < chains->nodes.n; i++) {
        uint32_t parent = chains->nodes.of[i].parent;
        double value = chains->nodes.of[i].value;
        shares[i] = known(value) ? value * unit
                                 : share_above(chains, shares, i);
        sums[parent == NO_ID ? chains->nodes.n : parent] += shares[i];
        branches[parent == NO_ID ? chains->nodes.n : parent]++;
    }
    if (chains->has_percents && is_fractal(chains, sums, shares, branches))
        for (uint32_t i = 0; i < chains->nodes.n; i++)
            shares[i] = known_or(chains->nodes.of[i].value, 100) / 100 *
                        share_above(chains, shares, i);
    for (uint32_t i = 0; i < chains->nodes.n; i++) {
        self[i] = shares[i];
        if (chains->nodes.of[i].parent != NO_ID)
            self[chains->nodes.of[i].parent] -= shares[i];
    }
    for (uint32_t i = 0; i < chains->nodes.n; i++)
        if (self[i] < (chains->has_percents && branches[i]
                           ? 0.006 * (branches[i] + 1)
                           : 1e-9))
            self[i] = 0;
}

/* ---- Stacks ---- */

/* The sink that gets the stacks, and what is needed to name their functions. */
struct target {
    const struct chains *chains;
    enum chains_order order;
    struct sink *sink;
    const struct chains_modules *modules;
    bool addresses;
    uint32_t *functions; /* of a stack, with room for all nodes and the row */
};

/* The address of a row counts from the start of its module. */
static struct str place_of(struct arena *arena, struct str address,
                           struct str module)
{
    uint64_t offset;
    return module.len && module.s[0] != '[' && str_address(address, &offset)
               ? frame_text_place(arena, module, offset)
               : address;
}

static uint32_t function_of(const struct target *target, uint32_t name)
{
    const struct chains *chains = target->chains;
    struct profile *profile = target->sink->profile;
    struct str text = profile_text(profile, name), rest;
    struct str module = module_of(target->modules, profile, name);
    bool nameless = str_starts(text, S("0x")) || !text.len ||
                    str_eq(text, S("0"));
    if (name == chains->name) {
        module = profile_text(profile, chains->module);
        nameless = chains->nameless;
    }
    if (nameless) {
        LOCAL_ARENA(scratch);
        if (name == chains->name)
            text = place_of(&scratch, text, module);
        return frame_text_unresolved(profile, text, module, target->addresses);
    }
    if (str_ends(text, S(" (inlined)")))
        str_cut_last(text, S(" (inlined)"), &text, &rest);
    return frame_text_function(profile, text, module);
}

/* Stores the functions of the stack that ends in a node, the outermost first,
   and returns their number. In a damaged report, functions may come after what
   perf left out. */
static uint32_t find_stack(const struct target *target, uint32_t node)
{
    const struct chains *chains = target->chains;
    uint32_t n = 0, *functions = target->functions;
    for (uint32_t i = node; i != NO_ID; i = chains->nodes.of[i].parent)
        if (chains->nodes.of[i].name != NO_ID)
            functions[n++] = function_of(target, chains->nodes.of[i].name);
    if (target->order == CHAINS_CALLEE) {
        if (chains->skips_first)
            functions[n++] = function_of(target, chains->name);
        return n;
    }
    array_reverse(functions, n);
    return n;
}

/* Adds a stack, which is a part of its row and no sample more. */
static void add_stack(const struct target *target, uint32_t n, double cost)
{
    struct sample sample = target->chains->sample;
    sample.cost = cost;
    sample.n = 0;
    sink_sample(target->sink, &sample, target->functions, n);
}

/* Does the chain of a node begin with the row's function? */
static bool begins_with_row(const struct chains *chains, uint32_t node)
{
    while (chains->nodes.of[node].parent != NO_ID)
        node = chains->nodes.of[node].parent;
    return is_self(chains, node);
}

/* Does a stack of the row's own samples end in this node? In caller order,
   these end in the row's function. A chain that begins with it as well is that
   of something it called, if it called anything, and a chain of it alone tells
   nothing. */
static bool is_stack(const struct chains *chains, uint32_t node,
                     enum chains_order order)
{
    if (chains->nodes.of[node].name == NO_ID)
        return false;
    if (order == CHAINS_CALLEE)
        return true;
    bool calls = chains->has_children &&
                 chains->inclusive - chains->self > 0.006;
    return is_self(chains, node) && chains->nodes.of[node].parent != NO_ID &&
           !(calls && begins_with_row(chains, node));
}

void chains_add_stacks(const struct chains *chains, enum chains_order order,
                       struct sink *sink, const struct chains_modules *modules,
                       double percent, bool addresses)
{
    LOCAL_ARENA(scratch);
    uint32_t *functions = NEW_N(&scratch, uint32_t, chains->nodes.n + 1);
    struct target target = {
        chains, order, sink, modules, addresses, functions
    };
    double *shares = NEW_N(&scratch, double, chains->nodes.n);
    double *self = NEW_N(&scratch, double, chains->nodes.n);
    double sum = 0, parts = 1;
    find_shares(chains, shares, self);
    for (uint32_t i = 0; i < chains->nodes.n; i++)
        if (self[i] > 0 && is_stack(chains, i, order)) {
            sum += self[i];
            parts++;
        }
    double rest = chains->self - sum;
    bool is_rounding = sum > 0 && rest < 0.006 * parts;
    double scale = is_rounding ? percent * chains->self / sum : percent;
    for (uint32_t i = 0; i < chains->nodes.n; i++) {
        if (!(self[i] > 0) || !is_stack(chains, i, order))
            continue;
        add_stack(&target, find_stack(&target, i), self[i] * scale);
    }
    if (!is_rounding) {
        functions[0] = function_of(&target, chains->name);
        add_stack(&target, 1, rest * percent);
    }
}
