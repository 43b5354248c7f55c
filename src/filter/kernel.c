#include "filter/kernel.h"

#include "model/renumber.h"
#include "util/map.h"

/* Is it a function of a kernel? perf.data, and text made from it, have the
   module of Linux, and folded text marks the name. A function without a module
   is taken by its name: these are the entries of Linux (x86 and arm64, also
   before 5.8), FreeBSD and Windows. */
static bool is_of_kernel(const struct function *function)
{
    static const struct str entries[] = {
        STR("asm_exc_"), STR("asm_sysvec_"), STR("asm_common_interrupt"),
        STR("entry_SYSCALL_64"), STR("entry_SYSCALL_compat"),
        STR("entry_SYSENTER_compat"), STR("entry_INT80"),
        STR("do_syscall_64"), STR("system_call_fastpath"),
        STR("ret_from_fork"), STR("el0_svc"), STR("el0_sync"), STR("el0t_64_"),
        STR("Xfast_syscall"), STR("amd64_syscall"), STR("KiSystemService"),
    };
    struct str name = function->is.name;
    if (function->is_tag)
        return false;
    if (identity_is_of_kernel(&function->is))
        return true;
    for (size_t i = 0; i < ROWS(entries) && !function->is.module.len; i++)
        if (str_starts(name, entries[i]))
            return true;
    return str_ends(name, S("_[k]"));
}

const uint32_t *kernel_entries(struct arena *arena,
                               const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    if (profile->kind != FROM_STACKS)
        return NULL;
    bool *of_kernel = NEW_N(&scratch, bool, profile->n_functions), any = false;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        any |= of_kernel[f] = is_of_kernel(&profile->functions[f]);
    if (!any)
        return NULL;
    uint32_t *entry = NEW_N(arena, uint32_t, profile->n_contexts);
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

double kernel_cost(const struct profile *profile, const uint32_t *entry)
{
    double cost = 0;
    for (uint32_t c = 0; entry && c < profile->n_contexts; c++)
        if (entry[c] != NO_ID)
            cost += profile->contexts[c].self;
    return cost;
}

/* Stores in the functions of entries as `leaf` the costliest function that is
   below each. */
static void name_leaves(struct profile *profile, const uint32_t *entry)
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
        profile->functions[from].leaf =
            pairs.keys[i].b == from ? S("") : leaf->is.name;
    }
}

void kernel_fold(struct profile *profile, const uint32_t *entry)
{
    name_leaves(profile, entry);
    renumber_end_stacks(profile, entry);
}
