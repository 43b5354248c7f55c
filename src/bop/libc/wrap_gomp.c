/*
 * gcc makes functions of the bodies of OpenMP's constructs and hands them to
 * libgomp, which runs them in its threads. They work on behalf of the statement
 * that contains the construct.
 */
#include <stdbool.h>

#include "bop/base/bytes.h"
#include "bop/base/memory.h"
#include "bop/libc/wrap.h"
#include "bop/state/handover.h"

typedef void body(void *);

/* The body of a construct, and for whom it runs. */
struct work {
    body *run;
    void *data;
    site top;
};

static void run_work(void *p)
{
    const struct work *work = p;
    bop_handover_take_here(work->top);
    work->run(work->data);
}

/* Begins a construct that ends when all threads have run its body. */
static struct work begin(const struct wrap_call *call, body *run, void *data,
                         uintptr_t cfa)
{
    if (call->at)
        bop_calls_enter_libc(call->at, cfa);
    struct thread *t = bop_thread();
    return (struct work){ run, data, t ? t->top : 0 };
}

static void end(const struct wrap_call *call, uintptr_t cfa)
{
    if (call->at)
        bop_calls_leave(cfa);
}

#define UNPACK(...) __VA_ARGS__

/* A row is a function of libgomp that runs a body in several threads: its
   parameters behind the first three, which all have in common, and their
   names. */
#define PARALLEL(name, parameters, arguments)                                  \
    extern void __real_##name(body *run, void *data, unsigned threads,         \
                              UNPACK parameters) MAYBE;                        \
    EXPORTED void __wrap_##name(body *run, void *data, unsigned threads,       \
                                UNPACK parameters);                            \
    void __wrap_##name(body *run, void *data, unsigned threads,                \
                       UNPACK parameters)                                      \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        struct work work = begin(&call, run, data, OWN_CFA());                 \
        __real_##name(run_work, &work, threads, UNPACK arguments);             \
        end(&call, OWN_CFA());                                                 \
    }

#define LOOP(name)                                                             \
    PARALLEL(GOMP_parallel_loop_##name,                                        \
             (long from, long to, long step, long chunk, unsigned flags),      \
             (from, to, step, chunk, flags))
#define LOOP_WITHOUT_CHUNK(name)                                               \
    PARALLEL(GOMP_parallel_loop_##name,                                        \
             (long from, long to, long step, unsigned flags),                  \
             (from, to, step, flags))

PARALLEL(GOMP_parallel, (unsigned flags), (flags))
PARALLEL(GOMP_parallel_sections, (unsigned n, unsigned flags), (n, flags))
LOOP(static)
LOOP(dynamic)
LOOP(guided)
LOOP(nonmonotonic_dynamic)
LOOP(nonmonotonic_guided)
LOOP_WITHOUT_CHUNK(runtime)
LOOP_WITHOUT_CHUNK(nonmonotonic_runtime)
LOOP_WITHOUT_CHUNK(maybe_nonmonotonic_runtime)

extern unsigned __real_GOMP_parallel_reductions(body *run, void *data,
                                                unsigned threads,
                                                unsigned flags) MAYBE;
EXPORTED unsigned __wrap_GOMP_parallel_reductions(body *run, void *data,
                                                  unsigned threads,
                                                  unsigned flags);
unsigned __wrap_GOMP_parallel_reductions(body *run, void *data,
                                         unsigned threads, unsigned flags)
{
    const struct wrap_call call = WRAP_CALL();
    struct work work = begin(&call, run, data, OWN_CFA());
    unsigned n = __real_GOMP_parallel_reductions(run_work, &work, threads,
                                                 flags);
    end(&call, OWN_CFA());
    return n;
}

/* A task has a copy of its data, at the end. */
struct task {
    struct work work;
    size_t size;
};

/* Runs a task; afterwards the thread goes on with its own work. If the thread
   executes code under study, which waits for tasks, it calls the task in place
   of the statement that submitted it. */
static void run_task(void *p)
{
    struct task *task = *(struct task **)p;
    struct thread *t = bop_thread();
    site before = t ? t->top : 0;
    if (t && t->detail) {
        bop_calls_enter_libc(task->work.top, OWN_CFA());
        task->work.run(task->work.data);
        bop_calls_leave(OWN_CFA());
    } else {
        run_work(&task->work);
        if (t && t->top != before)
            bop_handover_take(t, before);
    }
    bop_shadow_clear((uintptr_t)task, task->size);
    bop_memory_release(task, task->size);
}

extern void __real_GOMP_task(body *run, void *data,
                             void (*copy)(void *, void *), long size,
                             long align, bool deferred, unsigned flags,
                             void **depend, int priority, void *detach) MAYBE;
EXPORTED void __wrap_GOMP_task(body *run, void *data,
                               void (*copy)(void *, void *), long size,
                               long align, bool deferred, unsigned flags,
                               void **depend, int priority, void *detach);
void __wrap_GOMP_task(body *run, void *data, void (*copy)(void *, void *),
                      long size, long align, bool deferred, unsigned flags,
                      void **depend, int priority, void *detach)
{
    const struct wrap_call call = WRAP_CALL();
    struct thread *t = bop_thread();
    size_t whole = sizeof(struct task) + (size_t)size + (size_t)align;
    struct task *task = t && call.at ? bop_memory_try(whole) : NULL;
    if (!task) {
        __real_GOMP_task(run, data, copy, size, align, deferred, flags, depend,
                         priority, detach);
        return;
    }
    if (t->detail)
        bop_calls_tick(t, call.at);
    uintptr_t at = (uintptr_t)(task + 1), unit = align > 0 ? (size_t)align : 1;
    at += (unit - at % unit) % unit;
    if (copy)
        copy((void *)at, data);
    else
        bop_bytes_copy((void *)at, data, (size_t)size);
    *task = (struct task){ { run, (void *)at, t->top }, whole };
    __real_GOMP_task(run_task, &task, NULL, sizeof task,
                     _Alignof(struct task *), deferred, flags, depend, priority,
                     detach);
}
