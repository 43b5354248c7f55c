/*
 * What code compiled with -fsanitize=thread calls, by gcc and clang. The
 * addresses of those calls are the sites; that of the call to
 * __tsan_func_entry tells the function.
 */
#include "bop/access.h"

#include "bop/symbols.h"

#define HOOK EXPORTED __attribute__((used))

HOOK void __tsan_init(void)
{
    bop_start();
    bop_module_traced((uintptr_t)__builtin_return_address(0));
}

HOOK void __tsan_func_entry(void *call)
{
    bop_enter((uintptr_t)__builtin_return_address(0), (site)call,
              CALLERS_CFA());
}

HOOK void __tsan_func_exit(void)
{
    bop_leave(CALLERS_CFA());
}

#define READ(name, n)                                                          \
    HOOK void __tsan_##name##n(void *p)                                        \
    {                                                                          \
        on_read((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());               \
    }

#define WRITE(name, n)                                                         \
    HOOK void __tsan_##name##n(void *p)                                        \
    {                                                                          \
        on_write((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());              \
    }

/* One instruction that does both: two references. */
#define READ_WRITE(name, n)                                                    \
    HOOK void __tsan_##name##n(void *p)                                        \
    {                                                                          \
        on_read((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());               \
        on_write((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());              \
    }

#define SIZES(DO, name)                                                        \
    DO(name, 1) DO(name, 2) DO(name, 4) DO(name, 8) DO(name, 16)

SIZES(READ, read)
SIZES(WRITE, write)
SIZES(READ, volatile_read)
SIZES(WRITE, volatile_write)
SIZES(READ, unaligned_read)
SIZES(WRITE, unaligned_write)
SIZES(READ, unaligned_volatile_read)
SIZES(WRITE, unaligned_volatile_write)
SIZES(READ_WRITE, read_write)
SIZES(READ_WRITE, unaligned_read_write)

HOOK void __tsan_read_range(void *p, size_t n)
{
    on_read_range((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());
}

HOOK void __tsan_write_range(void *p, size_t n)
{
    on_write_range((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());
}

HOOK void __tsan_vptr_update(void **p, void *value)
{
    (void)value;
    on_write((uintptr_t)p, sizeof *p, CALLERS_SITE(), CALLERS_CFA());
}

HOOK void __tsan_vptr_read(void **p)
{
    on_read((uintptr_t)p, sizeof *p, CALLERS_SITE(), CALLERS_CFA());
}

/* Where a program tells its checker what not to look at: nothing to check. */
HOOK void __tsan_ignore_thread_begin(void)
{
}

HOOK void __tsan_ignore_thread_end(void)
{
}
