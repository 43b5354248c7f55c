/* The statement under study on whose behalf a thread of OpenMP runs. */
#include "bop/openmp/work.h"

#include "bop/program/functions.h"
#include "bop/state/calls.h"
#include "bop/state/handover.h"
#include "bop/state/steps.h"
#include "bop/state/thread.h"
#include "bop/tracer.h"

/* Makes the body a part of the function that the present thread executes. */
static void adopt(const struct thread *t, uintptr_t body)
{
    bop_function_called(body, t->frames[t->depth - 1].function);
}

site bop_work_begin(const struct wrap_call *call, uintptr_t body,
                    uintptr_t cfa)
{
    if (call->at)
        bop_calls_enter_libc(call->at, cfa);
    struct thread *t = bop_thread();
    if (!t)
        return 0;
    adopt(t, body);
    return t->top;
}

void bop_work_end(const struct wrap_call *call, uintptr_t cfa)
{
    if (call->at)
        bop_calls_leave(cfa);
}

void bop_work_run(site top)
{
    bop_handover_take_here(top);
}

site bop_work_submit(const struct wrap_call *call, uintptr_t body)
{
    struct thread *t = bop_thread();
    if (!t || !call->at)
        return 0;
    adopt(t, body);
    if (t->detail)
        bop_calls_tick(t, call->at);
    return t->top;
}

/* Lets what follows belong to another statement. */
static void take(struct thread *t, site top)
{
    if (!top || bop_tracer.doc_semantics)
        return;
    bop_calls_tick(t, top);
    bop_steps_go_on(t);
}

/* A thread that executes code under study runs a task while it waits for tasks.
   The task then counts as called from the statement that has submitted it. */
struct work_interrupted bop_work_task_begin(site top, uintptr_t cfa)
{
    struct thread *t = bop_thread();
    struct work_interrupted work = { t ? t->top : 0, 0 };
    if (t && t->detail && top) {
        bop_calls_enter_libc(top, cfa);
        work.cfa = cfa;
    } else if (t) {
        take(t, top);
    }
    return work;
}

void bop_work_task_end(struct work_interrupted work)
{
    struct thread *t = bop_thread();
    if (work.cfa)
        bop_calls_leave(work.cfa);
    else if (t && t->top != work.top)
        take(t, work.top);
}
