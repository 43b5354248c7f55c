#include "output/instructions.h"

#include "output/source_lines.h"
#include "util/cover.h"
#include "util/text/utf8.h"

/* ---- Instructions of addresses ---- */

/* The functions of the assembly that are in one module, by address. */
struct module_code {
    struct str module;
    struct cover cover; /* the numbers of the functions in the assembly */
};

struct modules {
    struct arena *arena; /* has all memory */
    LIST(struct module_code);
};

static const struct assembly_function *function_at(const void *place)
{
    return *(const struct assembly_function *const *)place;
}

static int by_place(const void *a, const void *b)
{
    const struct assembly_function *left = function_at(a), *right = function_at(b);
    int order = str_cmp(left->module, right->module);
    return order ? order : COMPARE(left->begin, right->begin);
}

static void sort_functions(struct modules *modules,
                           const struct assembly *assembly)
{
    LOCAL_ARENA(scratch);
    const struct assembly_function **sorted =
        NEW_N(&scratch, const struct assembly_function *, assembly->n);
    for (size_t i = 0; i < assembly->n; i++)
        sorted[i] = &assembly->of[i];
    SORT(sorted, assembly->n, by_place);
    for (size_t i = 0; i < assembly->n; i++) {
        if (!i || !str_eq(sorted[i]->module, sorted[i - 1]->module))
            *PUSH_IN(modules->arena, modules) =
                (struct module_code){ .module = sorted[i]->module,
                                      .cover.arena = modules->arena };
        cover_add(&LAST(modules)->cover, sorted[i]->begin, sorted[i]->end,
                  (uint32_t)(sorted[i] - assembly->of));
    }
    for (size_t i = 0; i < modules->n; i++)
        cover_end(&modules->of[i].cover);
}

/* Returns the number of the function of the assembly that has an address, or
   NO_ID. */
static uint32_t find_function(const struct modules *modules,
                              const struct function *function,
                              uint64_t *address)
{
    for (size_t i = 0; assembly_address(function, address) && i < modules->n; i++)
        if (str_eq(modules->of[i].module, function->is.module))
            return cover_find(&modules->of[i].cover, *address);
    return NO_ID;
}

/* Adds the self costs of the functions of the profile to those of instructions.
   Returns, by function of the profile in the arena, its instruction among all,
   or NO_ID; `first` is by function of the assembly. */
static uint32_t *add_self(struct arena *arena, struct instructions *to,
                          const struct report *report, const uint32_t *first)
{
    const struct profile *profile = report->profile;
    LOCAL_ARENA(scratch);
    struct modules modules = { .arena = &scratch };
    sort_functions(&modules, to->assembly);
    uint32_t *group_of = index_no_ids(arena, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct function *function = &profile->functions[f];
        uint64_t address;
        uint32_t id = find_function(&modules, function, &address);
        const struct assembly_function *found =
            id == NO_ID ? NULL : &to->assembly->of[id];
        size_t n = found ? COUNT_TO(found, address) : 0;
        if (!n)
            continue;
        group_of[f] = first[id] + (uint32_t)n - 1;
        to->of[id].self[n - 1] += function->self;
        to->of[id].sum += function->self;
    }
    return group_of;
}

struct instructions *instructions_of(struct arena *arena,
                                     const struct report *report)
{
    LOCAL_ARENA(scratch);
    const struct assembly *assembly = report->assembly;
    if (!assembly || !report->costs || report->profile->kind == FROM_CALLS)
        return NULL;
    struct instructions *to = NEW(arena, struct instructions);
    uint32_t *first = NEW_N(&scratch, uint32_t, assembly->n);
    uint32_t n = 0;
    for (size_t i = 0; i < assembly->n; i++) {
        first[i] = n;
        n += (uint32_t)assembly->of[i].n;
    }
    double *self = NEW_N(arena, double, n), *total = NEW_N(arena, double, n);
    to->assembly = assembly;
    to->of = NEW_N(arena, struct instruction_costs, assembly->n);
    for (size_t i = 0; i < assembly->n; i++)
        to->of[i] = (struct instruction_costs){ &assembly->of[i], self + first[i],
                                                total + first[i], 0 };
    const uint32_t *group_of = add_self(&scratch, to, report, first);
    source_lines_group_totals(report, group_of, n, total);
    return to;
}

/* ---- Functions ---- */

const struct instruction_costs *
instructions_next(const struct instructions *instructions,
                  const struct identity *is, size_t *at)
{
    while (instructions && *at < instructions->assembly->n) {
        const struct instruction_costs *costs = &instructions->of[(*at)++];
        if (str_eq(costs->function->name, is->name) &&
            str_eq(costs->function->module, is->module) &&
            str_eq(costs->function->file, is->file) && costs->function->n)
            return costs;
    }
    return NULL;
}

bool *instructions_near(struct arena *arena,
                        const struct instruction_costs *costs, double least,
                        uint64_t around)
{
    size_t n = costs->function->n;
    bool *near = NEW_N(arena, bool, n);
    uint64_t left = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        size_t at = i < n ? i : 2 * n - 1 - i;
        if (i == n)
            left = 0;
        if (costs->total[at] > 0 && costs->total[at] >= least)
            left = around + 1;
        near[at] |= left > 0;
        left -= left > 0;
    }
    return near;
}

struct str instructions_place(struct arena *arena, const struct report *report,
                              const struct assembly_instruction *instruction,
                              struct str file)
{
    struct str base = str_basename(instruction->file);
    struct str name = instruction->inlined;
    if (!name.len)
        return str_eq(instruction->file, file) ? S("") : base;
    struct demangled *forms = demangle_all(report->demangler, arena, &name, 1);
    name = demangled_shown(report->demangler, forms);
    return arena_printf(arena, "%.*s%s%.*s", (int)base.len, base.s,
                        base.len ? " " : "", (int)name.len, name.s);
}

static bool has_inlined(const struct assembly_function *function, struct str name)
{
    for (size_t i = 0; i < function->n; i++)
        if (str_eq(function->of[i].inlined, name))
            return true;
    return false;
}

struct str instructions_owners(struct arena *arena,
                               const struct instructions *instructions,
                               const struct report *report,
                               const struct identity *is)
{
    LOCAL_ARENA(scratch);
    struct buf list = { 0 };
    for (size_t i = 0; instructions && i < instructions->assembly->n; i++) {
        const struct assembly_function *function = &instructions->assembly->of[i];
        if (!str_eq(function->module, is->module) ||
            !has_inlined(function, is->name))
            continue;
        struct demangled *forms =
            demangle_all(report->demangler, &scratch, &function->name, 1);
        buf_add(&list, list.len ? S(", ") : S(""));
        utf8_clean(&list, demangled_shown(report->demangler, forms));
    }
    return buf_move(&list, arena);
}
