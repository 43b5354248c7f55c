/* The part of costs that lies in interrupts, of stacks with known entries. */
#include "compare/interrupts.h"

#include "named.h"

static void costs_are(const char *text, const char *name, double self,
                      double total, double whole)
{
    struct arena arena = { 0 };
    struct profile *profile = read_text(&arena, "edges", str_of(text));
    struct interrupts found = interrupts_find(&arena, profile);
    uint32_t f = function_by_name(profile, name);
    double own = found.self ? found.self[f] : 0;
    double all = found.total ? found.total[f] : 0;
    expect(close_to(own, self), "self of %s is %g, not %g", name, own, self);
    expect(close_to(all, total), "total of %s is %g, not %g", name, all, total);
    expect(close_to(found.whole, whole), "the whole is %g, not %g", found.whole,
           whole);
    profile_free(profile);
    arena_free(&arena);
}

UNIT(interrupts)
{
    test("what an interrupt calls belongs to it");
    const char *timer = "[main work asm_sysvec_apic_timer_interrupt tick] 3\n"
                        "[main work asm_sysvec_apic_timer_interrupt] 2\n"
                        "[main work tick] 7\n[main] 1\n";
    costs_are(timer, "tick", 3, 3, 5);
    costs_are(timer, "asm_sysvec_apic_timer_interrupt", 2, 5, 5);
    costs_are(timer, "work", 0, 5, 5);
    costs_are(timer, "main", 0, 5, 5);
    test("a function counts once for each stack");
    costs_are("[main main el1h_64_irq main] 4\n[main] 1\n", "main", 4, 4, 4);
    test("names of other systems");
    static const char *const names[] = {
        "asm_common_interrupt", "common_interrupt", "apic_timer_interrupt",
        "reschedule_interrupt", "el0_irq", "el1_irq", "el0t_64_irq",
        "el1h_64_irq", "__irq_usr", "__irq_svc",
    };
    for (size_t i = 0; i < ROWS(names); i++) {
        char text[64];
        snprintf(text, sizeof text, "[main %s] 2\n", names[i]);
        costs_are(text, "main", 0, 2, 2);
    }
    test("the path of a kernel");
    costs_are("%edges 1\ncommon_interrupt module=/usr/lib/debug/vmlinux-6\n"
              "[main common_interrupt] 2\n", "main", 0, 2, 2);
    costs_are("%edges 1\ncommon_interrupt module=/bin/w\n"
              "[main common_interrupt] 2\n", "main", 0, 0, 0);
    test("exceptions are the program's own");
    costs_are("[main asm_exc_page_fault] 2\n", "main", 0, 0, 0);
    test("calls have no stacks");
    costs_are("main 1\nmain -> __irq_svc 1\n__irq_svc 2\n", "main", 0, 0, 0);
    return finish_tests();
}
