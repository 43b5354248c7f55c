/* The tasks of libgomp. When a task is made, libgomp copies its data: by a
   function that the program passes, or byte by byte if that is NULL. */
#include <stdbool.h>

#include "bop/base/bytes.h"
#include "bop/openmp/work.h"

typedef void body(void *);
typedef void copier(void *to, void *from);

/*
 * The tracer's own data of a task. A copy of the data of the body comes behind
 * it. libgomp takes both for the data of the body, and uses the first three
 * words: it writes a task's part of the iterations there, and reads there which
 * reductions a loop has.
 */
struct task {
    uintptr_t bounds[2], reductions;
    body *run;
    copier *copy;  /* copies the data of the body; NULL: byte by byte */
    void *data;    /* the data of the body that is copied */
    size_t size;   /* bytes of that data */
    size_t offset; /* of the copy, from the start of this struct */
    site top;      /* the statement that the task belongs to */
};

/* Forgets who wrote to the memory of the task, because libgomp may have used it
   for another one before. */
static void copy_task(void *to, void *from)
{
    const struct task *task = from;
    char *data = (char *)to + task->offset;
    bop_shadow_clear((uintptr_t)to, task->offset + task->size);
    *(struct task *)to = *task;
    if (task->copy)
        task->copy(data, task->data);
    else
        bop_bytes_copy(data, task->data, task->size);
}

static void run_task(void *p)
{
    const struct task *task = p;
    struct work_interrupted work = bop_work_task_begin(task->top, OWN_CFA());
    task->run((char *)p + task->offset);
    bop_work_task_end(work);
}

/* Runs a task of a loop. Its body expects the part of the iterations in the
   first two words of its data. */
static void run_part(void *p)
{
    const struct task *task = p;
    uintptr_t *data = (uintptr_t *)((char *)p + task->offset);
    data[0] = task->bounds[0];
    data[1] = task->bounds[1];
    run_task(p);
}

/* Describes a task whose body has data of that size and alignment in bytes.
   Raises the alignment if the tracer's data need more. */
static struct task make_task(body *run, void *data, copier *copy, long size,
                             long *align, site top)
{
    if (*align < (long)_Alignof(struct task))
        *align = _Alignof(struct task);
    size_t unit = (size_t)*align;
    size_t offset = (sizeof(struct task) + unit - 1) / unit * unit;
    return (struct task){ .run = run, .copy = copy, .data = data,
                          .size = (size_t)size, .offset = offset, .top = top };
}

extern void __real_GOMP_task(body *run, void *data, copier *copy, long size,
                             long align, bool deferred, unsigned flags,
                             void **depend, int priority, void *detach) MAYBE;
EXPORTED void __wrap_GOMP_task(body *run, void *data, copier *copy, long size,
                               long align, bool deferred, unsigned flags,
                               void **depend, int priority, void *detach);
void __wrap_GOMP_task(body *run, void *data, copier *copy, long size,
                      long align, bool deferred, unsigned flags, void **depend,
                      int priority, void *detach)
{
    const struct wrap_call call = WRAP_CALL();
    site top = bop_work_submit(&call, (uintptr_t)run);
    if (!top) {
        __real_GOMP_task(run, data, copy, size, align, deferred, flags, depend,
                         priority, detach);
        return;
    }
    struct task task = make_task(run, data, copy, size, &align, top);
    __real_GOMP_task(run_task, &task, copy_task,
                     (long)(task.offset + task.size), align, deferred, flags,
                     depend, priority, detach);
}

/* A row is a function of libgomp that makes tasks of a loop whose variable has
   that type. */
#define TASKLOOP(name, type)                                                   \
    extern void __real_##name(body *run, void *data, copier *copy, long size,  \
                              long align, unsigned flags, unsigned long n,     \
                              int priority, type from, type to,                \
                              type step) MAYBE;                                \
    EXPORTED void __wrap_##name(body *run, void *data, copier *copy,           \
                                long size, long align, unsigned flags,         \
                                unsigned long n, int priority, type from,      \
                                type to, type step);                           \
    void __wrap_##name(body *run, void *data, copier *copy, long size,         \
                       long align, unsigned flags, unsigned long n,            \
                       int priority, type from, type to, type step)            \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        site top = bop_work_submit(&call, (uintptr_t)run);                     \
        if (!top) {                                                            \
            __real_##name(run, data, copy, size, align, flags, n, priority,    \
                          from, to, step);                                     \
            return;                                                            \
        }                                                                      \
        struct task task = make_task(run, data, copy, size, &align, top);      \
        if (task.size >= 3 * sizeof(uintptr_t))                                \
            task.reductions = ((uintptr_t *)data)[2];                          \
        __real_##name(run_part, &task, copy_task,                              \
                      (long)(task.offset + task.size), align, flags, n,        \
                      priority, from, to, step);                               \
    }

TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)
