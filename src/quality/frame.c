#include "quality/frame.h"

/* Names of roots, without leading underscores. */

static const struct str start_names[] = {
    /* C libraries and dynamic linkers */
    STR("start"),
    STR("start_c"),
    STR("dlstart"),
    STR("dl_start"),
    STR("dl_start_user"),
    STR("rtld_start"),
    STR("libc_start_main"),
    STR("libc_start_main_impl"),
    STR("libc_start_call_main"),
    STR("libc_start1"),
    STR("libc_init"),
    STR("clone"),
    STR("clone3"),
    STR("start_thread"),
    STR("thread_start"),
    STR("execute_native_thread_routine"), /* libstdc++ */
    STR("pthread_start"),
    STR("start_context"),
    STR("mainCRTStartup"),
    STR("RtlUserThreadStart"),
    STR("BaseThreadInitThunk"),
    /* threads of the Linux kernel, and its idle loop */
    STR("ret_from_fork"),
    STR("ret_from_fork_asm"),
    STR("ret_from_kernel_thread"),
    STR("common_startup_64"),
    STR("secondary_startup_64"),
    STR("secondary_startup_64_no_verify"),
    STR("secondary_switched"),
    STR("primary_switched"),
    STR("start_secondary"),
    STR("start_kernel"),
    STR("cpu_startup_entry"),
    STR("kthread"),
    /* Go */
    STR("rt0_go"),
    STR("runtime.rt0_go"),
    STR("runtime.goexit"),
    STR("runtime.mstart"),
    STR("runtime.mcall"),
    STR("runtime.morestack"),
    STR("runtime.systemstack"),
};

static const struct str main_names[] = {
    STR("main"),
    STR("main.main"), /* Go */
};

static const struct str runtime_names[] = {
    STR("runtime.main"), /* Go */
    STR("java/lang/Thread.run"),
    STR("java.lang.Thread.run"),
    STR("<module>"), /* Python */
    STR("run_module_as_main"),
    STR("bootstrap"),
    STR("<main>"), /* Ruby */
    STR("{main}"), /* PHP */
    STR("main chunk"), /* Lua */
    STR("all"),
    STR("root"),
};

static const struct str kernel_names[] = {
    /* idle */
    STR("swapper"),
    STR("do_idle"),
    STR("default_idle"),
    STR("intel_idle"),
    STR("mwait_idle"),
    STR("native_safe_halt"),
    STR("pv_native_safe_halt"),
    STR("acpi_idle_enter"),
    STR("cpu_idle"),
    /* ways into the kernel and out of it */
    STR("ret_from_intr"),
    STR("system_call_fastpath"),
    STR("system_call_after_swapgs"),
    STR("return_from_SYSCALL_64"),
    STR("syscall_return_via_sysret"),
    STR("apic_timer_interrupt"),
    STR("page_fault"),
    STR("error_entry"),
    STR("sync_regs"),
    /* FreeBSD */
    STR("amd64_syscall"),
    STR("Xfast_syscall"),
    STR("fast_syscall_common"),
    STR("fork_exit"),
    STR("fork_trampoline"),
};

/* The names of these kernel entries continue in many ways. */
static const struct str kernel_prefixes[] = {
    STR("entry_SYSCALL"),      STR("entry_SYSENTER"), STR("entry_INT80"),
    STR("asm_sysvec_"),        STR("asm_exc_"),       STR("asm_common_"),
    STR("native_irq_return_"), STR("el0t_"),          STR("el1h_"),
    STR("swapgs_restore_"),
};

static const struct {
    enum frame_root root;
    const struct str *names;
    size_t n;
} roots[] = {
    { ROOT_START, start_names, ROWS(start_names) },
    { ROOT_MAIN, main_names, ROWS(main_names) },
    { ROOT_RUNTIME, runtime_names, ROWS(runtime_names) },
    { ROOT_KERNEL, kernel_names, ROWS(kernel_names) },
};

/* Profilers print these names for code without a symbol. */
static const struct str unresolved_names[] = {
    STR("[unknown]"), STR("(no symbols)"), STR("(unknown)"),
    STR("<unknown>"), STR("[unknown_Java]"),
    STR("?"),         STR("??"),           STR("???"),
};

/* Outermost names by which profilers mark missing frames, in lower case and
   without brackets. */
