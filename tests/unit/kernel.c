/* Entries of the kernel as one function each. */
#include "filter/kernel.h"
#include "named.h"


static void folded_entries(void)
{
    test("stacks end where the kernel is entered");
    struct named g = named_costs(
        "folded", "main;read;do_syscall_64_[k];vfs_read_[k];copy_[k] 6\n"
                  "main;read;do_syscall_64_[k];vfs_read_[k];lock_[k] 3\n"
                  "main;do_syscall_64_[k];exit_[k] 1\nmain;work 9\nmain 1");
    expect(kernel_cost(g.profile) == 10, "the kernel has %g",
           kernel_cost(g.profile));
    struct profile *folded = kernel_fold(&g.arena, g.profile);
    expect(folded->n_functions == 4, "%u functions", folded->n_functions);
    const struct function *entry =
        &folded->functions[function_by_name(folded, "do_syscall_64")];
    expect(entry->self == 10, "the entry has %g", entry->self);
    expect(str_eq(entry->leaf, S("copy")), "its leaf is %s",
           entry->leaf.s);
    expect(profile_whole(folded) == 20, "the whole is %g",
           profile_whole(folded));
    profile_free(folded);
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
        { "main;read_[k] 2", 2 },
        { "main;syscall 2", 0 },
        { "asm_main;kernel 2", 0 },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct named g = named_costs("folded", rows[i].stack);
        expect(kernel_cost(g.profile) == rows[i].cost, "%s: %g", rows[i].stack,
               kernel_cost(g.profile));
        named_free(&g);
    }
}

UNIT(kernel)
{
    folded_entries();
    names_of_entries();
    return finish_tests();
}
