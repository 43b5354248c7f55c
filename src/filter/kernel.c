#include "filter/kernel.h"

#include "filter/stacks.h"
#include "util/map.h"

/* Is it a function of a kernel? perf.data, and text made from it, have the
   module of Linux, and folded text marks the name. A function without a module
   is taken by its name: these are the entries of Linux (x86 and arm64, also
   before 5.8), FreeBSD and Windows. */
static bool is_of_kernel(const struct function *function)
{
    static const struct str modules[] = {
        STR("[kernel"), STR("[guest.kernel"), STR("vmlinux"),
        STR("no-vmlinux"), STR("ntoskrnl"),
    };
    static const struct str entries[] = {
        STR("asm_exc_"), STR("asm_sysvec_"), STR("asm_common_interrupt"),
        STR("entry_SYSCALL_64"), STR("entry_SYSCALL_compat"),
        STR("entry_SYSENTER_compat"), STR("entry_INT80"),
        STR("do_syscall_64"), STR("system_call_fastpath"),
        STR("ret_from_fork"), STR("el0_svc"), STR("el0_sync"), STR("el0t_64_"),
        STR("Xfast_syscall"), STR("amd64_syscall"), STR("KiSystemService"),
    };
    struct str name = function->is.name, module = function->is.module;
    if (function->is_tag)
        return false;
    for (size_t i = 0; i < ROWS(modules); i++)
        if (str_starts(str_basename(module), modules[i]))
            return true;
    for (size_t i = 0; i < ROWS(entries) && !module.len; i++)
        if (str_starts(name, entries[i]))
            return true;
    return str_ends(name, S("_[k]"));
}

/* Returns, by context, the outermost context of the kernel on its stack, or
   NO_ID. */
static uint32_t *find_entries(struct arena *arena,
                              const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    uint32_t *entry = NEW_N(arena, uint32_t, profile->n_contexts);
    bool *of_kernel = NEW_N(&scratch, bool, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        of_kernel[f] = is_of_kernel(&profile->functions[f]);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t above =
            context->parent == NO_ID ? NO_ID : entry[context->parent];
        entry[c] = above != NO_ID                 ? above
                   : of_kernel[context->function] ? c
                                                  : NO_ID;
    }
    return entry;
}

double kernel_cost(const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    double cost = 0;
    if (profile->kind != FROM_STACKS)
        return 0;
    const uint32_t *entry = find_entries(&scratch, profile);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (entry[c] != NO_ID)
            cost += profile->contexts[c].self;
    return cost;
}

/* Stores in the functions of `folded` as `leaf` the costliest function that was
   below each. */
static void name_leaves(struct profile *folded, const struct profile *profile,
                        const uint32_t *entry)
{
    LOCAL_ARENA(scratch);
    struct pairs pairs = { 0 }; /* (entry, function at the end of a stack below
                                   it) */
    LIST(double) costs = { 0 };
    double *most = NEW_N(&scratch, double, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        if (entry[c] == NO_ID || !(context->self > 0))
            continue;
        uint32_t from = profile->contexts[entry[c]].function, n = pairs.n;
        uint32_t id = pairs_add_in(&pairs, &scratch, from, context->function);
        if (id == n)
            *PUSH_IN(&scratch, &costs) = 0;
        costs.of[id] += context->self;
    }
    for (uint32_t i = 0; i < pairs.n; i++) {
        const struct function *leaf = &profile->functions[pairs.keys[i].b];
        uint32_t from = pairs.keys[i].a;
        if (!(costs.of[i] > most[from]))
            continue;
        most[from] = costs.of[i];
        struct function *to =
            &folded->functions[profile_function(folded,
                                                profile->functions[from].is)];
        to->leaf = pairs.keys[i].b == from
                       ? S("")
                       : profile_text(folded, profile_text_id(folded,
                                                              leaf->is.name));
    }
}

struct profile *kernel_fold(struct arena *arena, const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    const uint32_t *entry = find_entries(&scratch, profile);
    struct profile *folded = filter_stacks_end(arena, profile, entry);
    name_leaves(folded, profile, entry);
    return folded;
}
