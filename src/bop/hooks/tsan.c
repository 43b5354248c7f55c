/* Code that gcc or clang compiles with -fsanitize=thread calls these functions.
   The return address of a call is the site of the reference; that of the call
   of __tsan_func_entry also tells which function is entered. */
#include <errno.h>

#include "bop/plugin/loop_hooks.h"
#include "bop/program/functions.h"
#include "bop/program/modules.h"
#include "bop/state/access.h"
#include "bop/state/callees.h"

HOOK void __tsan_init(void)
{
    bop_tracer_start();
    bop_modules_prepare((uintptr_t)__builtin_return_address(0));
}

HOOK void __tsan_func_entry(void *call)
{
    bop_calls_enter((uintptr_t)__builtin_return_address(0), (site)call,
                    CALLERS_CFA());
}

HOOK void __tsan_func_exit(void)
{
    bop_calls_leave(CALLERS_CFA());
}

#define READ(name, n)                                                          \
    HOOK void __tsan_##name##n(void *p)                                        \
    {                                                                          \
        bop_access_read((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());       \
    }

#define WRITE(name, n)                                                         \
    HOOK void __tsan_##name##n(void *p)                                        \
    {                                                                          \
        bop_access_write((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());      \
    }

/* One instruction that reads and writes makes two references. */
#define READ_WRITE(name, n)                                                    \
    HOOK void __tsan_##name##n(void *p)                                        \
    {                                                                          \
        bop_access_read((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());       \
        bop_access_write((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());      \
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
    bop_access_read_range((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());
}

HOOK void __tsan_write_range(void *p, size_t n)
{
    bop_access_write_range((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());
}

/* Our plugin for gcc puts these around a call that returns a structure. The
   first one tells when the call begins, the second one reports where the
   structure is. It counts as a write of the caller unless the called function
   has built the structure there. */
HOOK uint64_t __tsan_bop_call_begins(void)
{
    const struct thread *t = bop_thread_self;
    return t ? t->pseudo_time : TIME_LIMIT;
}

HOOK void __tsan_bop_returned(void *p, size_t n, uint64_t began)
{
    const struct thread *t = bop_thread_self;
    if (!t || !bop_access_wrote_since(t, (uintptr_t)p, n, began))
        bop_access_write_range((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());
}

/* A constructor or destructor of C++ sets the object's table of virtual
   functions. */
HOOK void __tsan_vptr_update(void **p, void *value)
{
    (void)value;
    bop_access_write((uintptr_t)p, sizeof *p, CALLERS_SITE(), CALLERS_CFA());
}

HOOK void __tsan_vptr_read(void **p)
{
    bop_access_read((uintptr_t)p, sizeof *p, CALLERS_SITE(), CALLERS_CFA());
}

/* Our plugins put this where a loop begins an iteration. `depth` is 1 for the
   outermost loop of the function, and may have EARLY_EXIT. */
HOOK void __tsan_bop_loop(unsigned depth)
{
    struct thread *t = bop_thread_self;
    /* After a longjmp or an exception, __tsan_bop_loop_left has already dropped
       the frames that were left, so the mode is that of the caller. */
    if (likely(t && !t->is_under_study && !bop_tracer.all_loops))
        return;
    t = bop_access_thread(CALLERS_CFA());
    if (t && (t->is_under_study || bop_tracer.all_loops))
        bop_loops_iterate(t, CALLERS_SITE(), depth & ~EARLY_EXIT,
                          depth & EARLY_EXIT);
}

/* Our plugins put this where loops are left; `how` is LEFT_AT_END or the
   like. */
HOOK void __tsan_bop_loop_left(unsigned depth, unsigned how)
{
    struct thread *t = bop_access_thread(CALLERS_CFA());
    if (t && (t->is_under_study || bop_tracer.all_loops))
        bop_loops_leave(t, depth, how == LEFT_BEFORE, how == LEFT_EARLY);
}

/* Our plugins put this after a call of a function that they do not see and that
   is neither in libbop.wrap nor in libbop.known. `name` is NULL if the call is
   through a pointer. */
HOOK void __tsan_bop_called(void *function, const char *name)
{
    struct thread *t = bop_thread_self;
    int error = errno;
    if (likely(t && (t->statement || t->n_loops)) &&
        !bop_function_is_known((uintptr_t)function) &&
        (t = bop_access_thread(CALLERS_CFA())))
        bop_callees_called(t, (uintptr_t)function, name);
    errno = error;
}

/* Objective-C code calls these around references that a race detector should
   ignore. Dependences are traced nevertheless. */
HOOK void __tsan_ignore_thread_begin(void)
{
}

HOOK void __tsan_ignore_thread_end(void)
{
}

/* Our plugins put this at the start of a function with irreducible loops, which
   have no natural place for the hooks above. */
HOOK void __tsan_bop_irreducible(void)
{
    struct thread *t = bop_thread_self;
    if (t)
        t->lost.irreducible++;
}

/* Our plugin for gcc puts this before inline assembly that may read or write
   any memory. */
HOOK void __tsan_bop_assembly(void)
{
    struct thread *t = bop_thread_self;
    if (t)
        t->lost.assembly++;
}
