#include "quality/frame.h"

/* Names without the underscores before them. */
static const struct {
    struct str name;
    enum stack_start start;
} starts[] = {
    /* the C libraries and dynamic linkers */
    { STR("start"), START_SURE },
    { STR("start_c"), START_SURE },
    { STR("dlstart"), START_SURE },
    { STR("dl_start"), START_SURE },
    { STR("dl_start_user"), START_SURE },
    { STR("rtld_start"), START_SURE },
    { STR("libc_start_main"), START_SURE },
    { STR("libc_start_main_impl"), START_SURE },
    { STR("libc_start_call_main"), START_SURE },
    { STR("libc_start1"), START_SURE },
    { STR("libc_init"), START_SURE },
    { STR("clone"), START_SURE },
    { STR("clone3"), START_SURE },
    { STR("start_thread"), START_SURE },
    { STR("thread_start"), START_SURE },
    { STR("pthread_start"), START_SURE },
    { STR("start_context"), START_SURE },
    { STR("mainCRTStartup"), START_SURE },
    { STR("RtlUserThreadStart"), START_SURE },
    { STR("BaseThreadInitThunk"), START_SURE },
    /* the kernel's own threads and its idle loop */
    { STR("ret_from_fork"), START_SURE },
    { STR("ret_from_fork_asm"), START_SURE },
    { STR("ret_from_kernel_thread"), START_SURE },
    { STR("common_startup_64"), START_SURE },
    { STR("secondary_startup_64"), START_SURE },
    { STR("secondary_startup_64_no_verify"), START_SURE },
    { STR("secondary_switched"), START_SURE },
    { STR("primary_switched"), START_SURE },
    { STR("start_secondary"), START_SURE },
    { STR("start_kernel"), START_SURE },
    { STR("cpu_startup_entry"), START_SURE },
    { STR("kthread"), START_SURE },
    /* Go */
    { STR("rt0_go"), START_SURE },
    { STR("runtime.rt0_go"), START_SURE },
    { STR("runtime.goexit"), START_SURE },
    { STR("runtime.mstart"), START_SURE },
    { STR("runtime.mcall"), START_SURE },
    { STR("runtime.morestack"), START_SURE },
    { STR("runtime.systemstack"), START_SURE },
    /* what the first of them calls */
    { STR("main"), START_MAIN },
    { STR("main.main"), START_MAIN },
    /* where profilers of other languages begin */
    { STR("runtime.main"), START_TOP },
    { STR("java/lang/Thread.run"), START_TOP },
    { STR("java.lang.Thread.run"), START_TOP },
    { STR("<module>"), START_TOP },
    { STR("run_module_as_main"), START_TOP },
    { STR("bootstrap"), START_TOP },
    { STR("<main>"), START_TOP },
    { STR("{main}"), START_TOP },
    { STR("main chunk"), START_TOP },
    { STR("all"), START_TOP },
    { STR("root"), START_TOP },
    /* idle, in the kernel */
    { STR("swapper"), START_KERNEL },
    { STR("do_idle"), START_KERNEL },
    { STR("default_idle"), START_KERNEL },
    { STR("intel_idle"), START_KERNEL },
    { STR("mwait_idle"), START_KERNEL },
    { STR("native_safe_halt"), START_KERNEL },
    { STR("pv_native_safe_halt"), START_KERNEL },
    { STR("acpi_idle_enter"), START_KERNEL },
    { STR("cpu_idle"), START_KERNEL },
    /* its ways in and out */
    { STR("ret_from_intr"), START_KERNEL },
    { STR("system_call_fastpath"), START_KERNEL },
    { STR("system_call_after_swapgs"), START_KERNEL },
    { STR("return_from_SYSCALL_64"), START_KERNEL },
    { STR("syscall_return_via_sysret"), START_KERNEL },
    { STR("apic_timer_interrupt"), START_KERNEL },
    { STR("page_fault"), START_KERNEL },
    { STR("error_entry"), START_KERNEL },
    { STR("sync_regs"), START_KERNEL },
};

/* Of these there are many. */
static const struct str kernel_entries[] = {
    STR("entry_SYSCALL"),      STR("entry_SYSENTER"), STR("entry_INT80"),
    STR("asm_sysvec_"),        STR("asm_exc_"),       STR("asm_common_"),
    STR("native_irq_return_"), STR("el0t_"),          STR("el1h_"),
    STR("swapgs_restore_"),
};

/* Marks of FlameGraph and async-profiler: kernel, inlined, compiled at run
   time, not compiled. */
static struct str without_mark(struct str name)
{
    static const struct str marks[] = { STR("_[k]"), STR("_[i]"), STR("_[j]"),
                                        STR("_[0]"), STR("_[1]") };
    for (size_t i = 0; i < ROWS(marks); i++)
        if (str_ends(name, marks[i]))
            return str_head(name, name.len - marks[i].len);
    return name;
}

/* "__clone@@GLIBC_2.2.5", "runtime.goexit.abi0", "<module> (a.py:3)" */
static struct str bare(struct str name)
{
    struct str rest;
    name = without_mark(name);
    str_cut(name, S("@"), &name, &rest);
    str_cut(name, S(" ("), &name, &rest);
    if (str_ends(name, S(".abi0")))
        name.len -= 5;
    str_take(&name, S("__GI_"));
    while (str_take(&name, S("_")))
        continue;
    return name;
}

/* "(idle)", "(garbage collector)"; "(anonymous namespace)::f()" is none. */
static bool is_activity(struct str name)
{
    struct str before, after;
    return str_starts(name, S("(")) && str_cut(name, S(")"), &before, &after) &&
           after.len == 0;
}

enum stack_start frame_stack_start(struct str name)
{
    name = bare(name);
    if (is_activity(name))
        return START_TOP;
    if (str_starts_any(name, kernel_entries, ROWS(kernel_entries)))
        return START_KERNEL;
    for (size_t i = 0; i < ROWS(starts); i++)
        if (str_eq(name, starts[i].name))
            return starts[i].start;
    return START_NONE;
}

static bool is_hex(char c)
{
    return ascii_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Names can be hexadecimal numbers: "facade", "f100000". They do not begin
   with a digit, and have not exactly the sixteen of a kernel address. */
static bool is_address(struct str name)
{
    if (str_take(&name, S("0x"))) {
        if (name.len < 4)
            return false;
    } else if (name.len != 16 && (name.len < 6 || !ascii_is_digit(name.s[0]))) {
        return false;
    }
    for (size_t i = 0; i < name.len; i++)
        if (!is_hex(name.s[i]))
            return false;
    return name.len <= 16;
}

/* "[libc.so.6]", "[perf-77.map]": FlameGraph's name for code of a module. */
static bool is_bracketed_module(struct str name)
{
    return str_starts(name, S("[")) && str_ends(name, S("]")) &&
           (str_has(name, S(".so")) || str_ends(name, S(".map]")));
}

bool frame_is_unresolved(const struct function *function)
{
    static const struct str names[] = {
        STR("[unknown]"),
        STR("(no symbols)"),
        STR("(unknown)"),
        STR("<unknown>"),
        STR("[unknown_Java]"),
        STR("?"),
        STR("??"),
        STR("???"),
    };
    struct str name = without_mark(function->is.name);
    for (size_t i = 0; i < ROWS(names); i++)
        if (str_eq(name, names[i]))
            return true;
    return function->nameless || is_address(name) ||
           is_bracketed_module(name) ||
           (str_starts(name, S("/")) && str_eq(name, function->is.module));
}
