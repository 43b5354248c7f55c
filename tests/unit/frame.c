/* Names of functions without a symbol, and names of roots. */
#include "check.h"
#include "quality/frame.h"

static const struct {
    const char *name, *module;
    bool unresolved;
} resolved[] = {
    { "[unknown]", "", true },
    { "[unknown]", "/bin/x", true },
    { "[unknown]_[k]", "", true },
    { "[libc.so.6]", "", true },
    { "[perf-12.map]", "", true },
    { "(no symbols)", "x", true },
    { "(unknown)", "x", true },
    { "<unknown>", "x", true },
    { "[unknown_Java]", "x", true },
    { "?", "x", true },
    { "???", "x", true },
    { "/bin/x", "/bin/x", true },
    { "??", "", true },
    { "0x7f41", "", true },
    { "0x7f4184d489bc", "", true },
    { "7f4184d489bc", "", true },
    { "648d3f", "", true },
    { "ffffffff81440724", "", true },

    { "", "", false },
    { "main", "/bin/main", false },
    { "fib", "fib", false },
    { "[unknown]x", "", false },
    { "[GC]", "", false },
    { "[main tid=12]", "", false },
    { "/bin/x", "", false },
    { "0x1", "", false },
    { "12345", "", false },
    { "add", "", false },
    { "facade", "", false },
    { "f100000", "", false },
    { "deadbeef", "", false },
    { "0x7f4184d489bc [PLT]", "", false },
    { "fffffffff81440724", "", false },
    { "@plt", "", false },
};

static const struct {
    const char *name;
    enum frame_root root;
} roots[] = {
    { "_start", ROOT_START },
    { "start", ROOT_START },
    { "__libc_start_main@@GLIBC_2.34", ROOT_START },
    { "__libc_start_call_main", ROOT_START },
    { "__GI___clone3", ROOT_START },
    { "start_thread", ROOT_START },
    { "ret_from_fork_asm_[k]", ROOT_START },
    { "runtime.goexit.abi0", ROOT_START },
    { "java/lang/Thread.run_[0]", ROOT_RUNTIME },
    { "main", ROOT_MAIN },
    { "<module> (a.py:3)", ROOT_RUNTIME },
    { "_bootstrap (threading.py:885)", ROOT_RUNTIME },
    { "(garbage collector)", ROOT_RUNTIME },
    { "entry_SYSCALL_64_after_hwframe", ROOT_KERNEL },
    { "asm_sysvec_apic_timer_interrupt", ROOT_KERNEL },
    { "pv_native_safe_halt", ROOT_KERNEL },

    { "", ROOT_NONE },
    { "@plt", ROOT_NONE },
    { "_", ROOT_NONE },
    { "main_loop", ROOT_NONE },
    { "restart", ROOT_NONE },
    { "<lambda> (a.py:3)", ROOT_NONE },
    { "(anonymous namespace)::f()", ROOT_NONE },
    { "(lambda)(int)", ROOT_NONE },
    { "malloc", ROOT_NONE },
};

/* Names of each kind, with blanks between them. */
static const struct {
    enum frame_root root;
    const char *names;
} listed[] = {
    { ROOT_START,
      "start start_c dlstart dl_start dl_start_user rtld_start "
      "libc_start_main libc_start_main_impl libc_start_call_main libc_start1 "
      "libc_init clone clone3 start_thread thread_start "
      "execute_native_thread_routine pthread_start start_context "
      "mainCRTStartup RtlUserThreadStart BaseThreadInitThunk ret_from_fork "
      "ret_from_fork_asm ret_from_kernel_thread common_startup_64 "
      "secondary_startup_64 secondary_startup_64_no_verify "
      "secondary_switched primary_switched start_secondary start_kernel "
      "cpu_startup_entry kthread rt0_go runtime.rt0_go runtime.goexit "
      "runtime.mstart runtime.mcall runtime.morestack runtime.systemstack" },
    { ROOT_MAIN, "main main.main" },
    { ROOT_RUNTIME,
      "runtime.main java/lang/Thread.run java.lang.Thread.run <module> "
      "_run_module_as_main bootstrap <main> {main} all root" },
    { ROOT_KERNEL,
      "swapper do_idle default_idle intel_idle mwait_idle native_safe_halt "
      "pv_native_safe_halt acpi_idle_enter cpu_idle ret_from_intr "
      "system_call_fastpath system_call_after_swapgs return_from_SYSCALL_64 "
      "syscall_return_via_sysret apic_timer_interrupt page_fault "
      "error_entry sync_regs amd64_syscall Xfast_syscall "
      "fast_syscall_common fork_exit fork_trampoline entry_SYSCALL_64 "
      "entry_SYSENTER_compat entry_INT80_compat asm_sysvec_x asm_exc_x "
      "asm_common_interrupt native_irq_return_iret el0t_64_sync "
      "el1h_64_irq swapgs_restore_regs_and_return_to_usermode" },
};

static void listed_roots(void)
{
    test("each root that is known");
    for (size_t i = 0; i < ROWS(listed); i++) {
        struct str rest = str_of(listed[i].names), name;
        while (rest.len) {
            if (!str_cut(rest, S(" "), &name, &rest)) {
                name = rest;
                rest = S("");
            }
            expect(frame_root(name) == listed[i].root, "%.*s",
                   (int)name.len, name.s);
        }
    }
    expect(frame_root(S("main chunk")) == ROOT_RUNTIME, "main chunk");
}

static void truncations(void)
{
    static const char *const names[] = {
        "truncated", "[truncated]", "(Stack truncated)", "truncated stack",
        "truncated frames", "(12 frames omitted)", "...",
    };
    test("frames that are missing");
    for (size_t i = 0; i < ROWS(names); i++)
        expect(frame_is_truncation(str_of(names[i])), "%s", names[i]);
    expect(!frame_is_truncation(S("truncate")), "truncate");
}

UNIT(frame)
{
    listed_roots();
    truncations();
    test("unresolved");
    for (size_t i = 0; i < ROWS(resolved); i++) {
        struct function function = {
            .is = { .name = str_of(resolved[i].name),
                    .module = str_of(resolved[i].module) }
        };
        expect(frame_is_unresolved(&function) == resolved[i].unresolved,
               "'%s' of '%s'", resolved[i].name, resolved[i].module);
    }
    test("roots");
    for (size_t i = 0; i < ROWS(roots); i++) {
        enum frame_root root = frame_root(str_of(roots[i].name));
        expect(root == roots[i].root, "'%s': %d", roots[i].name, (int)root);
    }
    return finish_tests();
}
