/*
 * Work that a thread hands to a run-time library of OpenMP, and the statement
 * that this work belongs to. Compilers make functions of the bodies of
 * constructs; the library runs them in its threads:
 *
 *     gomp.c, gomp_tasks.c   libgomp, which programs of gcc use
 *     kmp.c, kmp_tasks.c     libomp, which programs of clang use
 *
 * The wrappers there hand over a function of their own, which sets the
 * statement of the thread and then calls the body.
 */
#ifndef BOP_OPENMP_WORK_H
#define BOP_OPENMP_WORK_H

#include "bop/base/base.h"
#include "bop/libc/wrap.h"

/* Takes the brackets off a list that is one argument of a macro. */
#define UNPACK(...) __VA_ARGS__

/*
 * Call these around a construct that ends when all threads have run its body.
 * `body` is an address in the body, which becomes a part of the calling
 * function if its name does not say so (bop_function_called). cfa is the end of
 * the wrapper's frame. Returns the statement that the construct belongs to, or
 * 0 if it is unknown.
 */
site bop_work_begin(const struct wrap_call *call, uintptr_t body,
                    uintptr_t cfa);
void bop_work_end(const struct wrap_call *call, uintptr_t cfa);

/* Call this in a thread that begins to run the body of such a construct. */
void bop_work_run(site top);

/* Call this when a thread makes a task with that body. Returns the statement
   that the task belongs to, or 0 if the task is not to be traced. */
site bop_work_submit(const struct wrap_call *call, uintptr_t body);

/* The work that a thread interrupts to run a task. */
struct work_interrupted {
    site top;      /* the statement that it belongs to */
    uintptr_t cfa; /* the end of the frame that stands for the task, or 0 */
};

/* Call these around a task, in the thread that runs it. cfa is the end of the
   frame of the calling function. */
struct work_interrupted bop_work_task_begin(site top, uintptr_t cfa);
void bop_work_task_end(struct work_interrupted work);

#endif
