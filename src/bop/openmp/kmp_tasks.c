/* The tasks of libomp. It gives memory for a task and for what the task shares
   with others; the program fills it. A copy is made for each task of a loop. */
#include "bop/openmp/work.h"

/* These are the first fields of what libomp and compilers know as a task. */
struct task {
    void *shared;
    int (*run)(int thread, struct task *task);
};

typedef void finisher(struct task *to, struct task *from, int is_last);

/* This stands before what a task shares, so that copies of a task have it. */
struct origin {
    int (*run)(int thread, struct task *task);
    finisher *finish; /* what the program does to a copy, or NULL */
    site top;
    size_t size; /* of the task, in bytes, the shared part excluded */
};

static struct origin *origin_of(const struct task *task)
{
    return (struct origin *)task->shared - 1;
}

static int run_task(int thread, struct task *task)
{
    const struct origin *origin = origin_of(task);
    struct work_interrupted work = bop_work_task_begin(origin->top, OWN_CFA());
    int status = origin->run(thread, task);
    bop_work_task_end(work);
    return status;
}

extern struct task *__real___kmpc_omp_task_alloc(
    void *place, int thread, int flags, size_t size, size_t shared_size,
    int (*run)(int thread, struct task *task)) MAYBE;
EXPORTED struct task *__wrap___kmpc_omp_task_alloc(
    void *place, int thread, int flags, size_t size, size_t shared_size,
    int (*run)(int thread, struct task *task));
struct task *__wrap___kmpc_omp_task_alloc(
    void *place, int thread, int flags, size_t size, size_t shared_size,
    int (*run)(int thread, struct task *task))
{
    const struct wrap_call call = WRAP_CALL();
    site top = bop_work_submit(&call, (uintptr_t)run);
    if (!top)
        return __real___kmpc_omp_task_alloc(place, thread, flags, size,
                                            shared_size, run);
    struct task *task = __real___kmpc_omp_task_alloc(
        place, thread, flags, size, sizeof(struct origin) + shared_size,
        run_task);
    struct origin *origin = task->shared;
    *origin = (struct origin){ run, NULL, top, size };
    task->shared = origin + 1;
    /* libomp may have used this memory before. */
    bop_shadow_clear((uintptr_t)task, size);
    bop_shadow_clear((uintptr_t)task->shared, shared_size);
    return task;
}

/* A copy has the bytes of the task, of which the tracer knows no writer. */
static void finish_copy(struct task *to, struct task *from, int is_last)
{
    const struct origin *origin = origin_of(from);
    bop_shadow_clear((uintptr_t)to, origin->size);
    if (origin->finish)
        origin->finish(to, from, is_last);
}

/* A row is a function of libomp that makes tasks of a loop from a pattern: its
   parameters before the last one, which all have in common, and their names. */
#define TASKLOOP(name, parameters, arguments)                                  \
    extern void __real_##name(void *place, int thread, struct task *task,      \
                              UNPACK parameters, finisher *finish) MAYBE;      \
    EXPORTED void __wrap_##name(void *place, int thread, struct task *task,    \
                                UNPACK parameters, finisher *finish);          \
    void __wrap_##name(void *place, int thread, struct task *task,             \
                       UNPACK parameters, finisher *finish)                    \
    {                                                                          \
        if (task->run == run_task) {                                           \
            origin_of(task)->finish = finish;                                  \
            finish = finish_copy;                                              \
        }                                                                      \
        __real_##name(place, thread, task, UNPACK arguments, finish);          \
    }
#define UNPACK(...) __VA_ARGS__

TASKLOOP(__kmpc_taskloop,
         (int condition, uint64_t *low, uint64_t *high, int64_t step,
          int is_alone, int how, uint64_t grain),
         (condition, low, high, step, is_alone, how, grain))
TASKLOOP(__kmpc_taskloop_5,
         (int condition, uint64_t *low, uint64_t *high, int64_t step,
          int is_alone, int how, uint64_t grain, int modifier),
         (condition, low, high, step, is_alone, how, grain, modifier))
