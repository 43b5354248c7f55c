/* What names of functions tell. */
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
    enum stack_start start;
} starts[] = {
    { "_start", START_SURE },
    { "start", START_SURE },
    { "__libc_start_main@@GLIBC_2.34", START_SURE },
    { "__libc_start_call_main", START_SURE },
    { "__GI___clone3", START_SURE },
    { "start_thread", START_SURE },
    { "ret_from_fork_asm_[k]", START_SURE },
    { "runtime.goexit.abi0", START_SURE },
    { "java/lang/Thread.run_[0]", START_TOP },
    { "main", START_MAIN },
    { "<module> (a.py:3)", START_TOP },
    { "_bootstrap (threading.py:885)", START_TOP },
    { "(garbage collector)", START_TOP },
    { "entry_SYSCALL_64_after_hwframe", START_KERNEL },
    { "asm_sysvec_apic_timer_interrupt", START_KERNEL },
    { "pv_native_safe_halt", START_KERNEL },

    { "", START_NONE },
    { "@plt", START_NONE },
    { "_", START_NONE },
    { "main_loop", START_NONE },
    { "restart", START_NONE },
    { "<lambda> (a.py:3)", START_NONE },
    { "(anonymous namespace)::f()", START_NONE },
    { "(lambda)(int)", START_NONE },
    { "malloc", START_NONE },
};

int main(void)
{
    test("unresolved");
    for (size_t i = 0; i < ROWS(resolved); i++) {
        struct function function = {
            .is = { .name = str_of(resolved[i].name),
                    .module = str_of(resolved[i].module) }
        };
        expect(frame_is_unresolved(&function) == resolved[i].unresolved, "'%s' of '%s'",
               resolved[i].name, resolved[i].module);
    }
    test("starts");
    for (size_t i = 0; i < ROWS(starts); i++) {
        enum stack_start start = frame_stack_start(str_of(starts[i].name));
        expect(start == starts[i].start, "'%s': %d", starts[i].name,
               (int)start);
    }
    return finish_tests();
}
