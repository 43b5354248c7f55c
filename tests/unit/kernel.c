/* Entries of the kernel as one function each. */
#include "filter/kernel.h"
#include "named.h"


static void folded_entries(void)
{
    test("stacks end where the kernel is entered");
    struct named g = named_costs(
        "folded", "main;read;do_syscall_64_[k];vfs_read_[k];copy_[k] 6\n"
                  "main;read;do_syscall_64_[k];vfs_read_[k];lock_[k] 3\n"
                  "main;read;do_syscall_64_[k];last_[k] 6\n"
                  "main;do_syscall_64_[k];exit_[k] 1\nmain;work 9\nmain 1");
    struct profile *folded = g.profile;
    const uint32_t *entry = kernel_entries(&g.arena, folded);
    double cost = kernel_cost(folded, entry);
    expect(cost == 16, "the kernel has %g", cost);
    kernel_fold(folded, entry);
    expect(folded->n_functions == 4, "%u functions", folded->n_functions);
    const struct function *call =
        &folded->functions[function_by_name(folded, "do_syscall_64")];
    expect(call->self == 16, "the entry has %g", call->self);
    expect(str_eq(call->leaf, S("copy")), "its leaf is %s", call->leaf.s);
    expect(profile_whole(folded) == 26, "the whole is %g",
           profile_whole(folded));
    named_free(&g);
}

/* Unmarked names are those of entries. */
static void names_of_entries(void)
{
    test("entries of the kernel");
    static const struct {
        const char *stack;
        double cost;
    } rows[] = {
        { "main;asm_exc_page_fault;exc_page_fault 2", 2 },
        { "main;entry_SYSCALL_64_after_hwframe;do_syscall_64 2", 2 },
        { "ret_from_fork_asm;kthread 2", 2 },
        { "main;el0t_64_sync 2", 2 },
        { "main;el0_svc_common;read 2", 2 },
        { "main;el0_sync;read 2", 2 },
        { "main;asm_sysvec_reschedule_ipi;read 2", 2 },
        { "main;asm_common_interrupt;read 2", 2 },
        { "main;entry_SYSCALL_compat;read 2", 2 },
        { "main;entry_SYSENTER_compat;read 2", 2 },
        { "main;entry_INT80_compat;read 2", 2 },
        { "main;do_syscall_64;read 2", 2 },
        { "main;system_call_fastpath;read 2", 2 },
        { "main;Xfast_syscall;read 2", 2 },
        { "main;amd64_syscall;read 2", 2 },
        { "main;KiSystemServiceCopyEnd;read 2", 2 },
        { "main;read_[k] 2", 2 },
        { "main;syscall 2", 0 },
        { "asm_main;kernel 2", 0 },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct named g = named_costs("folded", rows[i].stack);
        double cost = kernel_cost(g.profile,
                                  kernel_entries(&g.arena, g.profile));
        expect(cost == rows[i].cost, "%s: %g", rows[i].stack, cost);
        named_free(&g);
    }
}

UNIT(kernel)
{
    folded_entries();
    names_of_entries();
    return finish_tests();
}
