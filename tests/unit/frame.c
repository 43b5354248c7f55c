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

UNIT(frame)
{
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
