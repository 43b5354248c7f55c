/* The tasks of libomp. libomp provides memory for a task and for the data that
   the task shares with others, and the program fills both. Each task of a loop
   is a copy of a first one. */
#include "bop/openmp/work.h"

/* The first fields of a task, as libomp and compilers lay it out
   (kmp_task_t). */
struct task {
    void *shared;
    int (*run)(int thread, struct task *task);
};

typedef void finisher(struct task *to, struct task *from, int is_last);

/* The tracer's own data of a task. They are in front of the shared data,
   because copies of a task have the same pointer to these. */
struct origin {
    int (*run)(int thread, struct task *task);
    finisher *finish; /* what the program does to a copy, or NULL */
    site top;         /* the statement that the task belongs to */
    size_t size;      /* bytes of the task without the shared data */
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

/* Forgets who wrote to the memory of a copy, because libomp has filled it. */
static void finish_copy(struct task *to, struct task *from, int is_last)
{
    const struct origin *origin = origin_of(from);
    bop_shadow_clear((uintptr_t)to, origin->size);
    if (origin->finish)
        origin->finish(to, from, is_last);
}

/* A row is a function of libomp that makes the tasks of a loop from a first
   one: its own parameters, which are between those that all such functions
   have, and their names. */
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

TASKLOOP(__kmpc_taskloop,
         (int condition, uint64_t *low, uint64_t *high, int64_t step,
          int is_alone, int how, uint64_t grain),
         (condition, low, high, step, is_alone, how, grain))
TASKLOOP(__kmpc_taskloop_5,
         (int condition, uint64_t *low, uint64_t *high, int64_t step,
          int is_alone, int how, uint64_t grain, int modifier),
         (condition, low, high, step, is_alone, how, grain, modifier))