static const struct str truncation_names[] = {
    STR("truncated"),        STR("stack truncated"), STR("truncated stack"),
    STR("truncated frames"), STR("frames omitted"),  STR("..."),
};

static bool is_one_of(struct str name, const struct str *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(name, names[i]))
            return true;
    return false;
}

/* FlameGraph and async-profiler mark functions of the kernel, inlined ones, and
   those compiled at run time or interpreted. */
static struct str without_mark(struct str name)
{
    static const struct str marks[] = { STR("_[k]"), STR("_[i]"), STR("_[j]"),
                                        STR("_[0]"), STR("_[1]") };
    for (size_t i = 0; i < ROWS(marks); i++)
        if (str_ends(name, marks[i]))
            return str_head(name, name.len - marks[i].len);
    return name;
}

/* "__clone@@GLIBC_2.2.5", "runtime.goexit.abi0" and "<module> (a.py:3)" become
   "clone", "runtime.goexit" and "<module>". */
static struct str bare_name(struct str name)
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

/* "(idle)" and "(garbage collector)" are activities of a virtual machine;
   "(anonymous namespace)::f()" and "(anonymous w.js:3:140)" are not. */
static bool is_activity(struct str name)
{
    struct str before, after;
    return str_starts(name, S("(")) && !str_starts(name, S("(anonymous")) &&
           str_cut(name, S(")"), &before, &after) && after.len == 0;
}

bool frame_is_truncation(struct str name)
{
    enum { LONGEST = 40 };
    char small[LONGEST];
    uint64_t n;
    if (name.len > 2 && str_has(S("[(<"), str_head(name, 1)))
        name = str_head(str_skip(name, 1), name.len - 2);
    if (name.len == 0 || name.len > LONGEST)
        return false;
    for (size_t i = 0; i < name.len; i++)
        small[i] = ascii_lower(name.s[i]);
    name.s = small;
    if (str_take_digits(&name, &n))
        return str_eq(name, S(" frame omitted")) ||
               str_eq(name, S(" frames omitted"));
    return is_one_of(name, truncation_names, ROWS(truncation_names));
}

enum frame_root frame_root(struct str name)
{
    name = bare_name(name);
    if (is_activity(name))
        return ROOT_RUNTIME;
    if (str_starts_any(name, kernel_prefixes, ROWS(kernel_prefixes)))
        return ROOT_KERNEL;
    for (size_t i = 0; i < ROWS(roots); i++)
        if (is_one_of(name, roots[i].names, roots[i].n))
            return roots[i].root;
    return ROOT_NONE;
}

static bool is_hex_digit(char c)
{
    return ascii_is_digit(c) || (c >= 'a' && c <= 'f') ||
           (c >= 'A' && c <= 'F');
}

/* Names can be hexadecimal numbers too: "facade", "f100000". Without "0x", only
   numbers that begin with a digit, or have the sixteen digits of a kernel
   address, are taken for addresses. */
static bool is_address(struct str name)
{
    if (str_take(&name, S("0x"))) {
        if (name.len < 4)
            return false;
    } else if (name.len != 16 && (name.len < 6 || !ascii_is_digit(name.s[0]))) {
        return false;
    }
    for (size_t i = 0; i < name.len; i++)
        if (!is_hex_digit(name.s[i]))
            return false;
    return name.len <= 16;
}

/* FlameGraph names code without a symbol by its module: "[libc.so.6]",
   "[perf-77.map]". */
static bool is_bracketed_module(struct str name)
{
    return str_starts(name, S("[")) && str_ends(name, S("]")) &&
           (str_has(name, S(".so")) || str_ends(name, S(".map]")));
}

/* Readers name code without a symbol by its place in its module:
   "libc.so.6+0x1f84". */
static bool is_place_in(struct str name, struct str module)
{
    return module.len && str_take(&name, str_basename(module)) &&
           str_take(&name, S("+")) && is_address(name);
}

bool frame_is_unresolved(const struct function *function)
{
    struct str name = without_mark(function->is.name);
    return function->nameless ||
           is_one_of(name, unresolved_names, ROWS(unresolved_names)) ||
           is_address(name) || is_bracketed_module(name) ||
           is_place_in(name, function->is.module) ||
           (str_starts(name, S("/")) && str_eq(name, function->is.module));
}
