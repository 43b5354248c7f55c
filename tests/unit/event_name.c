/* Tests the parts of the names of events. */
#include "check.h"
#include "model/event_name.h"

static const struct {
    const char *event, *base, *plain, *of_all_cores;
} names[] = {
    { "cycles", "cycles", "cycles", "" },
    { "cycles:u", "cycles", "cycles", "" },
    { "cycles:", "cycles:", "cycles:", "" },
    { "cpu-clock:pppH", "cpu-clock", "cpu-clock", "" },
    { "syscalls:sys_enter_read", "syscalls:sys_enter_read",
      "syscalls:sys_enter_read", "" },
    { "syscalls:sys_enter_read:u", "syscalls:sys_enter_read",
      "syscalls:sys_enter_read", "" },
    { "cpu/cycles/", "cpu/cycles/", "cycles", "cycles" },
    { "cpu_core/cycles/P", "cpu_core/cycles/", "cycles", "cycles" },
    { "cpu_atom/cycles/Pku", "cpu_atom/cycles/", "cycles", "cycles:uk" },
    { "cpu_atom/cycles:u/", "cpu_atom/cycles:u/", "cycles", "cycles:u" },
    { "cpu_core/cycles,freq=9/", "cpu_core/cycles,freq=9/", "cycles,freq=9",
      "cycles,freq=9" },
    { "armv8_cortex_a53/cpu_cycles/", "armv8_cortex_a53/cpu_cycles/",
      "cpu_cycles", "cpu_cycles" },
    { "apple_icestorm_pmu/cycles/", "apple_icestorm_pmu/cycles/", "cycles",
      "cycles" },
    { "apple_icestorm/cycles/", "apple_icestorm/cycles/",
      "apple_icestorm/cycles/", "" },
    { "cpu_core/event=0x3c/u", "cpu_core/event=0x3c/", "cpu_core/event=0x3c/",
      "" },
    { "cpu_core/r003c/", "cpu_core/r003c/", "cpu_core/r003c/", "" },
    { "cpu_core/r/", "cpu_core/r/", "r", "r" },
    { "cpu_core/ref/", "cpu_core/ref/", "cpu_core/ref/", "" },
    { "cpu_core//", "cpu_core//", "cpu_core//", "" },
    { "cycles/freq=99/u", "cycles/freq=99/", "cycles/freq=99/", "" },
    { "uncore_imc/cycles/", "uncore_imc/cycles/", "uncore_imc/cycles/", "" },
    { "cpu_core/a/b/", "cpu_core/a/b/", "cpu_core/a/b/", "" },
    { "a/u", "a/u", "a/u", "" },
    { "/u", "/u", "/u", "" },
    { "", "", "", "" },
};

static void parts(void)
{
    test("parts of names of events");
    for (size_t i = 0; i < ROWS(names); i++) {
        struct arena arena = { 0 };
        struct str event = str_of(names[i].event), kind;
        struct str of_all = event_name_of_all_cores(event, &kind, &arena);
        struct str base = event_name_base(event);
        struct str plain = event_name_plain(event);
        expect(str_eq(base, str_of(names[i].base)), "%s: base %.*s",
               names[i].event, (int)base.len, base.s);
        expect(str_eq(plain, str_of(names[i].plain)), "%s: plain %.*s",
               names[i].event, (int)plain.len, plain.s);
        expect(str_eq(of_all, str_of(names[i].of_all_cores)), "%s: of all %s",
               names[i].event, of_all.s);
        expect(str_starts(event, kind) && (kind.len > 0) == (of_all.len > 0),
               "%s: kind %.*s", names[i].event, (int)kind.len, kind.s);
        arena_free(&arena);
    }
}

static const struct {
    const char *a, *b;
    bool agree, levels_agree;
} pairs[] = {
    { "cpu-clock", "cpu-clock:ppp", true, true },
    { "cycles:u", "cycles:k", true, false },
    { "cycles:uk", "cycles:ku", true, true },
    { "cycles:u", "cpu_atom/cycles/uP", true, true },
    { "cycles", "cpu_atom/cycles:u/", true, false },
    { "cycles", "instructions", false, true },
    { "cpu_atom/event=1/", "cpu_core/event=1/", false, true },
};

static void agreement(void)
{
    test("names of the same event");
    for (size_t i = 0; i < ROWS(pairs); i++) {
        struct str a = str_of(pairs[i].a), b = str_of(pairs[i].b);
        expect(event_names_agree(a, b) == pairs[i].agree &&
                   event_names_agree(b, a) == pairs[i].agree,
               "%s and %s", a.s, b.s);
        expect(event_name_levels_agree(a, b) == pairs[i].levels_agree &&
                   event_name_levels_agree(b, a) == pairs[i].levels_agree,
               "levels of %s and %s", a.s, b.s);
    }
}

UNIT(event_name)
{
    parts();
    agreement();
    return finish_tests();
}
