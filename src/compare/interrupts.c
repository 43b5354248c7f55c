#include "compare/interrupts.h"

#include "model/stack_tree.h"

/* Is it a function by which Linux enters the service of an interrupt? The names
   are those of x86 before and since version 5.8
   (arch/x86/include/asm/idtentry.h), arm64 before and since 5.12, and arm.
   Exceptions, such as page faults, are the program's own and not listed. */
static bool is_entry(const struct function *function)
{
    static const struct str names[] = {
        STR("asm_common_interrupt"), STR("common_interrupt"),
        STR("apic_timer_interrupt"), STR("reschedule_interrupt"),
        STR("el0_irq"), STR("el1_irq"),
        STR("el0t_64_irq"), STR("el1h_64_irq"),
        STR("__irq_usr"), STR("__irq_svc"),
    };
    struct str name = function->is.name;
    /* Folded text marks functions of the kernel. */
    if (str_ends(name, S("_[k]")))
        name.len -= S("_[k]").len;
    if (function->is.module.len && !identity_is_of_kernel(&function->is))
        return false;
    for (size_t i = 0; i < ROWS(names); i++)
        if (str_eq(name, names[i]))
            return true;
    return str_starts(name, S("asm_sysvec_"));
}

static bool *mark_entries(struct arena *arena, const struct profile *profile,
                          bool *has_entries)
{
    bool *enters = NEW_N(arena, bool, profile->n_functions);
    *has_entries = false;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        enters[f] = is_entry(&profile->functions[f]);
        *has_entries |= enters[f];
    }
    return enters;
}

/* Adds the self costs of the contexts of interrupts, and stores them by
   context. */
static void add_selves(struct interrupts *found, const struct profile *profile,
                       const bool *enters, double *through)
{
    LOCAL_ARENA(scratch);
    bool *is_inside = NEW_N(&scratch, bool, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        is_inside[c] = enters[context->function] ||
                       (context->parent != NO_ID && is_inside[context->parent]);
        if (!is_inside[c])
            continue;
        found->self[context->function] += context->self;
        found->whole += context->self;
        through[c] = context->self;
    }
}

struct interrupts interrupts_find(struct arena *arena,
                                  const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    struct interrupts found = { 0 };
    bool has_entries;
    bool *enters = mark_entries(&scratch, profile, &has_entries);
    if (has_entries && profile->n_contexts) {
        double *through = NEW_N(&scratch, double, profile->n_contexts);
        found.self = NEW_N(arena, double, profile->n_functions);
        found.total = NEW_N(arena, double, profile->n_functions);
        add_selves(&found, profile, enters, through);
        stack_tree_totals(profile, stack_tree_outermost(&scratch, profile),
                          through, found.total);
    }
    return found;
}
